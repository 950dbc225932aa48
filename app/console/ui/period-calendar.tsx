import { useT } from '#app/i18n/context.tsx'
import { months } from '#app/i18n/format.ts'
import { cx } from '#app/web/ui/cx.ts'

type Day = { day: string; date: number; special: string | null }
/** `month`: `2026-12`; weeks of seven from Monday, null for a day of another month. */
export type Month = { month: string; weeks: readonly (readonly (Day | null)[])[] }

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Months side by side, each a table; special days stand out, and their names are listed below. */
export function PeriodCalendar({ months: shown }: { months: readonly Month[] }) {
  return (
    <ul className="grid gap-3 xs:grid-cols-1 sm:grid-cols-2 lg:grid-cols-3">
      {shown.map((month) => (
        <li key={month.month} className="min-w-0 rounded-card border border-line bg-surface p-3">
          <MonthTable {...month} />
        </li>
      ))}
    </ul>
  )
}

function MonthTable({ month, weeks }: Month) {
  const t = useT()
  const [year = '', number = ''] = month.split('-')
  return (
    <>
      <table className="figures w-full table-fixed border-separate border-spacing-0.5 text-center text-14">
        <caption className="pb-2 text-left font-semibold text-16">
          {t('admin:period.month', {
            year: Number(year),
            month: t(`common:date.month.${months[Number(number) - 1] ?? 'jan'}`),
          })}
        </caption>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" className="pb-1 font-normal text-13 text-muted">
                {t(`common:date.weekday.${weekday}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a week is known by its place in the month alone
            <tr key={at}>
              {week.map((day, weekday) => (
                <DayCell key={weekdays[weekday]} day={day} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Names weeks={weeks} />
    </>
  )
}

function DayCell({ day }: { day: Day | null }) {
  if (!day) return <td />
  return (
    <td
      className={cx(
        'h-8 rounded-sm border',
        day.special === null
          ? 'border-transparent'
          : 'border-info bg-info-soft font-semibold text-info',
      )}
    >
      {day.date}
      {day.special !== null && <span className="for-ears"> {day.special}</span>}
    </td>
  )
}

/** The named days of the month. */
function Names({ weeks }: Pick<Month, 'weeks'>) {
  const t = useT()
  const names = new Map<string, { first: number; last: number }>()
  for (const day of weeks.flat())
    if (day?.special != null)
      names.set(day.special, { first: names.get(day.special)?.first ?? day.date, last: day.date })
  if (names.size === 0) return null
  return (
    <ul className="mt-2 border-line border-t pt-2 text-13">
      {[...names].map(([label, { first, last }]) => (
        <li key={label}>
          <span className="figures text-info">
            {first === last
              ? t('admin:period.oneDay', { day: first })
              : t('admin:period.span', { first, last })}
          </span>{' '}
          {label}
        </li>
      ))}
    </ul>
  )
}
