import { expect, test } from 'vitest'
import { ADDRESS_MAX, FLIGHT_NUMBER_MAX, hours } from '#app/kernel/limits.ts'
import { DEPARTURE, infoOf, party, placeIdOf, Story } from '#tests/kit/carpool.ts'
import { actionFactsOf, actionsOf } from './permissions.ts'
import type { Party } from './state.ts'

const flight = party().flightTime

test('corrects travel details and leaves seats, terminal and deposit unchanged', () => {
  const story = new Story().opened('ann', {}, { people: 2 })
  const info = {
    bigLuggage: 0,
    smallLuggage: 0,
    bag: 0,
    flightNumber: null,
    flightTime: flight - hours(9),
    nLocation: '2 Mansfield Road',
  }
  expect(story.edit('ann', info)).toBeNull()
  expect(story.place('ann')).toMatchObject({
    seat: 'taken',
    party: { ...info, people: 2, terminal: 'T2' },
    deposit: { state: 'held', intentId: 'pi_ann' },
  })
})

test('repeating the same edit changes nothing', () => {
  const story = new Story().opened('ann')
  story.edit('ann', { bag: 3 })
  const { version } = story.car
  expect(story.edit('ann', { bag: 3 })).toBeNull()
  expect(story.car.version).toBe(version)
})

const wrong: [string, Partial<Party>, string][] = [
  ['13 big pieces', { bigLuggage: 13 }, 'bigLuggage'],
  ['less than no big piece', { bigLuggage: -1 }, 'bigLuggage'],
  ['6 small pieces', { smallLuggage: 6 }, 'smallLuggage'],
  ['half a small piece', { smallLuggage: 0.5 }, 'smallLuggage'],
  ['6 bags', { bag: 6 }, 'bag'],
  ['less than no bag', { bag: -1 }, 'bag'],
  ['no address', { nLocation: '' }, 'nLocation'],
  ['a long address', { nLocation: 'x'.repeat(ADDRESS_MAX + 1) }, 'nLocation'],
  ['a long flight number', { flightNumber: 'x'.repeat(FLIGHT_NUMBER_MAX + 1) }, 'flightNumber'],
  ['a flight at no time', { flightTime: Number.NaN }, 'flightTime'],
  [
    'a flight before the day of the cutoff',
    { flightTime: Date.parse('2026-12-07T23:59Z') },
    'flightTime',
  ],
]
test.each(wrong)('is refused with %s, and nothing is changed', (_what, over, field) => {
  const story = new Story().opened('ann')
  const before = story.place('ann').party
  expect(story.edit('ann', over)).toBe('validationFailed')
  expect(story.refusal).toMatchObject({ code: 'validationFailed', params: { field } })
  expect(story.place('ann').party).toBe(before)
})

test("a flight may be on the cutoff's London day from its first minute, even when the clocks change", () => {
  const days: [string, string][] = [
    ['2026-12-09T12:00Z', '2026-12-08T00:00Z'],
    // The cutoff is at 00:30 in London, still in summer time.
    ['2026-10-25T23:30Z', '2026-10-24T23:00Z'],
    // It is 23:30, still in winter time.
    ['2027-03-28T23:30Z', '2027-03-27T00:00Z'],
  ]
  for (const [departure, first] of days) {
    const carpoolAt = Date.parse(departure)
    const story = new Story()
    story.now = carpoolAt - hours(24 * 8)
    story.opened('ann', { carpoolAt }, { flightTime: carpoolAt - hours(1) })
    expect(story.edit('ann', { flightTime: Date.parse(first) - 1 }), departure).toBe(
      'validationFailed',
    )
    expect(story.refusal?.params?.from).toBe(Date.parse(first))
    expect(story.edit('ann', { flightTime: Date.parse(first) }), departure).toBeNull()
  }
})

test('a flight must stay in order with the car, and the refusal names that order', () => {
  const pickup = new Story().opened('ann')
  expect(pickup.edit('ann', { flightTime: DEPARTURE })).toBe('flightTimeOrder')
  expect(pickup.refusal?.params).toEqual({ context: 'PICKUP' })
  expect(pickup.edit('ann', { flightTime: DEPARTURE - 1 })).toBeNull()
  const dropoff = new Story().opened(
    'ann',
    { tripType: 'DROPOFF' },
    { flightTime: DEPARTURE + hours(3) },
  )
  expect(dropoff.edit('ann', { flightTime: DEPARTURE })).toBe('flightTimeOrder')
  expect(dropoff.refusal?.params).toEqual({ context: 'DROPOFF' })
  expect(dropoff.edit('ann', { flightTime: DEPARTURE + 1 })).toBeNull()
})

