import { describe, expect, test } from 'vitest'
import { DRAFT_MS, HOLD_MS, hours } from '#app/kernel/limits.ts'
import { CAR, DEPARTURE, NOW, party, placeIdOf, Story, terms, userOf } from '#tests/kit/carpool.ts'
import { decide } from './machine.ts'
import type { Party, Terms } from './state.ts'

const dayStart = Date.parse('2026-12-04T00:00Z')

describe('a draft', () => {
  test('is pending, takes seats, and fixes its prices and cutoff', () => {
    const story = new Story()
    expect(story.draft('ann', {}, { people: 2 })).toBeNull()
    expect(story.car).toMatchObject({
      status: 'PENDING',
      cutoffAt: DEPARTURE - hours(24),
      prices: terms().prices,
    })
    expect(story.place('ann')).toMatchObject({ seat: 'held', holdExpiresAt: NOW + DRAFT_MS })
  })

  const refusals: [string, Partial<Terms>, Partial<Party>, string, string?][] = [
    [
      'a minute before the third day',
      { carpoolAt: dayStart - 60_000 },
      { flightTime: dayStart - hours(1) },
      'validationFailed',
      'carpoolDatetime',
    ],
    [
      'a flight before the third day',
      { carpoolAt: dayStart },
      { flightTime: dayStart - 1 },
      'validationFailed',
      'flightTime',
    ],
    ['a pickup before the landing', {}, { flightTime: DEPARTURE + 1 }, 'flightTimeOrder'],
    ['a pickup at the landing', {}, { flightTime: DEPARTURE }, 'flightTimeOrder'],
    [
      'a dropoff after the take-off',
      { tripType: 'DROPOFF' },
      { flightTime: DEPARTURE - 1 },
      'flightTimeOrder',
    ],
    [
      'a dropoff at the take-off',
      { tripType: 'DROPOFF' },
      { flightTime: DEPARTURE },
      'flightTimeOrder',
    ],
    ['nobody', {}, { people: 0 }, 'validationFailed', 'people'],
    ['half a person', {}, { people: 1.5 }, 'validationFailed', 'people'],
    ['more people than seats', {}, { people: 4 }, 'validationFailed', 'people'],
    ['a group of zero', { maxPassengers: 0 }, {}, 'validationFailed', 'maxPassengers'],
    ['a group of six', { maxPassengers: 6 }, {}, 'validationFailed', 'maxPassengers'],
    ['a terminal the airport lacks', {}, { terminal: 'T1' }, 'validationFailed', 'terminal'],
    ['no address', {}, { nLocation: '' }, 'validationFailed', 'nLocation'],
    ['a long address', {}, { nLocation: 'x'.repeat(101) }, 'validationFailed', 'nLocation'],
    [
      'a long flight number',
      {},
      { flightNumber: 'x'.repeat(21) },
      'validationFailed',
      'flightNumber',
    ],
    ['less than no big luggage', {}, { bigLuggage: -1 }, 'validationFailed', 'bigLuggage'],
    ['13 big pieces', {}, { bigLuggage: 13 }, 'validationFailed', 'bigLuggage'],
    ['6 small pieces', {}, { smallLuggage: 6 }, 'validationFailed', 'smallLuggage'],
    ['6 bags', {}, { bag: 6 }, 'validationFailed', 'bag'],
    [
      'times that are not numbers',
      { carpoolAt: Number.NaN },
      {},
      'validationFailed',
      'carpoolDatetime',
    ],
  ]
  test.each(refusals)('is refused with %s', (_what, t, p, code, field) => {
    const command = {
      participantId: placeIdOf('ann'),
      userId: userOf('ann'),
      terms: terms(t),
      party: party(p),
    }
    const result = decide(null, { type: 'draft', carpoolId: CAR, ...command }, NOW)
    expect(result).toEqual({ ok: false, error: field ? { code, params: { field } } : { code } })
  })

  test('may start with the third London day, even across a clock change', () => {
    const before = Date.parse('2027-03-25T23:30Z')
    const summer = Date.parse('2027-03-27T23:00Z') // 28 March is the day of the change: midnight is still UTC
    const story = new Story()
    story.now = before
    expect(story.draft('ann', { carpoolAt: summer + hours(2) }, { flightTime: summer })).toBe(
      'validationFailed',
    )
    expect(
      story.draft('ann', { carpoolAt: summer + hours(2) }, { flightTime: summer + hours(1) }),
    ).toBeNull()
    const autumn = new Story()
    autumn.now = Date.parse('2026-10-22T22:59Z') // 23:59 in London, so the third day is the 25th, which starts at 23:00 UTC
    const start = Date.parse('2026-10-24T23:00Z')
    expect(autumn.draft('ann', { carpoolAt: start + 1 }, { flightTime: start - 1 })).toBe(
      'validationFailed',
    )
    expect(autumn.draft('ann', { carpoolAt: start + 1 }, { flightTime: start })).toBeNull()
  })

  test('sent twice is one draft, and can be corrected until it is paid', () => {
    const story = new Story()
    story.draft('ann')
    const { version } = story.car
    expect(story.draft('ann')).toBeNull()
    expect(story.car.version).toBe(version)
    expect(story.draft('ann', { maxPassengers: 4 }, { bag: 3 })).toBeNull()
    expect(story.car).toMatchObject({ maxPassengers: 4, participants: [{ party: { bag: 3 } }] })
    expect(story.car.participants).toHaveLength(1)
    story.attach('ann')
    story.settle('ann', 'held')
    expect(story.draft('ann', { maxPassengers: 5 })).toBe('alreadyPaid')
  })

  test('of another student is not found, and an expired one is reported as expired', () => {
    const story = new Story()
    story.draft('ann')
    const stranger = {
      participantId: placeIdOf('bob'),
      userId: userOf('bob'),
      terms: terms(),
      party: party(),
    }
    expect(story.say({ type: 'draft', carpoolId: CAR, ...stranger })).toBe('notFound')
    expect(story.hold('bob')).toBe('invalidCarpool')
    story.tick(NOW + DRAFT_MS)
    expect(story.car.status).toBe('CANCELLED')
    expect(story.draft('ann')).toBe('holdExpired')
  })

  const outcomes: [number, number, string][] = [
    [1, 1, 'PRIVATE_PENDING_PAYMENT'],
    [2, 1, 'OPEN'],
    [2, 2, 'SUCCESS_PENDING_PAYMENT'],
    [5, 4, 'OPEN'],
    [5, 5, 'SUCCESS_PENDING_PAYMENT'],
  ]
  test.each(outcomes)(
    'for %i with a party of %i becomes, once paid, %s',
    (maxPassengers, people, status) => {
      expect(new Story().opened('ann', { maxPassengers }, { people }).car.status).toBe(status)
    },
  )

  test('that is given up before any payment is cancelled at once', () => {
    const story = new Story()
    story.draft('ann')
    expect(story.giveUp('ann', 'bob')).toBe('notFound')
    expect(story.giveUp('ann')).toBeNull()
    expect(story.car.status).toBe('CANCELLED')
    expect(story.giveUp('ann')).toBeNull()
    expect(story.hold('bob')).toBe('notOpen')
  })
})

