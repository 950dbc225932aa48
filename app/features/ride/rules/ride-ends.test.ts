import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hours, minutes, TELL_AT_ONCE_MS } from '#app/kernel/limits.ts'
import { DEPARTURE, Story } from '#tests/kit/carpool.ts'
import { carFor } from '#tests/kit/ride.ts'
import { Story as Trip } from '#tests/kit/trip.ts'
import { rideOf, WARNINGS } from './ride-state.ts'

/** Both ways to change a group's car, in its last hours and once it has ended. */

type AnyStory = Story | Trip
const groupOf = (story: AnyStory) => (story instanceof Trip ? story.trip : story.car)
const startOf = (story: AnyStory) =>
  story instanceof Trip ? story.trip.tripStartAt : story.car.carpoolAt
const asked = (story: AnyStory) => ({
  seen: rideOf(groupOf(story)).version,
  reason: 'a reason',
  by: 'adm_one' as const,
})

const assign = (story: AnyStory, plate = 'AB12 CDE') =>
  story.say({
    type: 'assignCar',
    car: carFor(plate, { meetAt: startOf(story) }),
    isBusy: false,
    confirmed: [...WARNINGS],
    ...asked(story),
  })

/** What can be said about a car, by name. */
const CHANGES = {
  assigned: (story: AnyStory) => assign(story),
  changed: (story: AnyStory) => assign(story, 'CD34 EFG'),
  withdrawn: (story: AnyStory) =>
    story.say({ type: 'unassignCar', carId: 'ride_one', ...asked(story) }),
}
type Change = keyof typeof CHANGES
const ALL = Object.keys(CHANGES) as Change[]

const paidCar = () => new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob')
const paidTrip = () => new Trip().confirmed(['ann', 'bob']).paidUp('ann').paidUp('bob')
const newsOf = (story: AnyStory) =>
  story.effects().flatMap((one) => (one.kind === 'notice' && /^car[ACW]/.test(one.code) ? one : []))

describe('a group that has ended keeps its car as it was', () => {
  const cancelled = (story: AnyStory) => story.cancelGroup()
  const departed = (story: AnyStory) => story.tick(startOf(story) + hours(72))
  const ENDS: [string, () => AnyStory, (story: AnyStory) => unknown, string][] = [
    ['a completed carpool', paidCar, departed, 'COMPLETED'],
    ['a cancelled carpool', paidCar, cancelled, 'CANCELLED'],
    ['a completed trip', paidTrip, departed, 'COMPLETED'],
    ['a cancelled trip', paidTrip, cancelled, 'CANCELLED'],
  ]
  test.each(ENDS)('%s', (_, make, end, status) => {
    const story = make()
    expect(CHANGES.assigned(story)).toBeNull()
    end(story)
    expect(groupOf(story).status).toBe(status)
    const before = groupOf(story)
    expect(CHANGES.changed(story)).toBe('operationExpired')
    expect(CHANGES.withdrawn(story)).toBe('operationExpired')
    expect(groupOf(story)).toEqual(before)
  })
})

describe.each([
  ['carpool', paidCar],
  ['trip', paidTrip],
])('of a %s', (_, make) => {
  test.each(
    ALL.flatMap((change) => [
      [change, 'more than three hours', TELL_AT_ONCE_MS + 1, minutes(10)] as const,
      [change, 'three hours', TELL_AT_ONCE_MS, 0] as const,
      [change, 'a minute', minutes(1), 0] as const,
    ]),
  )('a car that is %s %s before departure is told in time', (change, _before, before, wait) => {
    const story = make()
    if (change !== 'assigned') {
      CHANGES.assigned(story)
      story.tick(story.now + minutes(10))
    }
    story.tick(startOf(story) - before)
    const known = newsOf(story).length
    expect(CHANGES[change](story)).toBeNull()
    story.tick()
    expect(newsOf(story).length - known).toBe(wait === 0 ? 2 : 0)
    story.tick(story.now + minutes(10))
    expect(newsOf(story).length - known).toBe(2)
  })
})

test('in any history each piece of news has an id of its own, since the same id is told once', () => {
  const step = fc.record({
    change: fc.constantFrom(...ALL),
    wait: fc.constantFrom(0, minutes(5), minutes(10)),
  })
  const property = (steps: { change: Change; wait: number }[]) => {
    const story = paidCar()
    for (const { change, wait } of steps) {
      CHANGES[change](story)
      story.tick(story.now + wait)
    }
    expect(story.now).toBeLessThan(DEPARTURE)
    const ids = story.effects().flatMap((one) => ('id' in one ? one.id : []))
    expect(ids).toEqual([...new Set(ids)])
  }
  const told = ALL.map((change) => ({ change, wait: minutes(10) }))
  fc.assert(fc.property(fc.array(step, { maxLength: 12 }), property), {
    examples: [[[...told, ...told]]],
    numRuns: 100,
  })
})
