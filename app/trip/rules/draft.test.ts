import { describe, expect, test } from 'vitest'
import type { Party } from '#app/group/rules/state.ts'
import { DRAFT_MS, HOLD_MS, hours } from '#app/kernel/limits.ts'
import { creator, NOW, placeIdOf, START, Story, TRIP, terms, userOf } from '#tests/kit/trip.ts'
import { earliestCutoff } from './check.ts'
import { decide, nextDue } from './machine.ts'
import type { Terms } from './state.ts'

const instant = (text: string) => Date.parse(text)
const tomorrow = instant('2026-12-02T00:00Z')

/** The answer to a draft with these terms and this party: the field that is wrong, or null. */
function fieldOf(t: Partial<Terms>, p: Partial<Party> = {}): unknown {
  const ids = { tripId: TRIP, participantId: placeIdOf('ann'), userId: userOf('ann') } as const
  const result = decide(
    null,
    { type: 'draftTrip', ...ids, terms: terms(t), party: creator(p) },
    NOW,
  )
  if (result.ok) return null
  expect(result.error.code).toBe('validationFailed')
  return result.error.params?.field
}

describe('a draft', () => {
  test('is pending, takes seats for half an hour and keeps the creator’s details', () => {
    const story = new Story()
    expect(story.draft('ann', {}, { people: 2 })).toBeNull()
    expect(story.trip).toMatchObject({
      id: TRIP,
      version: 2,
      status: 'PENDING',
      private: false,
      ...terms(),
    })
    expect(story.place('ann')).toMatchObject({
      seat: 'held',
      holdExpiresAt: NOW + DRAFT_MS,
      party: { people: 2, terminal: null, flightTime: null },
    })
    expect(nextDue(story.trip)).toBe(NOW + DRAFT_MS)
    expect(story.effects()).toEqual([])
  })

  const taken: [string, Partial<Terms>][] = [
    ['a name of one letter', { tripName: '湖' }],
    ['a name of 20', { tripName: '湖'.repeat(20) }],
    ['a name of 20 in spaces', { tripName: ` ${'湖'.repeat(20)} ` }],
    ['seats for 2', { minPassengers: 1, maxPassengers: 2 }],
    ['seats for 100', { maxPassengers: 100 }],
    ['a minimum of 1', { minPassengers: 1 }],
    ['a minimum that is the maximum', { minPassengers: 4 }],
    ['a cutoff as early as tomorrow', { cutoffAt: tomorrow }],
    ['a start right after the cutoff', { cutoffAt: START - 1 }],
    ['an end right after the start', { tripEndAt: START + 1 }],
    ['a balance of zero', { balancePrice: 0 }],
    ['a balance of a penny', { balancePrice: 1 }],
  ]
  test.each(taken)('may have %s', (_what, t) => expect(fieldOf(t)).toBeNull())

  const refused: [string, Partial<Terms>, string][] = [
    ['no name', { tripName: '' }, 'tripName'],
    ['a name of spaces', { tripName: '   ' }, 'tripName'],
    ['a name of 21', { tripName: '湖'.repeat(21) }, 'tripName'],
    ['one seat', { minPassengers: 1, maxPassengers: 1 }, 'maxPassenger'],
    ['101 seats', { maxPassengers: 101 }, 'maxPassenger'],
    ['half a seat', { maxPassengers: 2.5 }, 'maxPassenger'],
    ['seats that are not a number', { maxPassengers: Number.NaN }, 'maxPassenger'],
    ['a minimum of zero', { minPassengers: 0 }, 'minPassenger'],
    ['a minimum over the maximum', { minPassengers: 5 }, 'minPassenger'],
    ['a minimum of one and a half', { minPassengers: 1.5 }, 'minPassenger'],
    ['a cutoff late today', { cutoffAt: tomorrow - 1 }, 'cutoffTime'],
    ['a cutoff that is not a number', { cutoffAt: Number.NaN }, 'cutoffTime'],
    ['a start at the cutoff', { cutoffAt: START }, 'tripStartDatetime'],
    ['a start that is not a number', { tripStartAt: Number.NaN }, 'tripStartDatetime'],
    ['an end at the start', { tripEndAt: START }, 'tripEndDatetime'],
    ['an end that is not a number', { tripEndAt: Number.NaN }, 'tripEndDatetime'],
    ['a negative balance', { balancePrice: -1 }, 'balancePrice'],
    ['half a penny of balance', { balancePrice: 0.5 }, 'balancePrice'],
    ['a balance that is not a number', { balancePrice: Number.NaN }, 'balancePrice'],
    ['a balance too large to count', { balancePrice: 2 ** 53 }, 'balancePrice'],
  ]
  test.each(refused)('is refused with %s', (_what, t, field) => expect(fieldOf(t)).toBe(field))

  const travel = { terminal: 'T1', flightTime: START, nLocation: '1 Castle Boulevard' }
  const makers: [string, Partial<Party>, string | null][] = [
    ['a flight number alone', { flightNumber: 'BA1' }, null],
    ['all travel details', travel, null],
    ['as many people as the trip takes', { people: 4 }, null],
    ['one more than the trip takes', { people: 5 }, 'people'],
    ['nobody', { people: 0 }, 'people'],
    ['a terminal alone', { terminal: 'T1' }, 'nLocation'],
    ['a flight time alone', { flightTime: START }, 'terminal'],
    ['an address alone', { nLocation: 'here' }, 'terminal'],
    ['all but the terminal', { ...travel, terminal: null }, 'terminal'],
    ['all but the flight time', { ...travel, flightTime: null }, 'flightTime'],
    ['all but the address', { ...travel, nLocation: null }, 'nLocation'],
    ['a long flight number', { flightNumber: 'x'.repeat(21) }, 'flightNumber'],
    ['13 big pieces', { bigLuggage: 13 }, 'bigLuggage'],
    ['6 small pieces', { smallLuggage: 6 }, 'smallLuggage'],
    ['6 bags', { bag: 6 }, 'bag'],
  ]
  test.each(makers)('whose creator arrives with %s is judged by %j', (_what, p, field) =>
    expect(fieldOf({}, p)).toBe(field),
  )

  test('names the first thing that is wrong', () => {
    expect(fieldOf({ tripName: '', maxPassengers: 0 }, { people: 0 })).toBe('tripName')
    expect(fieldOf({}, { people: 9, bag: 9 })).toBe('bag')
  })
})