describe('a hold', () => {
  test('takes as many seats as it has people, and no more than are free', () => {
    const story = new Story().opened('ann', { maxPassengers: 4 })
    expect(story.hold('bob', { people: 4 })).toBe('carpoolFull')
    expect(story.hold('bob', { people: 2 })).toBeNull()
    expect(story.hold('cat', { people: 2 })).toBe('carpoolFull')
    expect(story.car.status).toBe('OPEN')
    expect(story.hold('cat')).toBeNull()
    expect(story.car.status).toBe('FULL')
    expect(story.hold('dan')).toBe('carpoolFull')
  })

  test('is limited to one per user: repeating it updates its details and keeps its end', () => {
    const story = new Story().opened('ann', { maxPassengers: 3 })
    story.hold('bob')
    story.now += 60_000
    expect(story.hold('bob', { people: 2, bag: 2 }, 'other')).toBeNull()
    expect(story.car.participants).toHaveLength(2)
    expect(story.place('bob')).toMatchObject({
      party: { people: 2, bag: 2 },
      holdExpiresAt: NOW + HOLD_MS,
    })
    expect(story.car.status).toBe('FULL')
    expect(story.hold('bob', { people: 3 })).toBe('carpoolFull')
    expect(story.hold('ann')).toBe('alreadyJoined')
    expect(story.hold('bob')).toBeNull()
    expect(story.car.status).toBe('OPEN')
  })

  test.each([
    [-hours(3) - 60_000, 'flightTimeRangeError'],
    [-hours(3), null],
    [0, null],
    // The car leaves two hours after the first flight has landed.
    [hours(2) - 60_000, null],
    [hours(2), 'flightTimeOrder'],
    [hours(3), 'flightTimeOrder'],
    [hours(3) + 60_000, 'flightTimeRangeError'],
  ])('%i ms from the first flight gives %s', (shift, expected) => {
    const story = new Story().opened('ann')
    expect(story.hold('bob', { flightTime: party().flightTime + shift })).toBe(expected)
  })

  test('is measured from the first flight, not the latest, and the refusal gives the window in London time', () => {
    const story = new Story()
      .opened('ann')
      .joined('bob', { flightTime: party().flightTime - hours(3) })
    expect(story.hold('cat', { flightTime: party().flightTime - hours(4) })).toBe(
      'flightTimeRangeError',
    )
    const hold = { type: 'hold' as const, participantId: placeIdOf('cat'), userId: userOf('cat') }
    const result = decide(
      story.car,
      { ...hold, party: party({ flightTime: NOW + hours(72) }) },
      story.now,
    )
    expect(result).toMatchObject({
      error: {
        params: { from: Date.parse('2026-12-09T07:00Z'), to: Date.parse('2026-12-09T11:59Z') },
      },
    })
  })

  test('needs a terminal of the airport; companions may use another one', () => {
    const story = new Story().opened('ann')
    expect(story.hold('bob', { terminal: 'North Terminal' })).toBe('validationFailed')
    expect(story.hold('bob', { terminal: 'T5' })).toBeNull()
  })

  test('is refused from the cutoff on, whether or not the alarm has fired', () => {
    const story = new Story().opened('ann')
    story.now = story.car.cutoffAt - 1
    expect(story.hold('bob')).toBeNull()
    story.now = story.car.cutoffAt
    expect(story.car.status).toBe('OPEN')
    expect(story.hold('cat')).toBe('cutoffPassed')
    story.tick()
    expect(story.hold('cat')).toBe('cutoffPassed')
  })

  test('needs a carpool that is visible to others', () => {
    expect(new Story().hold('bob')).toBe('invalidCarpool')
    expect(new Story().opened('ann', { maxPassengers: 1 }).hold('bob')).toBe('invalidCarpool')
    expect(new Story().opened('ann', { maxPassengers: 2 }, { people: 2 }).hold('bob')).toBe(
      'carpoolFull',
    )
  })

  test('without a card attempt frees its seat the moment it ends, even for the next command', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.hold('bob')
    story.now += HOLD_MS - 1
    expect(story.hold('cat')).toBe('carpoolFull')
    story.now += 1
    expect(story.hold('cat')).toBeNull()
    expect(story.place('bob')).toMatchObject({ seat: 'gone', leaving: 'expired' })
  })

  test('made and given up repeatedly leaves one record, not a hundred', () => {
    const story = new Story().opened('ann')
    for (let n = 0; n < 100; n++) {
      expect(story.hold('bob', {}, `bob${n}`)).toBeNull()
      story.say({ type: 'giveUp', participantId: placeIdOf(`bob${n}`), userId: userOf('bob') })
    }
    expect(story.car.participants).toHaveLength(2)
  })

  test('stays known while its unpaid intent is being released, even if the student joins again', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.now += HOLD_MS
    story.settle('bob', 'unpaid')
    expect(story.car.strays).toMatchObject([{ intentId: 'pi_bob' }])
    story.hold('bob', {}, 'bob2')
    expect(story.settle('bob', 'returned')).toBeNull()
    expect(story.car.strays).toEqual([])
  })

  test('with a payment in progress keeps its seat past its end until the result is known', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.hold('bob')
    story.attach('bob')
    story.tick(NOW + HOLD_MS)
    expect(story.place('bob')).toMatchObject({ seat: 'lapsing', leaving: 'expired' })
    expect(story.hold('cat')).toBe('carpoolFull')
    expect(story.hold('bob')).toBe('unavailable')
    story.settle('bob', 'unpaid')
    expect(story.place('bob').seat).toBe('lapsing')
    story.settle('bob', 'returned')
    expect(story.place('bob').seat).toBe('gone')
    expect(story.car.status).toBe('OPEN')
    expect(story.hold('bob', {}, 'bob2')).toBeNull()
  })
})
