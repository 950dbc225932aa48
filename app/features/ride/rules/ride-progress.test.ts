import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rules } from '#app/carpool/rules/rules.ts'
import { carpoolPlaceRowOf } from '#app/group/service/group-rows.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { ARRIVED, DEPARTURE, placeIdOf, Story, userOf } from '#tests/kit/carpool.ts'
import { carFor, startOf } from '#tests/kit/ride.ts'
import { Story as Trip } from '#tests/kit/trip.ts'
import { drivenCar, seesPhones } from './ride-progress.ts'
import { DRIVER_MARKS, type DriverMark, rideOf, STAGES, WARNINGS } from './ride-state.ts'

type AnyStory = Story | Trip
const groupOf = (story: AnyStory) => (story instanceof Trip ? story.trip : story.car)

/** Assigns a car for the whole group; returns its version, as the driver's page shows it. */
function assign(story: AnyStory, plate = 'AB12 CDE', over: Parameters<typeof carFor>[1] = {}) {
  const seen = rideOf(groupOf(story)).version
  const car = carFor(plate, { meetAt: startOf(groupOf(story)), ...over })
  const as = {
    reason: 'a reason',
    isBusy: false,
    confirmed: [...WARNINGS],
    by: 'adm_one' as const,
  }
  expect(story.say({ type: 'assignCar', car, seen, ...as })).toBeNull()
  return seen + 1
}
const unassign = (story: AnyStory) =>
  story.say({
    type: 'unassignCar',
    carId: 'ride_one',
    seen: rideOf(groupOf(story)).version,
    reason: 'a reason',
    by: 'adm_one',
  })
type Press = { name?: string; version?: number; carId?: `ride_${string}` }
function press(story: AnyStory, mark: DriverMark, { name, ...ref }: Press = {}) {
  const { version = rideOf(groupOf(story)).version, carId = 'ride_one' } = ref
  const participantId = name === undefined ? null : placeIdOf(name)
  return story.say({ type: 'driverMark', carId, version, mark, participantId })
}

/** A paid car that leaves in two hours. */
function ready() {
  const story = new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob')
  story.tick(DEPARTURE - hours(2))
  assign(story)
  return story
}
const rowOf = (story: Story, name: string) => carpoolPlaceRowOf(story.car, story.place(name), 1)
const missedNotices = (story: Story) =>
  story.effects().filter((one) => one.kind === 'notice' && one.code === 'passengerMissed')
/** All that money and seats depend on. */
const restOf = ({ car }: Story) => {
  const {
    slices: _,
    facts: { kept },
    version: __,
    ...rest
  } = car
  return { ...rest, kept }
}

describe('when a driver’s link works', () => {
  test.each([
    [25, false],
    [24, true],
    [0, true],
    [-12 + 1 / 60, true],
    [-12, false],
  ])('%d hours before departure: %s', (before, is) => {
    const story = new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob')
    assign(story)
    const ref = { carId: 'ride_one', version: 1 } as const
    const now = DEPARTURE - hours(before)
    expect(drivenCar(rules, story.car, ref, now) !== null).toBe(is)
    story.tick(now)
    expect(press(story, 'onTheWay')).toBe(is ? null : 'driveLinkGone')
  })

  test.each([
    [3, true],
    [3.1, false],
  ])('%d hours before, phones are shown: %s', (before, is) => {
    expect(seesPhones(rules, ready().car, DEPARTURE - hours(before))).toBe(is)
  })

  test('not for another car, an older version, a withdrawn car or a cancelled group', () => {
    const story = ready()
    expect(press(story, 'onTheWay', { carId: 'ride_two' })).toBe('driveLinkGone')
    assign(story, 'CD34 EFG')
    expect(press(story, 'onTheWay', { version: 1 })).toBe('driveLinkGone')
    expect(press(story, 'onTheWay', { version: 2 })).toBeNull()
    unassign(story)
    expect(press(story, 'arrived', { version: 2 })).toBe('driveLinkGone')
    const other = ready()
    other.cancelGroup()
    expect(press(other, 'onTheWay')).toBe('driveLinkGone')
  })

  test('after departure too, when the group counts as completed', () => {
    const story = ready()
    story.tick(ARRIVED)
    expect(story.car.status).toBe('COMPLETED')
    expect(press(story, 'onBoard', { name: 'ann' })).toBeNull()
  })
})