describe('a draft becomes', () => {
  test.each([
    [1, 'OPEN'],
    [3, 'OPEN'],
    [4, 'FULL'],
  ])('with a party of %i of 4, once paid, %s', (people, status) => {
    const story = new Story().opened('ann', {}, { people })
    expect(story.trip.status).toBe(status)
    expect(story.place('ann')).toMatchObject({
      seat: 'taken',
      deposit: { state: 'paid', paid: 2000 },
    })
    expect(story.notices()).toEqual([])
  })

  test('open only by its deposit, not by an intent or a payment still in progress', () => {
    const story = new Story()
    story.draft('ann')
    story.attach('ann')
    story.settle('ann', 'unpaid')
    story.settle('ann', 'processing')
    expect(story.trip.status).toBe('PENDING')
    story.settle('ann')
    expect(story.trip.status).toBe('OPEN')
  })

  test('neither while a possible payment has not been checked', () => {
    for (const [money, status] of [
      ['captured', 'OPEN'],
      ['returned', 'CANCELLED'],
    ] as const) {
      const story = new Story()
      story.draft('ann')
      story.attach('ann')
      const effects = story.effectsOf(() => story.tick(NOW + DRAFT_MS))
      expect(effects).toEqual([
        { kind: 'resolve', participantId: placeIdOf('ann'), slot: 'deposit' },
      ])
      expect(story.trip.status).toBe('PENDING')
      expect(nextDue(story.trip)).toBeNull()
      story.settle('ann', money)
      expect(story.trip.status).toBe(status)
    }
  })

  test('open when paid late, but never after its own cutoff: others have a day to find it', () => {
    const story = new Story()
    story.now = tomorrow - HOLD_MS
    expect(story.draft('ann', { cutoffAt: tomorrow })).toBe('validationFailed')
    expect(story.draft('ann', { cutoffAt: tomorrow + hours(24) })).toBeNull()
    story.attach('ann')
    story.now = tomorrow + 1
    story.settle('ann')
    expect(story.trip.status).toBe('OPEN')
  })
})

describe('the earliest cutoff', () => {
  const cases: [string, string][] = [
    ['2026-12-01T00:00Z', '2026-12-02T00:00Z'],
    ['2026-12-01T23:29Z', '2026-12-02T00:00Z'],
    // The deposit may be paid after midnight, when tomorrow is a day later.
    ['2026-12-01T23:30Z', '2026-12-03T00:00Z'],
    ['2026-07-01T22:29Z', '2026-07-01T23:00Z'],
    ['2026-07-01T23:00Z', '2026-07-02T23:00Z'],
    // The clocks go forward on 28 March 2027, a day of 23 hours.
    ['2027-03-27T12:00Z', '2027-03-28T00:00Z'],
    ['2027-03-28T00:00Z', '2027-03-28T23:00Z'],
    ['2027-03-28T22:29Z', '2027-03-28T23:00Z'],
    ['2027-03-28T23:00Z', '2027-03-29T23:00Z'],
    // They go back on 25 October 2026, a day of 25 hours.
    ['2026-10-24T12:00Z', '2026-10-24T23:00Z'],
    ['2026-10-24T23:00Z', '2026-10-26T00:00Z'],
    ['2026-10-25T23:29Z', '2026-10-26T00:00Z'],
    ['2026-10-26T00:00Z', '2026-10-27T00:00Z'],
  ]
  test.each(cases)('at %s is %s, midnight in London', (now, cutoff) => {
    expect(new Date(earliestCutoff(instant(now))).toISOString()).toBe(
      new Date(cutoff).toISOString(),
    )
    const story = new Story()
    story.now = instant(now)
    const rest = { tripStartAt: instant(cutoff) + hours(1), tripEndAt: instant(cutoff) + hours(2) }
    expect(story.draft('ann', { cutoffAt: instant(cutoff) - 1, ...rest })).toBe('validationFailed')
    expect(story.draft('ann', { cutoffAt: instant(cutoff), ...rest })).toBeNull()
  })
})
