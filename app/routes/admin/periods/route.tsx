import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerTable, openTable } from '#app/http/table-editor.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { PeriodCalendar } from '#app/ui/admin/period-calendar.tsx'
import { PreviewForm, PreviewSection } from '#app/ui/admin/table-editor.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { calendarFrom, periodsEditor } from './editor.server.ts'
import { PeriodRows } from './period-rows.tsx'

export const handle: PageHandle = { title: 'admin:period.title', console: true }

export async function loader(args: LoaderFunctionArgs) {
  const { table, draft } = await openTable(args, periodsEditor)
  return { draft, calendar: calendarFrom(args.context, table) }
}
export const action = (args: ActionFunctionArgs) => answerTable(args, periodsEditor)

/** The days of the special price table: a list to edit, and the year as it is or would be. */
export default function Periods() {
  const t = useT()
  const { draft: opened, calendar } = useLoaderData<typeof loader>()
  const draft = useActionData<typeof action>() ?? opened
  const { changes, shown } = draft
  const isPreview = draft.step === 'preview'
  return (
    <Page title={t('admin:period.title')} lead={t('admin:period.lead')}>
      {isPreview ? (
        <PreviewSection title={t('admin:period.previewTitle', { count: changes.length })}>
          <PreviewForm
            draft={draft}
            nameOf={(field) => field}
            after={
              changes.length > 0 && <p className="text-14 text-muted">{t('admin:price.promise')}</p>
            }
          />
        </PreviewSection>
      ) : (
        <PeriodRows draft={draft} />
      )}
      <Section
        id="calendar"
        title={t(isPreview ? 'admin:period.calendarAfter' : 'admin:period.calendar')}
      >
        <PeriodCalendar months={shown ?? calendar} />
      </Section>
    </Page>
  )
}
