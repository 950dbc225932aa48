import { useHref } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { Card } from './card.tsx'
import { CopyButton } from './copy-button.tsx'

/** How to reach customer service: the code to scan, the name to copy, the link to open. */
export function ContactCard({ contact }: { contact: { name: string; link: string } }) {
  const t = useT()
  const qr = useHref(`/contact-qr.svg?of=${encodeURIComponent(contact.link)}`)
  return (
    <Card className="flex flex-col items-center gap-4 sm:flex-row sm:items-center sm:gap-6">
      <img
        src={qr}
        width={168}
        height={168}
        alt={t('home:contact.qrAlt', { name: contact.name })}
        className="rounded-md border border-line bg-white"
      />
      <div className="flex min-w-0 flex-1 flex-col items-center gap-3 text-center sm:items-start sm:text-left">
        <p className="font-medium">{t('home:contact.scan')}</p>
        <p className="text-muted">{t('home:contact.lead')}</p>
        <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
          <span className="text-muted">{t('home:contact.name')}</span>
          <strong translate="no" className="select-all">
            {contact.name}
          </strong>
          <CopyButton text={contact.name} />
        </p>
        <p className="text-14 text-muted">{t('home:contact.copyHint')}</p>
        <a
          href={contact.link}
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-brand underline"
        >
          {t('home:contact.link')}
        </a>
      </div>
    </Card>
  )
}
