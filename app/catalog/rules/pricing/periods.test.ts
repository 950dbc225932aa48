import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#app/kernel/time.ts'
import { calendarOf, overlapsIn, type SpecialPeriod, without } from './periods.ts'

const period = (from: string, to: string, label = 'x'): SpecialPeriod => ({ from, to, label })
const winter = period('2026-12-18', '2027-01-04', 'Winter')
const summer = period('2027-07-01', '2027-07-31', 'Summer')

test('periods that share a day overlap, and adjacent ones do not', () => {
  expect(overlapsIn([winter, period('2027-01-05', '2027-01-06')])).toEqual([])
  expect(overlapsIn([winter, period('2027-01-04', '2027-01-06')])).toEqual([{ at: 1, with: 0 }])
})

test('a period that spans several others is what they all overlap with', () => {
  const inside = period('2027-07-05', '2027-07-06')
  const later = period('2027-07-10', '2027-07-10')
  expect(overlapsIn([later, inside, summer])).toEqual([
    { at: 1, with: 2 },
    { at: 0, with: 2 },
  ])
})

test('a period with another end, beginning or name is another', () => {
  const others = [
    period('2026-12-17', winter.to, winter.label),
    period(winter.from, '2027-01-05', winter.label),
    period(winter.from, winter.to, 'Christmas'),
  ]
  expect(without([winter, summer], others)).toEqual([winter, summer])
  expect(without([winter, summer], [...others, { ...winter }])).toEqual([summer])
})

test('no overlap is found exactly when no day is in two periods', () => {
  const start = '2027-01-01'
  const one = fc
    .tuple(fc.nat(60), fc.nat(10))
    .map(([at, length]) => period(addDays(start, at), addDays(start, at + length)))
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), (periods) => {
      const days = Array.from({ length: 75 }, (_, at) => addDays(start, at))
      const shared = days.some(
        (day) => periods.filter(({ from, to }) => from <= day && day <= to).length > 1,
      )
      expect(overlapsIn(periods).length > 0).toBe(shared)
    }),
  )
})

test('a calendar has whole weeks from Monday, every day once, and names the special ones', () => {
  const months = calendarOf('2026-11-21', 12, [winter])
  expect(months.map(({ month }) => month)).toEqual([
    ...['2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04'],
    ...['2027-05', '2027-06', '2027-07', '2027-08', '2027-09', '2027-10'],
  ])
  const days = months.flatMap(({ weeks }) => weeks.flat()).filter((day) => day !== null)
  expect(days.map(({ day }) => day)).toEqual(
    Array.from({ length: 365 }, (_, at) => addDays('2026-11-01', at)),
  )
  expect(days.filter(({ special }) => special === 'Winter')).toHaveLength(18)
  expect(months.every(({ weeks }) => weeks.every((week) => week.length === 7))).toBe(true)
  // 1 November 2026 is a Sunday, 1 February 2027 a Monday.
  expect(months[0]?.weeks[0]?.map((day) => day?.date ?? 0)).toEqual([0, 0, 0, 0, 0, 0, 1])
  expect(months[3]?.weeks[0]?.[0]).toEqual({ day: '2027-02-01', date: 1, special: null })
  expect(months[3]?.weeks).toHaveLength(4)
})
