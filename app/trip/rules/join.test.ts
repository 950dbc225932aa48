import { describe, expect, test } from 'vitest'
import type { Party } from '#app/group/rules/state.ts'
import { HOLD_MS, hours } from '#app/kernel/limits.ts'
import { CUTOFF, NOW, party, Story } from '#tests/kit/trip.ts'
import { nextDue } from './machine.ts'

const FLIGHT = party().flightTime ?? 0
describe('joining', () => {
  test('takes seats for a quarter of an hour, and for good once the deposit is paid', () => {
    const story = new Story().opened('ann')
    expect(story.hold('bob', { people: 2 })).toBeNull()
    expect(story.place('bob')).toMatchObject({ seat: 'held', holdExpiresAt: NOW + HOLD_MS })
    expect(nextDue(story.trip)).toBe(NOW + HOLD_MS)
    story.attach('bob')
    story.settle('bob')
    expect(story.place('bob')).toMatchObject({
      seat: 'taken',
      deposit: { state: 'paid', paid: 2000 },
    })
    expect(nextDue(story.trip)).toBe(CUTOFF)
    expect(story.effects()).toEqual([])
  })

  test('continues past the minimum, up to the maximum', () => {
    const story = new Story().opened('ann', { minPassengers: 2, maxPassengers: 3 }).joined('bob')
    expect(story.trip.status).toBe('OPEN')
    story.joined('cat')
    expect(story.trip.status).toBe('FULL')
    expect(story.hold('dan')).toBe('carpoolFull')
    expect(story.refusal).toEqual({ code: 'carpoolFull', params: { free: 0 } })
  })

  test('accepts as many as a trip may ever take, and no more', () => {
    const story = new Story().opened('ann', { maxPassengers: 100 })
    expect(story.hold('bob', { people: 101 })).toBe('validationFailed')
    expect(story.hold('bob', { people: 99 })).toBeNull()
    expect(story.trip.status).toBe('FULL')
  })

  const parties: [string, Partial<Party>, string | null][] = [
    ['no luggage at all', { bigLuggage: 0, smallLuggage: 0, bag: 0 }, null],
    ['as much as one may carry', { bigLuggage: 12, smallLuggage: 5, bag: 5 }, null],
    ['no flight number', { flightNumber: null }, null],
    ['a flight number of 20', { flightNumber: 'x'.repeat(20) }, null],
    ['an address of one letter', { nLocation: 'x' }, null],
    ['an address of 100', { nLocation: 'x'.repeat(100) }, null],
    ['nobody', { people: 0 }, 'people'],
    ['half a person', { people: 0.5 }, 'people'],
    ['no terminal', { terminal: null }, 'terminal'],
    ['a terminal that is not offered', { terminal: 'North Terminal' }, 'terminal'],
    ['no flight time', { flightTime: null }, 'flightTime'],
    ['a flight time that is not a number', { flightTime: Number.NaN }, 'flightTime'],
    ['no address', { nLocation: null }, 'nLocation'],
    ['an empty address', { nLocation: '' }, 'nLocation'],
    ['an address of 101', { nLocation: 'x'.repeat(101) }, 'nLocation'],
    ['no travel details yet', { terminal: null, flightTime: null, nLocation: null }, null],
    ['a flight number of 21', { flightNumber: 'x'.repeat(21) }, 'flightNumber'],
    ['less than no big piece', { bigLuggage: -1 }, 'bigLuggage'],
    ['13 big pieces', { bigLuggage: 13 }, 'bigLuggage'],
    ['less than no small piece', { smallLuggage: -1 }, 'smallLuggage'],
    ['6 small pieces', { smallLuggage: 6 }, 'smallLuggage'],
    ['less than no bag', { bag: -1 }, 'bag'],
    ['6 bags', { bag: 6 }, 'bag'],
  ]
  test.each(parties)('with %s is judged by %j', (_what, p, field) => {
    const story = new Story().opened('ann')
    expect(story.hold('bob', p)).toBe(field && 'validationFailed')
    if (field) expect(story.refusal?.params).toEqual({ field })
  })

  test.each(['T1', 'T2', 'T3', 'T4', 'T5'])('from %s is possible', (terminal) => {
    expect(new Story().opened('ann').hold('bob', { terminal })).toBeNull()
  })

  test('is refused from the cutoff on, whether or not the alarm has fired', () => {
    const story = new Story().opened('ann').joined('bob')
    story.now = CUTOFF - 1
    expect(story.hold('cat')).toBeNull()
    expect(story.giveUp('cat')).toBeNull()
    story.now = CUTOFF
    expect(story.trip.status).toBe('OPEN')
    expect(story.hold('cat')).toBe('cutoffPassed')
    story.tick()
    expect(story.trip.status).toBe('SUCCESS')
    expect(story.hold('cat')).toBe('cutoffPassed')
  })

  test('needs an existing trip', () => {
    expect(new Story().hold('bob')).toBe('invalidCarpool')
  })
})

