import { useT } from '#app/i18n/context.tsx'
import { Card } from '#app/ui/card.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Section } from '#app/ui/page.tsx'

/**
 * How to share a page: the code to scan, the link to copy, and where WeChat hides its share menu.
 * `qr`: the code's address.
 */
export function SendOn({ url, qr }: { url: string; qr: string }) {
  const t = useT()
  return (
    <Section id="send" title={t('share:send.title')}>
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
          <code className="select-all break-all text-13">{url}</code>
          <div>
            <CopyButton text={url} />
          </div>
        </div>
      </Card>
    </Section>
  )
}
