import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextDue } from '#app/carpool/rules/machine.ts'
import type { Group } from '#app/group/rules/state.ts'
import { carpoolPlaceRowOf } from '#app/group/service/group-rows.server.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { hours, minutes, TELL_AFTER_MS } from '#app/kernel/limits.ts'
import type { Failure } from '#app/kernel/result.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { DEPARTURE, having, placeIdOf, Story, userOf } from '#tests/kit/carpool.ts'
import { carFor, startOf } from '#tests/kit/ride.ts'
import { Story as Trip } from '#tests/kit/trip.ts'
import { isOverloaded } from './ride.ts'
import type { Say } from './ride-event.ts'
import { metAt, rideOfPlace } from './ride-progress.ts'
import { carOf, rideOf, type Warning } from './ride-state.ts'

type AnyStory = {
  now: number
  refusal: Failure | null
  state: Group | null
  say(command: Say<'assignCar' | 'unassignCar'>): ErrorCode | null
  tick(at?: number): unknown
  notices(): string[]
}
type Change = Parameters<typeof carFor>[1] & {
  seen?: number
  reason?: string | null
  isBusy?: boolean
}

/** Assigns what the console has just been shown, unless told otherwise. */
function assign(
  story: AnyStory,
  plate = 'AB12 CDE',
  change: Change = {},
  confirmed: Warning[] = ['luggage'],
) {
  const { seen = rideOf(story.state as Group).version, reason = 'a reason', ...rest } = change
  const { isBusy = false, ...car } = rest
  return story.say({
    type: 'assignCar',
    car: carFor(plate, { meetAt: startOf(story.state as Group), ...car }),
    seen,
    reason,
    isBusy,
    confirmed,
    by: 'adm_one',
  })
}
const unassign = (
  story: AnyStory,
  seen = rideOf(story.state as Group).version,
  reason: string | null = 'a reason',
) => story.say({ type: 'unassignCar', carId: 'ride_one', seen, reason, by: 'adm_one' })

const NEWS = ['carAssigned', 'carChanged', 'carWithdrawn']
/** The news of cars so far, as `code to user`. */
const newsOf = (story: AnyStory) =>
  story.notices().filter((one) => NEWS.includes(one.split(' ')[0] ?? ''))
const complete = () => new Story().complete(['ann', 'bob'])
const told = (story: AnyStory) => story.tick(story.now + TELL_AFTER_MS)

describe('who can be given a car', () => {
  const STATES: [string, () => AnyStory, string | null][] = [
    ['a draft', () => drafted(), 'operationExpired'],
    ['an open group', () => new Story().opened('ann'), 'operationExpired'],
    ['a complete group', complete, null],
    ['a paid group', () => complete().paidUp('ann').paidUp('bob'), null],
    ['a failed group', () => new Story().failed('ann'), 'operationExpired'],
    ['an unpaid private car', () => new Story().opened('ann', { maxPassengers: 1 }), null],
    ['a private car', () => new Story().opened('ann', { maxPassengers: 1 }).paidUp('ann'), null],
    ['a cancelled group', () => cancelled(), 'operationExpired'],
    ['an open trip', () => new Trip().opened('ann').joined('bob'), 'operationExpired'],
    ['a confirmed trip', () => new Trip().confirmed(['ann', 'bob']), null],
  ]
  test.each(STATES)('%s', (_, make, refusal) => {
    expect(assign(make())).toBe(refusal)
  })
  const drafted = () => having(new Story(), (story) => story.draft('ann'))
  const cancelled = () => having(complete(), (story) => story.cancelGroup())
})

