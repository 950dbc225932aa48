import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useHref, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { DaySpan } from '#app/ui/admin/day-span.tsx'
import { spanAsked } from '#app/ui/admin/span-asked.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:export.bookings.title', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'dispatch' })
  const { recordMonths: months } = await context.settings.read()
  return { months, ...spanAsked(request, context.clock.now()) }
}

/** The record of bookings for a licensing officer, for a range of days. */
export default function BookingsPage() {
  const t = useT()
  const { months, ...span } = useLoaderData<typeof loader>()
  const file = useHref('/admin/exports/bookings')
  return (
    <Page
      width="text"
      title={t('admin:export.bookings.title')}
      lead={t('admin:export.bookings.lead', { months })}
    >
      <Form method="get" action={file} reloadDocument className="flex flex-col items-start gap-4">
        <DaySpan {...span} hint={t('admin:export.bookings.days')} />
        <p className="text-14 text-muted">{t('admin:export.bookings.privacy')}</p>
        <button type="submit" className={buttonClass({ variant: 'primary' })}>
          {t('admin:export.download')}
        </button>
      </Form>
    </Page>
  )
}
