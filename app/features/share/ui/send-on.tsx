import { useT } from '#app/i18n/context.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { CopyButton } from '#app/web/ui/copy-button.tsx'
import { Section } from '#app/web/ui/page.tsx'

type SendOnProps = { url: string; qr: string; poster?: string; text: string }

/**
 * Ways to share a page: a text for group chats, the code to scan, the bare link, and where WeChat
 * hides its share menu. `qr`: the code's address; `poster`: the poster's page.
 */
export function SendOn({ url, qr, poster, text }: SendOnProps) {
  const t = useT()
  return (
    <Section id="send" title={t('share:send.title')}>
      <Card className="flex flex-col gap-3">
        <h3 className="text-16">{t('share:send.text')}</h3>
        <p className="select-all whitespace-pre-line break-words rounded-md bg-ground p-3 text-14">
          {text}
        </p>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={text} />
          {poster && (
            <LinkButton to={poster} variant="secondary" small>
              {t('share:poster.make')}
            </LinkButton>
          )}
        </div>
      </Card>
      <Card className="flex flex-col items-center gap-4 sm:flex-row sm:items-start sm:gap-6">
        <div className="flex flex-col items-center gap-2">
          <img
            src={qr}
            width={200}
            height={200}
            alt={t('share:send.qrAlt')}
            className="rounded-md border border-line bg-white"
          />
          <p className="text-13 text-muted">{t('share:send.scan')}</p>
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-3 self-stretch">
          <p>{t('share:send.inWechat')}</p>
          <p>{t('share:send.elsewhere')}</p>
          <p className="text-13 text-muted">{t('share:send.link')}</p>
          <code translate="no" className="select-all break-all text-13">
            {url}
          </code>
          <div>
            <CopyButton text={url} />
          </div>
        </div>
      </Card>
    </Section>
  )
}