describe('what a press does', () => {
  test('each passenger’s row has how far the car is, and what concerns this passenger', () => {
    const story = ready()
    expect(rowOf(story, 'ann').ride).not.toHaveProperty('progress')
    press(story, 'arrived')
    press(story, 'onBoard', { name: 'ann' })
    const at = story.now
    expect(rowOf(story, 'ann').ride?.progress).toEqual({ stage: 'arrived', at, mark: 'onBoard' })
    expect(rowOf(story, 'bob').ride?.progress).toEqual({ stage: 'arrived', at, mark: null })
  })

  test.each(STAGES.flatMap((a, i) => STAGES.map((b, j) => [a, b, STAGES[Math.max(i, j)]])))(
    '%s, then %s: the car is %s',
    (first, second, stage) => {
      const story = ready()
      press(story, first as DriverMark)
      expect(press(story, second as DriverMark)).toBeNull()
      expect(rowOf(story, 'ann').ride?.progress?.stage).toBe(stage)
    },
  )

  test('pressed twice, it is recorded once', () => {
    for (const mark of DRIVER_MARKS) {
      const story = ready()
      press(story, mark, { name: 'ann' })
      const { version } = story.car
      expect(press(story, mark, { name: 'ann' })).toBeNull()
      expect(story.car.version, mark).toBe(version)
    }
  })

  test('of a party: only one that travels in the car', () => {
    const story = ready()
    expect(press(story, 'onBoard')).toBe('notFound')
    expect(press(story, 'notHere', { name: 'cyn' })).toBe('notFound')
    const trip = new Trip().confirmed(['ann', 'bob']).paidUp('ann').paidUp('bob')
    trip.tick(trip.trip.tripStartAt - hours(2))
    const version = assign(trip, 'AB12 CDE', { places: [placeIdOf('ann')] })
    expect(press(trip, 'onBoard', { name: 'bob', version })).toBe('notFound')
    expect(press(trip, 'onBoard', { name: 'ann', version })).toBeNull()
  })

  test('a new car begins again', () => {
    const story = ready()
    press(story, 'arrived')
    press(story, 'onBoard', { name: 'ann' })
    assign(story, 'CD34 EFG')
    expect(rowOf(story, 'ann').ride).not.toHaveProperty('progress')
    expect(press(story, 'onTheWay')).toBeNull()
    expect(rowOf(story, 'ann').ride?.progress).toMatchObject({ stage: 'onTheWay', mark: null })
  })
})

