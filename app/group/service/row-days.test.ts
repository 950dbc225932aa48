import { expect, test } from 'vitest'
import { Story as CarStory } from '#tests/kit/carpool.ts'
import { Story as TripStory } from '#tests/kit/trip.ts'
import { carpoolRowOf, tripRowOf } from './group-rows.server.ts'

/** Lists are filtered by London days, from the first millisecond of a day to its last. */

const { car } = new CarStory().opened('ann')
const { trip } = new TripStory().opened('ann')

const COLUMNS: Record<string, (at: number) => string> = {
  'a carpool’s departure': (carpoolAt) =>
    carpoolRowOf({ ...car, carpoolAt }, { version: 1 }).departureDay,
  'a trip’s cutoff': (cutoffAt) => tripRowOf({ ...trip, cutoffAt }, { version: 1 }).cutoffDay,
  'a trip’s start': (tripStartAt) =>
    tripRowOf({ ...trip, tripStartAt }, { version: 1 }).departureDay,
  'a trip’s end': (tripEndAt) => tripRowOf({ ...trip, tripEndAt }, { version: 1 }).endDay,
}
const DAYS = [
  ['in winter', '2026-02-10', '2026-02-10T00:00Z', '2026-02-11T00:00Z'],
  ['in summer', '2026-07-10', '2026-07-09T23:00Z', '2026-07-10T23:00Z'],
  ['of 23 hours', '2026-03-29', '2026-03-29T00:00Z', '2026-03-29T23:00Z'],
  ['of 25 hours', '2026-10-25', '2026-10-24T23:00Z', '2026-10-26T00:00Z'],
] as const

test.each(
  Object.entries(COLUMNS).flatMap(([name, dayOf]) =>
    DAYS.map(([kind, ...day]) => [name, kind, dayOf, ...day] as const),
  ),
)('the day of %s, on one %s', (_, _kind, dayOf, day, start, end) => {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  expect([dayOf(from), dayOf(to - 1)]).toEqual([day, day])
  expect([dayOf(from - 1), dayOf(to)]).not.toContain(day)
})
