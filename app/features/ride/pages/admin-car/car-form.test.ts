import { expect, test } from 'vitest'
import { groupView } from '#app/console/service/group-views.server.ts'
import { CLEARING_MS, hours, minutes } from '#app/kernel/limits.ts'
import { londonWall } from '#app/kernel/time.ts'
import { fakeContext } from '#tests/kit/api-context.ts'
import { DEPARTURE, placeIdOf, Story } from '#tests/kit/carpool.ts'
import { NEW, shownCar } from './car-form.server.ts'

const UNSEEN = { nextDueAt: null, stuck: [], noticed: false }
/** No airport says anything of its own. */
const context = fakeContext({ language: 'en' })

/** When the form of a new car proposes to meet passengers who land at these times. */
async function proposed(tripType: 'PICKUP' | 'DROPOFF', flights: number[]): Promise<string> {
  const [flightTime = DEPARTURE, ...others] = flights
  const story = new Story().opened('first', { maxPassengers: 4, tripType }, { flightTime })
  for (const other of others) story.joined(`at ${other}`, { flightTime: other })
  expect(story.car.participants).toHaveLength(flights.length)
  const group = groupView({ state: story.car, ...UNSEEN }, [], [], story.now)
  return (await shownCar(context, group, NEW)).values.meetAt
}

test.each([
  ['long before', [-hours(3)], 0],
  ['just so that the luggage is there', [-CLEARING_MS], 0],
  ['a minute later than that', [minutes(1) - CLEARING_MS], minutes(1)],
  ['last of all too late', [-hours(2), -minutes(10)], CLEARING_MS - minutes(10)],
])('a pickup whose flights land %s is met no sooner than it leaves', async (_, landings, later) => {
  const flights = landings.map((before) => DEPARTURE + before)
  expect(await proposed('PICKUP', flights)).toBe(londonWall(DEPARTURE + later))
})

test('a drop-off is met when it leaves, whenever its flights take off', async () => {
  expect(await proposed('DROPOFF', [DEPARTURE + hours(4)])).toBe(londonWall(DEPARTURE))
})

/** The same after the first passenger’s flight moved by so much; with `waits`, to wait for it. */
async function proposedAfter(tripType: 'PICKUP' | 'DROPOFF', by: number, waits = false) {
  const flightTime = DEPARTURE + (tripType === 'PICKUP' ? -hours(1) : hours(6))
  const story = new Story().opened('ann', { maxPassengers: 2, tripType }, { flightTime })
  story.joined('bob', { flightTime })
  expect(story.changeFlight('ann', { flightTime: flightTime + by })).toBeNull()
  const group = groupView({ state: story.car, ...UNSEEN }, [], [], story.now)
  const waitFor = waits ? placeIdOf('ann') : null
  return (await shownCar(context, group, NEW, waitFor)).values.meetAt
}

test.each([
  ['PICKUP', 'that fits', hours(2), false, hours(1) + CLEARING_MS],
  ['PICKUP', 'far from the others', hours(8), false, 0],
  ['PICKUP', 'far from the others, to be waited for', hours(8), true, hours(7) + CLEARING_MS],
  ['DROPOFF', 'that is earlier', -hours(2), false, -hours(2)],
  ['DROPOFF', 'that is later than the other’s', hours(2), false, 0],
  ['DROPOFF', 'much earlier, to be caught', -hours(5), true, -hours(5)],
] as const)('a %s is met for a new flight %s', async (tripType, _, by, waits, later) => {
  expect(await proposedAfter(tripType, by, waits)).toBe(londonWall(DEPARTURE + later))
})