describe('what a car needs', () => {
  const { vehicle, driver } = carFor()
  const day = '2026-12-09'
  const dayBefore = '2026-12-08'
  test.each([
    ['a licence until the day', { vehicle: { ...vehicle, licenceUntil: day } }, null],
    ['no expired licence', { vehicle: { ...vehicle, licenceUntil: dayBefore } }, 'licenceExpired'],
    ['a badge until the day', { driver: { ...driver, badgeUntil: day } }, null],
    ['no expired badge', { driver: { ...driver, badgeUntil: dayBefore } }, 'licenceExpired'],
    ['as many seats as people', { vehicle: { ...vehicle, seats: 2 } }, null],
    ['not fewer', { vehicle: { ...vehicle, seats: 1 } }, 'tooFewSeats'],
  ])('%s', (_, change, refusal) => {
    expect(assign(complete(), 'AB12 CDE', change)).toBe(refusal)
  })

  test('a licence that ends before a meeting after midnight does not cover it', () => {
    const change = { meetAt: DEPARTURE + hours(12), vehicle: { ...vehicle, licenceUntil: day } }
    expect(assign(complete(), 'AB12 CDE', change)).toBe('licenceExpired')
  })

  const small = { vehicle: { ...vehicle, bigCases: 3, smallCases: 2 } }
  test.each<[Change, Warning[], string | null]>([
    [{}, [], null],
    [small, [], 'luggage'],
    [small, ['luggage'], null],
    [small, ['driverBusy'], 'luggage'],
    [{ isBusy: true }, [], 'driverBusy'],
    [{ isBusy: true }, ['luggage'], 'driverBusy'],
    [{ isBusy: true }, ['driverBusy'], null],
    [{ ...small, isBusy: true }, [], 'luggage driverBusy'],
    [{ ...small, isBusy: true }, ['luggage'], 'driverBusy'],
    [{ ...small, isBusy: true }, ['driverBusy'], 'luggage'],
    [{ ...small, isBusy: true }, ['driverBusy', 'luggage'], null],
  ])('each warning is confirmed by itself (%#)', (change, confirmed, missing) => {
    const story = complete()
    expect(assign(story, 'AB12 CDE', change, confirmed)).toBe(missing && 'needsConfirmation')
    expect(story.refusal?.params?.confirm ?? null).toBe(missing)
  })

  test.each([
    ['up to twelve hours before departure', -hours(12), null],
    ['not earlier', -hours(12) - 1, 'validationFailed'],
    ['up to twelve hours after it', hours(12), null],
    ['not later', hours(12) + 1, 'validationFailed'],
  ])('a meeting near the departure: %s', (_, by, refusal) => {
    const story = complete()
    expect(assign(story, 'AB12 CDE', { meetAt: DEPARTURE + by })).toBe(refusal)
    const range = { field: 'meetAt', from: DEPARTURE - hours(12), to: DEPARTURE + hours(12) }
    expect(story.refusal?.params ?? null).toEqual(refusal && range)
  })

  test.each([
    ['nobody', []],
    ['somebody of another group', ['par_ann', 'par_stranger']],
    ['somebody who has left', ['par_bob']],
  ] as [string, ParticipantId[]][])('passengers of the group: %s is refused', (_, places) => {
    const trip = new Trip().opened('ann', { minPassengers: 2, maxPassengers: 3 }).joined('bob')
    trip.exit('bob')
    trip.joined('cat').tick(trip.trip.cutoffAt)
    expect(trip.place('bob').seat).toBe('gone')
    expect(assign(trip, 'AB12 CDE', { places })).toBe('validationFailed')
    expect(trip.refusal?.params).toEqual({ field: 'places' })
    expect(assign(trip, 'AB12 CDE', { places: [placeIdOf('ann')] })).toBeNull()
  })

  test('a withdrawal needs a reason', () => {
    const story = complete()
    assign(story)
    expect(unassign(story, 1, null)).toBe('validationFailed')
    expect(story.refusal?.params).toEqual({ field: 'reason' })
    expect(unassign(story)).toBeNull()
  })

  test.each([
    [4, 4, 4, 4, false],
    [4, 4, 4, 6, true],
    [4, 4, 3, 6, false],
    [4, 4, 3, 7, true],
    [0, 0, 0, 0, false],
    [2, 0, 0, 4, false],
    [2, 0, 1, 3, true],
  ])(
    '%i and %i cases of room for %i and %i: over is %s',
    (bigCases, smallCases, big, small, is) => {
      const party = { bigLuggage: big, smallLuggage: small }
      expect(isOverloaded({ bigCases, smallCases }, [{ party }])).toBe(is)
    },
  )
})