test("a companion's flight stays within 3 hours of the first one, both ends included", () => {
  const story = new Story().opened('ann', {}, { flightTime: flight - hours(5) }).joined('bob', {
    flightTime: flight - hours(5),
  })
  const first = flight - hours(5)
  for (const [shift, expected] of [
    [-hours(3) - 1, 'flightTimeRangeError'],
    [-hours(3), null],
    [hours(3), null],
    [hours(3) + 1, 'flightTimeRangeError'],
  ] as const)
    expect(story.edit('bob', { flightTime: first + shift })).toBe(expected)
  expect(story.refusal?.params).toEqual({ from: first - hours(3), to: first + hours(3) })
})

test('the first flight moves freely while the student is alone, then only near the companion’s', () => {
  const story = new Story().opened('ann')
  expect(story.edit('ann', { flightTime: flight - hours(20) })).toBeNull()
  story.hold('bob', { flightTime: flight - hours(20) })
  expect(story.edit('ann', { flightTime: flight - hours(16) })).toBe('flightTimeRangeError')
  story.giveUp('bob')
  expect(story.edit('ann', { flightTime: flight - hours(16) })).toBeNull()
  story.joined('cat', { flightTime: flight - hours(14) })
  expect(story.edit('ann', { flightTime: flight - hours(17) - 1 })).toBe('flightTimeRangeError')
  expect(story.edit('ann', { flightTime: flight - hours(17) })).toBeNull()
})

test('an unchanged flight is accepted even if the first flight it was near has left', () => {
  const story = new Story().opened('ann', { maxPassengers: 4 }, { flightTime: flight - hours(4) })
  story
    .joined('bob', { flightTime: flight - hours(1) })
    .joined('cat', { flightTime: flight - hours(7) })
  story.exit('ann')
  expect(story.edit('cat', { flightTime: flight - hours(7), bag: 4 })).toBeNull()
  expect(story.edit('cat', { flightTime: flight - hours(7) + 1 })).toBe('flightTimeRangeError')
  expect(story.edit('cat', { flightTime: flight - hours(4) })).toBeNull()
  const early = new Story().opened('ann', {}, { flightTime: DEPARTURE - hours(24 * 4) })
  expect(early.edit('ann', { flightTime: DEPARTURE - hours(24 * 4), bag: 4 })).toBeNull()
})

test('only an open group before its cutoff can be edited, not a full, complete or failed one', () => {
  const full = new Story().opened('ann', { maxPassengers: 2 })
  full.hold('bob')
  expect(full.edit('ann', { bag: 2 })).toBe('notOpen')
  expect(full.refusal).toEqual({ code: 'notOpen', params: { context: 'edit' } })
  full.giveUp('bob')
  expect(full.edit('ann', { bag: 2 })).toBeNull()
  expect(new Story().complete(['ann', 'bob']).edit('ann', { bag: 2 })).toBe('notOpen')
  expect(new Story().opened('ann', { maxPassengers: 1 }).edit('ann', { bag: 2 })).toBe('notOpen')
  const late = new Story().opened('ann')
  late.now = late.car.cutoffAt - 1
  expect(late.edit('ann', { bag: 2 })).toBeNull()
  late.now = late.car.cutoffAt
  expect(late.edit('ann', { bag: 3 })).toBe('notOpen')
  late.tick()
  expect(late.edit('ann', { bag: 3 })).toBe('notOpen')
})

test('a group kept open past its cutoff by its last payment cannot be edited either', () => {
  const story = new Story().opened('ann', { maxPassengers: 3 })
  story.now = story.car.cutoffAt - 1
  story.hold('bob')
  story.attach('bob')
  story.tick(story.car.cutoffAt)
  expect(story.car.status).toBe('OPEN')
  expect(story.edit('ann', { bag: 2 })).toBe('cutoffPassed')
  expect(actionsOf(actionFactsOf(story.car, story.place('ann')), story.now)).toEqual([])
})

test("another student's place, an unpaid one and one that has ended are not found", () => {
  const story = new Story().opened('ann').joined('bob')
  expect(story.edit('ann', { bag: 2 }, 'bob')).toBe('notFound')
  story.hold('cat')
  expect(story.edit('cat', { bag: 2 })).toBe('notFound')
  story.exit('bob')
  expect(story.edit('bob', { bag: 2 })).toBe('notFound')
  expect(
    new Story().say({
      type: 'editInfo',
      participantId: placeIdOf('ann'),
      userId: 'usr_ann',
      info: infoOf(),
    }),
  ).toBe('notFound')
})
