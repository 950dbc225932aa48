import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useHref } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { requireUser } from '#app/web/http/guard.server.ts'
import { buttonClass, LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'account:data.title' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(context, request)
  return null
}

/** A student's stored data: download it, or have it erased. */
export default function DataPage() {
  const t = useT()
  const file = useHref('/profile/data/download')
  return (
    <Page
      title={t('account:data.title')}
      lead={t('account:data.lead')}
      width="text"
      back={{ to: '/profile', label: t('account:data.back') }}
    >
      <Section id="take" title={t('account:data.take')}>
        <Card className="flex flex-col items-start gap-4">
          <p>{t('account:data.takeLead')}</p>
          {/* A full page load, so that an error appears as a page. */}
          <a href={file} className={buttonClass({ variant: 'secondary' })}>
            {t('account:data.download')}
          </a>
        </Card>
      </Section>
      <Section id="close" title={t('account:data.close')}>
        <Card className="flex flex-col items-start gap-4">
          <p>{t('account:data.closeLead')}</p>
          <LinkButton to="/profile/data/close" variant="secondary">
            {t('account:data.toClose')}
          </LinkButton>
        </Card>
      </Section>
    </Page>
  )
}
