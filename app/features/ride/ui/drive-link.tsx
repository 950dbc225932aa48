import shareScript from 'virtual:share-script'
import type { Told } from '#app/features/ride/service/driver-texts.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { htmlLang, type Language, languages } from '#app/i18n/languages.ts'
import { Button } from '#app/web/ui/button.tsx'
import { Section } from '#app/web/ui/page.tsx'

type DriveLinkProps = { links: Record<Language, string>; told: Told | null }

/**
 * The driver's link in each language, and whether it was texted. A tap selects it whole; where the
 * browser can hand it to another app, there is a button for that (../share-script.ts).
 */
export function DriveLink({ links, told }: DriveLinkProps) {
  const t = useT()
  const format = useFormat()
  return (
    <Section id="drive-link" title={t('admin:car.link.title')}>
      {told && (
        <p className={told.how === 'unsent' ? 'font-medium text-danger' : 'font-medium'}>
          {t(`admin:car.link.told.${told.how}`, { time: format.dateTime(told.at) })}
        </p>
      )}
      <p className="text-14 text-muted">{t('admin:car.link.lead')}</p>
      <Links links={links} />
      <ShareScript />
    </Section>
  )
}

export const ShareScript = () => <script type="module" async src={shareScript} />

/** The links, each to be selected by a tap or handed on. */
export function Links({ links }: Pick<DriveLinkProps, 'links'>) {
  const t = useT()
  return (
    <div className="flex flex-col gap-3">
      {languages.map((one) => (
        <div key={one} className="flex flex-col items-start gap-1">
          <p className="font-medium" lang={htmlLang[one]}>
            {t(`common:language.${one}`)}
          </p>
          <p className="w-full select-all break-all rounded-card border border-line bg-surface p-3 text-14">
            {links[one]}
          </p>
          <div hidden data-share={links[one]}>
            <Button variant="secondary" small>
              {t('admin:car.link.share')}
              <span className="for-ears"> {t(`common:language.${one}`)}</span>
            </Button>
          </div>
        </div>
      ))}
    </div>
  )
}
