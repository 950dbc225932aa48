import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PERIOD_LABEL_MAX } from '#app/domain/pricing/limits.ts'
import { calendarOf, type SpecialPeriod } from '#app/domain/pricing/periods.ts'
import { londonDay } from '#app/domain/time.ts'
import { answerTable, openTable, tableEditor } from '#app/http/table-editor.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { periodsSchema } from '#app/schemas/admin-offer.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { PeriodCalendar } from '#app/ui/admin/period-calendar.tsx'
import { TableEditor } from '#app/ui/admin/table-editor.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:period.title', console: true }

const CALENDAR_MONTHS = 12

/** The next twelve months with their special days. */
const calendarFrom = ({ clock }: AppContext, periods: readonly SpecialPeriod[]) =>
  calendarOf(londonDay(clock.now()), CALENDAR_MONTHS, periods)

const editor = tableEditor({
  scope: 'catalog',
  table: ({ admin }) => admin.periods,
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
