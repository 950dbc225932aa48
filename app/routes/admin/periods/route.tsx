import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { PeriodCalendar } from '#app/ui/admin/period-calendar.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { answerRows, calendarFrom } from './editor.server.ts'
import { PeriodPreview } from './period-preview.tsx'
import { PeriodRows } from './period-rows.tsx'
import { rowsOf } from './rows.server.ts'

export const handle: PageHandle = { title: 'admin:period.title', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'catalog' })
  const { periods, version } = await context.admin.periods.read()
  return { form: rowsOf(periods, version), calendar: calendarFrom(context, periods) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, { scope: 'catalog' })
  return answerRows(context, request, admin)
}

/** The days of the special price table: a list to edit, and the year as it is or would be. */
export default function Periods() {
  const t = useT()
  const standing = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const preview = answer?.step === 'preview' ? answer : null
  return (
    <Page title={t('admin:period.title')} lead={t('admin:period.lead')}>
      <Form method="post" className="flex flex-col gap-4">
        {answer?.step === 'stale' && (
          <Banner tone="warn" role="alert" title={t('admin:period.stale.title')}>
            {t('admin:period.stale.kept')}
          </Banner>
        )}
        {preview ? (
          <PeriodPreview form={preview.form} changes={preview.changes} />
        ) : (
          <PeriodRows
            form={answer?.form ?? standing.form}
            errors={answer?.step === 'form' ? answer.errors : {}}
          />
        )}
      </Form>
      <Section
        id="calendar"
        title={t(preview ? 'admin:period.calendarAfter' : 'admin:period.calendar')}
      >
        <PeriodCalendar months={preview?.calendar ?? standing.calendar} />
      </Section>
    </Page>
  )
}
