import { addDays, type LondonDay } from '#app/kernel/time.ts'

/** London days with the special price table, both ends included. */
export type SpecialPeriod = { from: LondonDay; to: LondonDay; label: string }

/** Sorted by time. */
export const sortPeriods = <P extends { from: LondonDay }>(periods: readonly P[]): P[] =>
  [...periods].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))

/**
 * Periods that begin before an earlier one ends: each with the one it runs into, as indexes into
 * the list.
 */
export function overlapsIn(periods: readonly SpecialPeriod[]): { at: number; with: number }[] {
  const inOrder = sortPeriods(periods.map((period, at) => ({ ...period, at })))
  let longest: (typeof inOrder)[number] | undefined
  return inOrder.flatMap((period) => {
    const before = longest
    if (!before || period.to > before.to) longest = period
    return before && period.from <= before.to ? [{ at: period.at, with: before.at }] : []
  })
}

const same = (a: SpecialPeriod) => (b: SpecialPeriod) =>
  a.from === b.from && a.to === b.to && a.label === b.label

/** The periods of one list that are not in another. */
export const without = <P extends SpecialPeriod>(
  list: readonly P[],
  other: readonly SpecialPeriod[],
): P[] => list.filter((period) => !other.some(same(period)))

export type CalendarDay = { day: LondonDay; date: number; special: string | null }
/** A month as weeks of seven days, Monday first; null stands for a day of another month. */
export type CalendarMonth = { month: string; weeks: (CalendarDay | null)[][] }

/**
 * The months starting with the one `today` is in, each day with the name of the special period it
 * falls in.
 */
export function calendarOf(
  today: LondonDay,
  months: number,
  periods: readonly SpecialPeriod[],
): CalendarMonth[] {
  const specialOn = (day: LondonDay) =>
    periods.find(({ from, to }) => from <= day && day <= to)?.label ?? null
  let day = `${today.slice(0, 7)}-01`
  return Array.from({ length: months }, () => {
    const month = day.slice(0, 7)
    const cells: (CalendarDay | null)[] = Array(mondayBased(day)).fill(null)
    for (; day.startsWith(month); day = addDays(day, 1))
      cells.push({ day, date: Number(day.slice(8)), special: specialOn(day) })
    while (cells.length % 7 !== 0) cells.push(null)
    return { month, weeks: inSevens(cells) }
  })
}

const mondayBased = (day: LondonDay): number => (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7
const inSevens = <T>(cells: readonly T[]): T[][] =>
  Array.from({ length: cells.length / 7 }, (_, at) => cells.slice(at * 7, at * 7 + 7))
