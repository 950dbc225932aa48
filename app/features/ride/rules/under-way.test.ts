import { describe, expect, test } from 'vitest'
import { hours, minutes } from '#app/kernel/limits.ts'
import { DEPARTURE, Story } from '#tests/kit/carpool.ts'
import { carFor, startOf } from '#tests/kit/ride.ts'
import { END, placeIdOf, START, Story as Trip } from '#tests/kit/trip.ts'
import { type Car, rideOf } from './ride-state.ts'

/** From the moment a group leaves until its drivers say that it has arrived. */

type AnyStory = Story | Trip
const paidCar = () => new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob')
const privateCar = () =>
  new Story().opened('ann', { maxPassengers: 1 }).paidUp('ann').captured('ann')
const paidTrip = (tripEndAt = START + hours(2)) =>
  new Trip().confirmed(['ann', 'bob'], { tripEndAt }).paidUp('ann').paidUp('bob')
const statusOf = (story: AnyStory) => story.group.status

function assign(story: AnyStory, over: Partial<Car> = {}, plate?: string) {
  const car = carFor(plate, { meetAt: startOf(story.group), ...over })
  const how = { reason: 'the first broke down', isBusy: false, confirmed: ['luggage' as const] }
  const seen = rideOf(story.group).version
  return story.say({ type: 'assignCar', car, seen, by: 'adm_one', ...how })
}
const withdraw = (story: AnyStory) =>
  story.say({
    type: 'unassignCar',
    carId: 'ride_one',
    seen: rideOf(story.group).version,
    reason: 'no car',
    by: 'adm_one',
  })
function done(story: AnyStory, carId = 'ride_one') {
  const version = rideOf(story.group).cars.find(({ id }) => id === carId)?.version ?? 0
  const ref = { carId: carId as Car['id'], version }
  return story.say({ type: 'driverMark', ...ref, mark: 'done', participantId: null })
}

describe.each<[string, () => AnyStory]>([
  ['a carpool', paidCar],
  ['a private car', privateCar],
  ['a trip', paidTrip],
])('%s', (_, make) => {
  /** `end`: hours from its departure to when it is completed, without a report. */
  test.each<[string, number | null, number]>([
    ['without a car', null, 3],
    ['met at its departure', 0, 3],
    ['met before it', -2, 3],
    ['met an hour and a half later', 1.5, 4.5],
    ['met as late as can be', 12, 15],
  ])('%s is completed 3 hours after it has left and met', (_what, meets, end) => {
    const story = make()
    const at = startOf(story.group)
    if (meets !== null) expect(assign(story, { meetAt: at + hours(meets) })).toBeNull()
    story.tick(at)
    const goes = statusOf(story)
    expect(['SUCCESS', 'PRIVATE']).toContain(goes)
    story.tick(at + hours(end) - 1)
    expect(statusOf(story)).toBe(goes)
    story.tick(at + hours(end))
    expect(statusOf(story)).toBe('COMPLETED')
  })

  test('can be given another car, be withdrawn and cancelled until 12 hours after it met', () => {
    const at = startOf(make().group)
    for (const meets of [0, hours(1.5), hours(12)]) {
      const last = at + Math.max(0, meets) + hours(12)
      for (const now of [at + minutes(10), at + meets + hours(4), last - 1, last]) {
        const story = make()
        assign(story, { meetAt: at + meets })
        story.tick(now)
        const is = now < last ? null : 'operationExpired'
        expect(assign(story, { meetAt: at + meets }, 'CD34 EFG'), 'another car').toBe(is)
        expect(story.say({ type: 'cancelGroup', by: 'adm_one' }), 'cancelled').toBe(is)
        const other = make()
        assign(other, { meetAt: at + meets })
        other.tick(now)
        expect(withdraw(other), 'withdrawn').toBe(is)
      }
    }
  })

  test('tells its passengers of another car after its departure at once', () => {
    const story = make()
    assign(story)
    const at = startOf(story.group)
    story.tick(at + hours(4))
    expect(statusOf(story)).toBe('COMPLETED')
    const effects = story.effectsOf(() => assign(story, { meetAt: at + hours(5) }, 'CD34 EFG'))
    const told = effects.flatMap((one) => (one.kind === 'notice' ? [one.code] : []))
    expect(new Set(told)).toEqual(new Set(['carChanged']))
  })
})

describe('the driver says done', () => {
  test('and the carpool is completed, but not before its departure', () => {
    const story = paidCar()
    assign(story, { meetAt: DEPARTURE - hours(1) })
    story.tick(DEPARTURE - minutes(5))
    expect(done(story)).toBeNull()
    expect(statusOf(story)).toBe('SUCCESS')
    story.tick(DEPARTURE)
    expect(statusOf(story)).toBe('COMPLETED')
  })

  test('of every car of a trip: the last one completes it, and not before its end', () => {
    const story = paidTrip()
    for (const [n, name] of ['ann', 'bob'].entries())
      assign(story, { id: `ride_${n}`, places: [placeIdOf(name)], meetAt: START + hours(2 * n) })
    story.tick(START + hours(2))
    done(story, 'ride_0')
    expect(statusOf(story), 'one is still out').toBe('SUCCESS')
    done(story, 'ride_1')
    expect(statusOf(story)).toBe('COMPLETED')

    const long = paidTrip(END)
    assign(long)
    long.tick(START + hours(1))
    done(long)
    expect(statusOf(long)).toBe('SUCCESS')
    long.tick(END)
    expect(statusOf(long)).toBe('COMPLETED')
  })

  test('of a car that is replaced, and the new one has not arrived', () => {
    const story = paidCar()
    assign(story)
    story.tick(DEPARTURE - minutes(5))
    done(story)
    assign(story, { meetAt: DEPARTURE + hours(1) }, 'CD34 EFG')
    story.tick(DEPARTURE + hours(4) - 1)
    expect(statusOf(story)).toBe('SUCCESS')
    story.tick(DEPARTURE + hours(4))
    expect(statusOf(story)).toBe('COMPLETED')
  })

  test('until 12 hours after it met, however late that was', () => {
    const story = paidCar()
    assign(story, { meetAt: DEPARTURE + hours(12) })
    story.tick(DEPARTURE + hours(13))
    expect(done(story)).toBeNull()
    expect(statusOf(story)).toBe('COMPLETED')
  })
})
