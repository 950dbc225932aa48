import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PERIOD_LABEL_MAX } from '#app/catalog/rules/pricing/limits.ts'
import { calendarOf, type SpecialPeriod } from '#app/catalog/rules/pricing/periods.ts'
import { answerTable, openTable, tableEditor } from '#app/console/http/table-editor.server.ts'
import { periodsSchema } from '#app/console/schemas/offer.server.ts'
import { periodsTable } from '#app/console/service/periods.server.ts'
import { PeriodCalendar } from '#app/console/ui/period-calendar.tsx'
import { TableEditor } from '#app/console/ui/table-editor.tsx'
import { useT } from '#app/i18n/context.tsx'
import { londonDay } from '#app/kernel/time.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:period.title', console: true }

const CALENDAR_MONTHS = 12

/** The next twelve months with their special days. */
const calendarFrom = ({ clock }: AppContext, periods: readonly SpecialPeriod[]) =>
  calendarOf(londonDay(clock.now()), CALENDAR_MONTHS, periods)

const editor = tableEditor({
  scope: 'catalog',
  table: periodsTable,
  schema: periodsSchema,
  id: 'from',
  rows: 'free',
  itemsOf: (periods) => periods,
  wanted: (items) => items,
  nameOf: ({ t }, { at }) => t('admin:draft.row', { at: at + 1 }),
  groups: ({ t }) => [
    {
      fields: [
        { name: 'from', label: t('admin:period.from'), kind: 'day' },
        { name: 'to', label: t('admin:period.to'), kind: 'day' },
        { name: 'label', label: t('admin:period.label'), kind: 'text', max: PERIOD_LABEL_MAX },
      ],
    },
  ],
  shown: (context, _, after) => calendarFrom(context, after),
  saved: () => ({ to: '/admin/periods', key: 'admin:period.saved' }),
})

export async function loader(args: LoaderFunctionArgs) {
  const { table, draft } = await openTable(args, editor)
  return { draft, calendar: calendarFrom(args.context, table) }
}
export const action = (args: ActionFunctionArgs) => answerTable(args, editor)

/** The days of the special price table: a list to edit, and the year as it is or would be. */
export default function Periods() {
  const t = useT()
  const { draft: opened, calendar } = useLoaderData<typeof loader>()
  const draft = useActionData<typeof action>() ?? opened
  return (
    <Page title={t('admin:period.title')} lead={t('admin:period.lead')}>
      <TableEditor
        draft={draft}
        columns="sm:grid-cols-4"
        after={<p className="text-14 text-muted">{t('admin:price.promise')}</p>}
      />
      <Section
        id="calendar"
        title={t(draft.shown ? 'admin:period.calendarAfter' : 'admin:period.calendar')}
      >
        <PeriodCalendar months={draft.shown ?? calendar} />
      </Section>
    </Page>
  )
}