describe('two consoles', () => {
  test('the second one has to look again, and repeating the same changes nothing', () => {
    const story = complete()
    expect(assign(story, 'AB12 CDE', { seen: 0 })).toBeNull()
    const { version } = story.car
    expect(assign(story, 'AB12 CDE', { seen: 0 })).toBeNull()
    expect(story.car.version).toBe(version)
    expect(assign(story, 'CD34 EFG', { seen: 0 })).toBe('versionConflict')
    expect(unassign(story, 0)).toBe('versionConflict')
    expect(unassign(story)).toBeNull()
    expect(unassign(story, 0)).toBeNull()
  })

  test('another car needs a reason', () => {
    const story = complete()
    expect(assign(story, 'AB12 CDE', { reason: null })).toBeNull()
    expect(assign(story, 'CD34 EFG', { reason: null })).toBe('validationFailed')
    expect(assign(story, 'CD34 EFG')).toBeNull()
  })
})

describe('who is told', () => {
  test('each confirmed place, ten minutes later and once', () => {
    const story = complete()
    assign(story)
    expect(nextDue(story.car)).toBe(story.now + minutes(10))
    story.tick(story.now + minutes(10) - 1)
    expect(newsOf(story)).toEqual([])
    story.tick(story.now + 1)
    expect(newsOf(story)).toEqual([
      `carAssigned to ${userOf('ann')}`,
      `carAssigned to ${userOf('bob')}`,
    ])
    story.tick(story.now + hours(1))
    expect(newsOf(story)).toHaveLength(2)
  })

  test('a change within ten minutes replaces what was not sent yet', () => {
    const story = complete()
    assign(story)
    assign(story, 'CD34 EFG')
    told(story)
    expect(newsOf(story).map((one) => one.split(' ')[0])).toEqual(['carAssigned', 'carAssigned'])
    const texts = story
      .effects()
      .filter((one) => one.kind === 'notice' && one.code === 'carAssigned')
    expect(texts).toMatchObject([
      { params: { plate: 'CD34 EFG' } },
      { params: { plate: 'CD34 EFG' } },
    ])
  })

  test('a car withdrawn before anybody knew of it is not mentioned', () => {
    const story = complete()
    assign(story)
    unassign(story)
    told(story)
    expect(newsOf(story)).toEqual([])
  })

  test('a withdrawal goes to those who know of the car', () => {
    const story = complete()
    assign(story)
    told(story)
    unassign(story)
    told(story)
    expect(newsOf(story).slice(2)).toEqual([
      `carWithdrawn to ${userOf('ann')}`,
      `carWithdrawn to ${userOf('bob')}`,
    ])
  })

  test('at once within three hours of departure', () => {
    const story = complete().paidUp('ann').paidUp('bob')
    story.now = DEPARTURE - hours(3)
    assign(story)
    expect(newsOf(story)).toHaveLength(2)
  })

  test('nobody once the group is cancelled, or whose place was released', () => {
    const story = complete().paidUp('ann')
    assign(story)
    story.cancelGroup()
    told(story)
    expect(newsOf(story)).toEqual([])
    const other = complete().paidUp('ann')
    other.tick(DEPARTURE - hours(24) - minutes(5))
    assign(other)
    other.tick(DEPARTURE - hours(24) + minutes(5))
    expect(newsOf(other)).toEqual([`carAssigned to ${userOf('ann')}`])
  })

  test('on a trip, only those who travel in the car', () => {
    const trip = new Trip().confirmed(['ann', 'bob'])
    assign(trip, 'AB12 CDE', { places: [placeIdOf('ann')] })
    told(trip)
    expect(newsOf(trip)).toEqual([`carAssigned to ${userOf('ann')}`])
    expect(assign(trip, 'CD34 EFG', { id: 'ride_two', places: [placeIdOf('ann')] })).toBe(
      'validationFailed',
    )
    assign(trip, 'CD34 EFG', { id: 'ride_two', places: [placeIdOf('bob')] })
    told(trip)
    expect(newsOf(trip).slice(1)).toEqual([`carAssigned to ${userOf('bob')}`])
  })
})

test('only a confirmed place has the car in its row', () => {
  const story = complete().paidUp('ann')
  assign(story)
  const rideIn = (name: string) => carpoolPlaceRowOf(story.car, story.place(name), 1).ride
  expect(rideIn('ann')).toMatchObject({ version: 1, vehicle: { plate: 'AB12 CDE' } })
  expect(rideIn('ann')).not.toHaveProperty('places')
  story.tick(DEPARTURE - hours(24))
  expect(story.place('bob').seat).toBe('gone')
  expect(rideIn('bob')).toBeNull()
})

