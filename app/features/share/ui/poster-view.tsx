import posterScript from 'virtual:poster-script'
import { useT } from '#app/i18n/context.tsx'
import { buttonClass } from '#app/web/ui/button.tsx'
import { CopyButton } from '#app/web/ui/copy-button.tsx'
import { Poster, type PosterProps } from './poster.tsx'
import { POSTER_SAVE_ID } from './poster-size.ts'

/**
 * `text`: what to paste with it. `inApp`: in an app that saves pictures by a long press and cannot
 * download files.
 */
type PosterViewProps = Pick<PosterProps, 'facts' | 'qr'> & { text: string; inApp: boolean }

/** A poster to save and send on, with the text to go with it. */
export function PosterView({ facts, qr, text, inApp }: PosterViewProps) {
  const t = useT()
  const [said] = text.split(/\n(?=https?:)/)
  const alt = t('share:poster.alt', { text: said?.replace(/\s+/g, ' ') ?? '' })
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <Poster facts={facts} brand={t('common:appName')} alt={alt} qr={qr} />
      <div className="flex flex-col gap-4">
        <div id={POSTER_SAVE_ID} className="flex min-h-11 items-center">
          <p>{t('share:poster.screenshot')}</p>
          {inApp ? (
            <p hidden>{t('share:poster.press')}</p>
          ) : (
            <a hidden download="poster.png" href={`#${POSTER_SAVE_ID}`} className={buttonClass()}>
              {t('share:poster.save')}
            </a>
          )}
        </div>
        <h2 className="text-18">{t('share:send.text')}</h2>
        <p className="select-all whitespace-pre-line break-words rounded-md bg-surface p-3 text-14">
          {text}
        </p>
        <div>
          <CopyButton text={text} />
        </div>
      </div>
      <script type="module" async src={posterScript} />
    </div>
  )
}