describe('the flight of a joiner', () => {
  test.each([
    [-hours(3) - 1, 'flightTimeRangeError'],
    [-hours(3), null],
    [0, null],
    [hours(3), null],
    [hours(3) + 1, 'flightTimeRangeError'],
  ])(
    '%i ms from the first joiner’s, on a trip whose creator has no flight, gives %s',
    (shift, code) => {
      const story = new Story().opened('ann').joined('bob')
      expect(story.hold('cat', { flightTime: FLIGHT + shift })).toBe(code)
      if (code)
        expect(story.refusal?.params).toEqual({ from: FLIGHT - hours(3), to: FLIGHT + hours(3) })
    },
  )

  test('may be any while nobody has one', () => {
    expect(new Story().opened('ann').hold('bob', { flightTime: FLIGHT + hours(100) })).toBeNull()
  })

  test('is measured from the creator’s, if there is one', () => {
    const travel = { terminal: 'T1', nLocation: 'here', flightTime: FLIGHT + hours(5) }
    const story = new Story().opened('ann', {}, travel)
    expect(story.hold('bob')).toBe('flightTimeRangeError')
    expect(story.hold('bob', { flightTime: FLIGHT + hours(2) })).toBeNull()
  })

  test('is measured from the first existing one, not the latest, until that student leaves', () => {
    const story = new Story()
      .opened('ann')
      .joined('bob')
      .joined('cat', { flightTime: FLIGHT + hours(3) })
    expect(story.hold('dan', { flightTime: FLIGHT + hours(4) })).toBe('flightTimeRangeError')
    story.exit('bob')
    expect(story.hold('dan', { flightTime: FLIGHT + hours(4) })).toBeNull()
  })

  test('is measured from a hold only while nobody with a seat has a flight', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    expect(story.hold('cat', { flightTime: FLIGHT + hours(4) })).toBe('flightTimeRangeError')
    story.giveUp('bob')
    expect(story.hold('cat', { flightTime: FLIGHT + hours(4) })).toBeNull()
    story.attach('cat')
    story.settle('cat')
    expect(story.hold('bob')).toBe('flightTimeRangeError')
  })

  test('may change freely for the only student with a flight while the place is on hold', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    expect(story.hold('bob', { flightTime: FLIGHT + hours(4) })).toBeNull()
  })
})

describe('on a trip that needs no flights, joining', () => {
  const opened = () => new Story().opened('ann', { needsFlight: false })
  const onFoot = { terminal: null, flightNumber: null, flightTime: null }

  test('takes an address and luggage, and no flight', () => {
    expect(opened().hold('bob', onFoot)).toBeNull()
    expect(opened().hold('bob', { ...onFoot, nLocation: null })).toBeNull()
    expect(opened().joined('bob', onFoot).place('bob').party).toMatchObject(onFoot)
  })

  test.each<[string, Partial<Party>, string]>([
    ['a flight time', { ...onFoot, flightTime: FLIGHT }, 'flightTime'],
    ['a terminal', { ...onFoot, terminal: 'T2' }, 'flightTime'],
    ['an empty address', { ...onFoot, nLocation: '' }, 'nLocation'],
  ])('is refused with %s', (_what, p, field) => {
    const story = opened()
    expect(story.hold('bob', p)).toBe('validationFailed')
    expect(story.refusal?.params).toEqual({ field })
  })

  test('asks for a flight where the trip says so, as older trips do', () => {
    const story = new Story().opened('ann', { needsFlight: true })
    expect(story.hold('bob', onFoot)).toBe('validationFailed')
    expect(new Story().opened('ann').hold('bob', onFoot)).toBe('validationFailed')
  })
})