describe('a passenger who is not there', () => {
  test('is told, is a task until somebody has seen to it, and keeps seat and money', () => {
    const story = ready()
    const before = restOf(story)
    press(story, 'notHere', { name: 'ann' })
    expect(restOf(story)).toEqual(before)
    expect(rowOf(story, 'ann').missedAt).toBe(story.now)
    expect(rowOf(story, 'bob').missedAt).toBeNull()
    expect(missedNotices(story)).toMatchObject([{ userId: userOf('ann') }])
    const settle = { type: 'settleMissed', participantId: placeIdOf('ann'), by: 'adm_one' } as const
    story.say(settle)
    story.say(settle)
    expect(rowOf(story, 'ann').missedAt).toBeNull()
    expect(
      story.effects().filter((e) => e.kind === 'audit' && e.action === 'missedSettled'),
    ).toEqual([expect.objectContaining({ after: { participantId: placeIdOf('ann') } })])
  })

  test('is seen to again if missed again, which the log has by itself', () => {
    const story = ready()
    const settle = { type: 'settleMissed', participantId: placeIdOf('ann') } as const
    for (const by of ['adm_one', 'adm_two'] as const) {
      press(story, 'notHere', { name: 'ann' })
      story.say({ ...settle, by })
      story.say({ ...settle, by: 'adm_late' })
      press(story, 'onBoard', { name: 'ann' })
      story.tick(story.now + 60_000)
    }
    const log = story.effects().flatMap((e) => (e.kind === 'audit' ? e : []))
    const seenTo = log.filter(({ action }) => action === 'missedSettled')
    expect(seenTo.map(({ by }) => by)).toEqual(['adm_one', 'adm_two'])
    expect(new Set(seenTo.map(({ id }) => id)).size).toBe(2)
  })

  test('found after all, there is no task; missed again, there is one, and the same notice', () => {
    const story = ready()
    press(story, 'notHere', { name: 'ann' })
    press(story, 'onBoard', { name: 'ann' })
    expect(rowOf(story, 'ann').missedAt).toBeNull()
    press(story, 'notHere', { name: 'ann' })
    expect(rowOf(story, 'ann').missedAt).toBe(story.now)
    expect(new Set(missedNotices(story).map((one) => 'id' in one && one.id)).size).toBe(1)
  })

  test('stays a task when another car is sent, and is told once more of that one', () => {
    const story = ready()
    press(story, 'notHere', { name: 'ann' })
    assign(story, 'CD34 EFG')
    expect(rowOf(story, 'ann').missedAt).not.toBeNull()
    press(story, 'notHere', { name: 'ann' })
    expect(new Set(missedNotices(story).map((one) => 'id' in one && one.id)).size).toBe(2)
  })
})

const step = fc.oneof(
  fc.record({
    mark: fc.constantFrom(...DRIVER_MARKS),
    name: fc.constantFrom('ann', 'bob', 'cyn'),
    old: fc.boolean(),
  }),
  fc.constantFrom('AB12 CDE', 'CD34 EFG').map((plate) => ({ plate })),
  fc.constant({ unassign: true }),
  fc.integer({ min: 0, max: 200 }).map((pass) => ({ pass })),
  fc.constantFrom('ann', 'bob').map((settle) => ({ settle })),
)

test('in any history: no press changes a seat or a payment, and the rows show the last ones', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
      const story = ready()
      let stage = -1
      let marks: Record<string, DriverMark> = {}
      for (const one of steps) {
        if ('plate' in one || 'unassign' in one) {
          const { version } = rideOf(story.car)
          if ('plate' in one) assign(story, one.plate)
          else unassign(story)
          if (rideOf(story.car).version !== version) [stage, marks] = [-1, {}]
        } else if ('pass' in one) story.tick(story.now + one.pass * 60_000)
        else if ('settle' in one)
          story.say({
            type: 'settleMissed',
            participantId: placeIdOf(one.settle),
            by: 'adm_one',
          })
        else {
          story.tick(story.now)
          const before = restOf(story)
          const version = rideOf(story.car).version - (one.old ? 1 : 0)
          const refusal = press(story, one.mark, { name: one.name, version })
          // *Done* may complete the group.
          const { status } = story.car
          expect(restOf(story)).toEqual({ ...before, ...(one.mark === 'done' && { status }) })
          if (status !== before.status) expect(status).toBe('COMPLETED')
          const at = (STAGES as readonly string[]).indexOf(one.mark)
          if (one.old) expect(refusal).toBe('driveLinkGone')
          if (refusal === null && at >= 0) stage = Math.max(stage, at)
          if (refusal === null && at < 0) marks[one.name] = one.mark
        }
      }
      for (const name of ['ann', 'bob']) {
        const { ride } = rowOf(story, name)
        if (!ride) continue
        expect(ride.progress?.stage ?? null).toBe(STAGES[stage] ?? null)
        expect(ride.progress?.mark ?? null).toBe(marks[name] ?? null)
      }
    }),
    { numRuns: 300 },
  )
})
