import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useHref, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { DaySpan } from '#app/ui/admin/day-span.tsx'
import { spanAsked } from '#app/ui/admin/span-asked.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:export.title', console: true }

const FILES = ['payments', 'orders', 'carpools', 'trips'] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'records' })
  return spanAsked(request, context.clock.now())
}

/** Files for the books, for a range of days. */
export default function ExportsPage() {
  const t = useT()
  const span = useLoaderData<typeof loader>()
  const files = useHref('/admin/exports')
  return (
    <Page title={t('admin:export.title')} lead={t('admin:export.lead')}>
      <Form method="get" reloadDocument className="flex flex-col gap-4">
        <DaySpan {...span} hint={t('admin:export.days')} />
        <ul className="grid gap-3 sm:grid-cols-2">
          {FILES.map((file) => (
            <Card as="li" key={file} className="flex flex-col items-start gap-3">
              <h2 className="font-semibold text-18">{t(`admin:export.file.${file}`)}</h2>
              <p className="flex-1 text-14 text-muted">{t(`admin:export.about.${file}`)}</p>
              <button
                type="submit"
                formAction={`${files}/${file}`}
                className={buttonClass({ variant: 'secondary' })}
              >
                {t('admin:export.download')}
                <span className="for-ears"> {t(`admin:export.file.${file}`)}</span>
              </button>
            </Card>
          ))}
        </ul>
      </Form>
    </Page>
  )
}