test('the audit log names vehicle and driver by their ids', () => {
  const story = complete()
  assign(story)
  unassign(story)
  const entries = story.effects().filter((one) => one.kind === 'audit')
  expect(entries.map((one) => one.kind === 'audit' && one.action)).toEqual([
    'carAssigned',
    'carUnassigned',
  ])
  expect(JSON.stringify(entries)).not.toMatch(/Carter|07700900001/)
  expect(new Set(entries.map((one) => one.kind === 'audit' && one.id)).size).toBe(2)
})

/** What an administrator and the group may do, in any order. */
const step = fc.oneof(
  fc.constantFrom('AB12 CDE', 'CD34 EFG', 'EF56 GHI').map((plate) => ({ plate })),
  fc.constant({ unassign: true }),
  fc.integer({ min: 0, max: 15 }).map((pass) => ({ pass })),
  fc.constantFrom('ann', 'bob').map((pays) => ({ pays })),
  fc.constant({ cutoff: true }),
)

test('in any history: once all is told, each place was last told the car it has, and nobody else hears', () => {
  const property = (steps: typeof step extends fc.Arbitrary<infer S> ? S[] : never) => {
    const story = complete()
    for (const one of steps) {
      if ('plate' in one) assign(story, one.plate)
      else if ('unassign' in one) unassign(story)
      else if ('pass' in one) story.tick(story.now + minutes(one.pass))
      else if ('pays' in one) {
        if (!isPaid(story.place(one.pays).balance) && story.place(one.pays).seat === 'taken')
          story.paidUp(one.pays)
      } else if (story.now < DEPARTURE - hours(24)) story.tick(DEPARTURE - hours(24))
    }
    const before = newsOf(story).length
    const gone = story.car.participants.filter((p) => p.seat === 'gone').map((p) => p.userId)
    told(story)
    for (const p of story.car.participants.filter((one) => one.seat === 'taken'))
      if (story.car.status !== 'COMPLETED' && story.car.status !== 'CLOSED')
        expect(rideOf(story.car).told[p.id] ?? null).toBe(carOf(story.car, p)?.version ?? null)
    for (const one of newsOf(story).slice(before))
      expect(gone.some((user) => one.endsWith(`to ${user}`))).toBe(false)
  }
  fc.assert(fc.property(fc.array(step, { maxLength: 12 }), property), { numRuns: 300 })
})

describe('stops with times of their own', () => {
  const byDoor = () => {
    const flightTime = DEPARTURE + hours(4)
    const car = { maxPassengers: 2, tripType: 'DROPOFF' } as const
    const story = new Story().opened('ann', car, { flightTime })
    return story.joined('bob', { flightTime })
  }
  const at = (after: number, name = 'bob') => ({ stops: { [placeIdOf(name)]: DEPARTURE + after } })

  test('each passenger is told of their own stop, others of the car’s time', () => {
    const story = byDoor()
    expect(assign(story, 'DOOR 1', at(minutes(20)))).toBeNull()
    told(story)
    const state = story.state as Group
    const rides = ['ann', 'bob'].map((name) => {
      const p = state.participants.find(({ id }) => id === placeIdOf(name))
      return p && rideOfPlace(state, p)
    })
    expect(rides.map((ride) => ride?.meetAt)).toEqual([DEPARTURE, DEPARTURE + minutes(20)])
    expect(JSON.stringify(rides[0])).not.toContain(placeIdOf('bob'))
    expect(metAt(state)).toBe(DEPARTURE + minutes(20))
  })

  test.each([
    ['at the car’s time', at(0), null],
    ['a minute before it', at(-minutes(1)), 'validationFailed'],
    ['as late as a car may meet', at(hours(12)), null],
    ['later than that', at(hours(12) + 1), 'validationFailed'],
    ['of somebody else', at(0, 'eve'), 'validationFailed'],
  ])('a stop %s', (_, change, refusal) => {
    expect(assign(byDoor(), 'DOOR 2', change)).toBe(refusal)
  })

  test('another time is another version of the car', () => {
    const story = byDoor()
    assign(story, 'DOOR 3', at(minutes(5)))
    const { version } = rideOf(story.state as Group)
    assign(story, 'DOOR 3', at(minutes(5)))
    expect(rideOf(story.state as Group).version).toBe(version)
    assign(story, 'DOOR 3', at(minutes(6)))
    expect(rideOf(story.state as Group).version).toBe(version + 1)
  })
})
