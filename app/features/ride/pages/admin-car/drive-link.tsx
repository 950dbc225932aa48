import { useT } from '#app/i18n/context.tsx'
import { htmlLang, type Language, languages } from '#app/i18n/languages.ts'
import { Section } from '#app/web/ui/page.tsx'

/** The driver's link in each language. A tap selects it whole: the console has no scripts. */
export function DriveLink({ links }: { links: Record<Language, string> }) {
  const t = useT()
  return (
    <Section id="drive-link" title={t('admin:car.link.title')}>
      <p className="text-14 text-muted">{t('admin:car.link.lead')}</p>
      {languages.map((one) => (
        <div key={one}>
          <p className="font-medium" lang={htmlLang[one]}>
            {t(`common:language.${one}`)}
          </p>
          <p className="select-all break-all rounded-card border border-line bg-surface p-3 text-14">
            {links[one]}
          </p>
        </div>
      ))}
    </Section>
  )
}
