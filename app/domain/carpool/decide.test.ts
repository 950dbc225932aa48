import { describe, expect, test } from 'vitest'
import { CAR, DEPARTURE, NOW, party, placeIdOf, Story, terms, userOf } from '#tests/kit/carpool.ts'
import { DRAFT_MS, HOLD_MS, hours } from '../limits.ts'
import { decide } from './decide.ts'
import { effectsOf } from './effect.ts'
import type { Party, Terms } from './state.ts'

const dayStart = Date.parse('2026-12-04T00:00Z')

describe('a draft', () => {
  test('is pending, takes seats and promises its prices and cutoff', () => {
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
    ['a dropoff at the take-off', { tripType: 'DROPOFF' }, { flightTime: DEPARTURE }, 'flightTimeOrder'],
    ['nobody', {}, { people: 0 }, 'validationFailed', 'people'],
    ['half a person', {}, { people: 1.5 }, 'validationFailed', 'people'],
    ['more people than seats', {}, { people: 4 }, 'validationFailed', 'people'],
    ['a group of none', { maxPassengers: 0 }, {}, 'validationFailed', 'maxPassengers'],
    ['a group of six', { maxPassengers: 6 }, {}, 'validationFailed', 'maxPassengers'],
    ['a terminal the airport lacks', {}, { terminal: 'T1' }, 'validationFailed', 'terminal'],
    ['no address', {}, { nLocation: '' }, 'validationFailed', 'nLocation'],
    ['a long address', {}, { nLocation: 'x'.repeat(101) }, 'validationFailed', 'nLocation'],
    ['a long flight number', {}, { flightNumber: 'x'.repeat(21) }, 'validationFailed', 'flightNumber'],
    ['no big luggage', {}, { bigLuggage: 0 }, 'validationFailed', 'bigLuggage'],
    ['13 big pieces', {}, { bigLuggage: 13 }, 'validationFailed', 'bigLuggage'],
    ['6 small pieces', {}, { smallLuggage: 6 }, 'validationFailed', 'smallLuggage'],
    ['6 bags', {}, { bag: 6 }, 'validationFailed', 'bag'],
    ['times that are no numbers', { carpoolAt: Number.NaN }, {}, 'validationFailed', 'carpoolDatetime'],
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

  test('may start with the third London day, also across the change of clocks', () => {
    const before = Date.parse('2027-03-25T23:30Z')
    const summer = Date.parse('2027-03-27T23:00Z') // 28 March is the day of the change: midnight is still UTC
    const story = new Story()
    story.now = before
    expect(story.draft('ann', { carpoolAt: summer + hours(2) }, { flightTime: summer })).toBe(
      'validationFailed',
    )
    expect(story.draft('ann', { carpoolAt: summer + hours(2) }, { flightTime: summer + hours(1) })).toBeNull()
    const autumn = new Story()
    autumn.now = Date.parse('2026-10-22T22:59Z') // 23:59 in London, so the third day is the 25th, which starts at 23:00 UTC
    const start = Date.parse('2026-10-24T23:00Z')
    expect(autumn.draft('ann', { carpoolAt: start + 1 }, { flightTime: start - 1 })).toBe('validationFailed')
    expect(autumn.draft('ann', { carpoolAt: start + 1 }, { flightTime: start })).toBeNull()
  })

  test('said twice is one draft, and may be corrected until it is paid', () => {
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

  test('of somebody else is not there, and an expired one says so', () => {
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
  test.each(outcomes)('for %i with a party of %i becomes, once paid, %s', (maxPassengers, people, status) => {
    expect(new Story().opened('ann', { maxPassengers }, { people }).car.status).toBe(status)
  })

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

  test('is one a user: said again it is the same hold with the details corrected, its end unmoved', () => {
    const story = new Story().opened('ann', { maxPassengers: 3 })
    story.hold('bob')
    story.now += 60_000
    expect(story.hold('bob', { people: 2, bag: 2 }, 'other')).toBeNull()
    expect(story.car.participants).toHaveLength(2)
    expect(story.place('bob')).toMatchObject({ party: { people: 2, bag: 2 }, holdExpiresAt: NOW + HOLD_MS })
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
    [hours(3), null],
    [hours(3) + 60_000, 'flightTimeRangeError'],
  ])('%i ms from the first flight gives %s', (shift, expected) => {
    const story = new Story().opened('ann')
    expect(story.hold('bob', { flightTime: party().flightTime + shift })).toBe(expected)
  })

  test('is measured against the first flight, not the latest, and the refusal names the window in London time', () => {
    const story = new Story().opened('ann').joined('bob', { flightTime: party().flightTime + hours(3) })
    expect(story.hold('cat', { flightTime: party().flightTime + hours(4) })).toBe('flightTimeRangeError')
    const hold = { type: 'hold' as const, participantId: placeIdOf('cat'), userId: userOf('cat') }
    const result = decide(story.car, { ...hold, party: party({ flightTime: NOW + hours(72) }) }, story.now)
    expect(result).toMatchObject({
      error: { params: { from: Date.parse('2026-12-09T07:00Z'), to: Date.parse('2026-12-09T13:00Z') } },
    })
  })

  test('needs a terminal of the airport; another than the companions is allowed', () => {
    const story = new Story().opened('ann')
    expect(story.hold('bob', { terminal: 'North Terminal' })).toBe('validationFailed')
    expect(story.hold('bob', { terminal: 'T5' })).toBeNull()
  })

  test('is refused from the cutoff on, whether the alarm has fired or not', () => {
    const story = new Story().opened('ann')
    story.now = story.car.cutoffAt - 1
    expect(story.hold('bob')).toBeNull()
    story.now = story.car.cutoffAt
    expect(story.car.status).toBe('OPEN')
    expect(story.hold('cat')).toBe('cutoffPassed')
    story.tick()
    expect(story.hold('cat')).toBe('cutoffPassed')
  })

  test('needs a carpool that others can see', () => {
    expect(new Story().hold('bob')).toBe('invalidCarpool')
    expect(new Story().opened('ann', { maxPassengers: 1 }).hold('bob')).toBe('invalidCarpool')
    expect(new Story().opened('ann', { maxPassengers: 2 }, { people: 2 }).hold('bob')).toBe('carpoolFull')
  })

  test('of somebody who never came to the card is free again the moment it ends, for the next command too', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.hold('bob')
    story.now += HOLD_MS - 1
    expect(story.hold('cat')).toBe('carpoolFull')
    story.now += 1
    expect(story.hold('cat')).toBeNull()
    expect(story.place('bob')).toMatchObject({ seat: 'gone', leaving: 'expired' })
  })

  test('made and given up again and again leaves one trace, not a hundred', () => {
    const story = new Story().opened('ann')
    for (let n = 0; n < 100; n++) {
      expect(story.hold('bob', {}, `bob${n}`)).toBeNull()
      story.say({ type: 'giveUp', participantId: placeIdOf(`bob${n}`), userId: userOf('bob') })
    }
    expect(story.car.participants).toHaveLength(2)
  })

  test('whose payment is under way keeps its seat past its end until the payment is known', () => {
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

describe('an intent', () => {
  test('is attached once an attempt, and not to a place that is gone', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    expect(story.attach('bob', 'pi_1')).toBeNull()
    expect(story.attach('bob', 'pi_1')).toBeNull()
    story.attach('bob', 'pi_2')
    expect(story.place('bob').deposit.intentId).toBe('pi_1')
    story.settle('bob', 'returned', { intentId: 'pi_1' })
    expect(story.place('bob')).toMatchObject({ seat: 'held', deposit: { attempt: 2, intentId: null } })
    story.attach('bob', 'pi_late', 1)
    expect(story.place('bob').deposit.intentId).toBeNull()
    story.attach('bob', 'pi_2', 2)
    expect(story.place('bob').deposit.intentId).toBe('pi_2')
    story.tick(NOW + HOLD_MS)
    expect(story.attach('bob', 'pi_3', 2)).toBe('holdExpired')
    expect(story.attach('ann', 'pi_3')).toBe('alreadyPaid')
    expect(story.attach('ann', 'pi_ann')).toBeNull()
  })

  test('that is refused because time has run out leaves nothing behind', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.now += HOLD_MS
    expect(story.attach('bob')).toBe('holdExpired')
  })
})

describe('settling', () => {
  test('a held deposit takes the seat; said again nothing changes', () => {
    const story = new Story().opened('ann').joined('bob')
    const { version } = story.car
    for (const money of ['held', 'unpaid', 'processing', 'held'] as const) story.settle('bob', money)
    expect(story.car.version).toBe(version)
    expect(story.place('bob')).toMatchObject({ seat: 'taken', deposit: { status: 'held' } })
  })

  test('a payment that arrives before its intent was recorded still finds its seat', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.settle('bob', 'unpaid')
    expect(story.car.strays).toEqual([])
    story.settle('bob', 'held')
    expect(story.place('bob')).toMatchObject({ seat: 'taken', deposit: { intentId: 'pi_bob' } })
  })

  test('a payment after the end of the hold, or after the cutoff, keeps the seat that was kept for it', () => {
    const late = new Story().opened('ann', { maxPassengers: 2 })
    late.hold('bob')
    late.attach('bob')
    late.now += HOLD_MS * 3
    expect(late.settle('bob', 'held')).toBeNull()
    expect(late.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    const cutoff = new Story().opened('ann', { maxPassengers: 2 })
    cutoff.now = cutoff.car.cutoffAt - 1
    cutoff.hold('bob')
    cutoff.attach('bob')
    cutoff.tick(cutoff.car.cutoffAt)
    expect(cutoff.place('bob')).toMatchObject({ seat: 'lapsing', leaving: 'cutoff' })
    expect(cutoff.car.status).toBe('FULL')
    cutoff.settle('bob', 'held')
    expect(cutoff.car.status).toBe('SUCCESS_PENDING_PAYMENT')
  })

  test('money for a place that is gone is let go, once, and its owner told when it is back', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.giveUp('bob')
    story.settle('bob', 'held')
    story.settle('bob', 'held')
    expect(story.car.strays).toEqual([{ intentId: 'pi_bob', participantId: placeIdOf('bob') }])
    expect(story.events.filter((e) => e.type === 'strayFound')).toHaveLength(1)
    story.settle('bob', 'returned', { authorised: true })
    story.settle('bob', 'held')
    expect(story.car.strays).toEqual([])
    expect(story.events.at(-1)).toMatchObject({ type: 'strayReturned', authorised: true })
  })

  test('a second intent of a place that is paid is let go', () => {
    const story = new Story().opened('ann')
    story.settle('ann', 'held', { intentId: 'pi_twice' })
    expect(story.car.strays).toHaveLength(1)
    expect(story.place('ann')).toMatchObject({ seat: 'taken', deposit: { intentId: 'pi_ann' } })
  })

  test('a hold that the bank lets go keeps the seat and says that the deposit is released', () => {
    const story = new Story().opened('ann')
    story.settle('ann', 'returned')
    expect(story.place('ann')).toMatchObject({ seat: 'taken', deposit: { status: 'released' } })
    story.settle('ann', 'held')
    expect(story.place('ann').deposit.status).toBe('released')
    expect(story.car.status).toBe('OPEN')
  })

  test('of a place that the carpool does not know is refused', () => {
    const story = new Story().opened('ann')
    expect(story.settle('bob', 'held')).toBe('notFound')
    expect(new Story().settle('bob', 'held')).toBe('notFound')
  })
})

describe('giving up', () => {
  test('a hold with an intent waits until the money is seen to be back, paid or not', () => {
    for (const paid of [false, true]) {
      const story = new Story().opened('ann')
      story.hold('bob')
      story.attach('bob')
      expect(story.giveUp('bob')).toBeNull()
      expect(story.place('bob')).toMatchObject({ seat: 'lapsing', leaving: 'givenUp' })
      if (paid) story.settle('bob', 'held')
      expect(story.place('bob').seat).toBe('lapsing')
      story.settle('bob', 'returned')
      expect(story.place('bob')).toMatchObject({ seat: 'gone', leaving: 'givenUp' })
    }
  })

  test('a hold that is lapsing already means that a payment under way goes back too', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.attach('bob')
    story.tick(NOW + HOLD_MS)
    story.giveUp('bob')
    story.settle('bob', 'held')
    expect(story.place('bob')).toMatchObject({ seat: 'lapsing', leaving: 'givenUp' })
  })

  test('a confirmed seat is refused and not dropped in silence', () => {
    const story = new Story().opened('ann').joined('bob')
    expect(story.giveUp('bob')).toBe('alreadyPaid')
    expect(story.place('bob').seat).toBe('taken')
  })
})

describe('completion and cutoff', () => {
  test('the group is complete when every seat is confirmed, and each held deposit is captured', () => {
    const story = new Story().opened('ann', { maxPassengers: 3 })
    story.hold('bob', { people: 2 })
    story.attach('bob')
    expect(story.car.status).toBe('FULL')
    story.settle('bob', 'held')
    expect(story.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    const effects = effectsOf({ type: 'statusChanged', to: 'SUCCESS_PENDING_PAYMENT' }, story.car)
    expect(effects.filter((e) => e.kind === 'capture')).toEqual([
      { kind: 'capture', participantId: placeIdOf('ann'), intentId: 'pi_ann', amount: 2000 },
      { kind: 'capture', participantId: placeIdOf('bob'), intentId: 'pi_bob', amount: 2000 },
    ])
    story.settle('bob', 'captured')
    expect(story.place('bob').deposit).toMatchObject({ status: 'captured', captured: 2000 })
    story.settle('bob', 'held')
    expect(story.place('bob').deposit.status).toBe('captured')
  })

  test('never more is captured than is owed', () => {
    const story = new Story().opened('ann', { maxPassengers: 2, prices: [5000, 1500, 1200, 1000, 900] })
    story.joined('bob')
    const amounts = effectsOf({ type: 'statusChanged', to: 'SUCCESS_PENDING_PAYMENT' }, story.car)
    expect(amounts.filter((e) => e.kind === 'capture').map((e) => e.amount)).toEqual([1500, 1500])
  })

  test('a deposit that the bank has let go is not captured', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.settle('ann', 'returned')
    story.joined('bob')
    const effects = effectsOf({ type: 'statusChanged', to: 'SUCCESS_PENDING_PAYMENT' }, story.car)
    expect(effects.flatMap((e) => (e.kind === 'capture' ? [e.participantId] : []))).toEqual([
      placeIdOf('bob'),
    ])
  })

  test('an incomplete group fails at the cutoff, not before, and stays failed', () => {
    const story = new Story().opened('ann').joined('bob')
    story.tick(story.car.cutoffAt - 1)
    expect(story.car.status).toBe('OPEN')
    story.tick(story.car.cutoffAt)
    expect(story.car.status).toBe('FAILED')
    story.tick(story.car.carpoolAt + hours(48))
    expect(story.car.status).toBe('FAILED')
  })

  test('at the cutoff nothing is decided while a payment is undecided', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.now = story.car.cutoffAt - 60_000
    story.hold('bob')
    story.attach('bob')
    story.tick(story.car.cutoffAt + hours(5))
    expect(story.car.status).toBe('FULL')
    story.settle('bob', 'returned')
    expect(story.car.status).toBe('FAILED')
  })

  test('a hold without an intent does not hold the cutoff back', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.now = story.car.cutoffAt - 60_000
    story.hold('bob')
    story.tick(story.car.cutoffAt)
    expect(story.car.status).toBe('FAILED')
    expect(story.place('bob')).toMatchObject({ seat: 'gone', leaving: 'cutoff' })
  })
})
