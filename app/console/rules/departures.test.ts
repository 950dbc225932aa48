import { describe, expect, test } from 'vitest'
import type { PlaceRide } from '#app/features/ride/rules/ride-state.ts'
import { GROUP_STATUSES, type GroupStatus } from '#app/group/rules/status.ts'
import { DRIVE_UNTIL_MS, hours } from '#app/kernel/limits.ts'
import {
  type Attention,
  attentionOf,
  crewOf,
  type DepartureFacts,
  type DeparturePlace,
  outstandingIn,
  paidIn,
  SHOWS,
  spanOf,
} from './departures.ts'

const at = (text: string) => Date.parse(text)
const NOW = at('2026-11-25T12:00Z')

const ride = (driver = 'Sam', until = '2099-12-31') =>
  ({
    id: `ride_${driver}`,
    meetAt: NOW,
    vehicle: { id: 'veh_1', licenceUntil: '2099-12-31' },
    driver: { id: `drv_${driver}`, name: driver, badgeUntil: until },
  }) as unknown as PlaceRide

const place = (over: Partial<DeparturePlace> = {}): DeparturePlace => ({
  isDue: true,
  owes: 0,
  missed: false,
  flight: false,
  ride: ride(),
  ...over,
})
const facts = (over: Partial<DepartureFacts> = {}): DepartureFacts => ({
  at: NOW + hours(2),
  status: 'SUCCESS',
  places: [place()],
  shortfall: 0,
  disputed: false,
  refundOwed: false,
  ...over,
})
const needs = (over: Partial<DepartureFacts>, until = new Map<string, string>()) =>
  attentionOf(facts(over), until, NOW)

describe('what a departure needs', () => {
  const noDriver = { places: [place(), place({ ride: null })] }
  const unpaid = { places: [place(), place({ owes: 1 })] }
  const expired = { places: [place({ ride: ride('Sam', '2026-11-24') })] }
  const soonest = { at: NOW }
  const latest = { at: NOW + hours(24) - 1 }
  const tooFar = { at: NOW + hours(24) }
  const left = { at: NOW - 1 }
  const over = { at: NOW - DRIVE_UNTIL_MS }

  test.each<[string, Partial<DepartureFacts>, Attention[]]>([
    ['nothing, with a car and everything paid', {}, []],
    ['a driver, within 24 hours', { ...noDriver, ...latest }, ['noDriver']],
    ['a driver, at this moment', { ...noDriver, ...soonest }, ['noDriver']],
    ['no driver yet, 24 hours before', { ...noDriver, ...tooFar }, []],
    ['a driver, also once it should have left', { ...noDriver, ...left }, ['noDriver']],
    ['no driver any more, 12 hours later', { ...noDriver, ...over }, []],
    ['money, within 24 hours', { ...unpaid, ...latest }, ['unpaid']],
    ['no money yet, 24 hours before', { ...unpaid, ...tooFar }, []],
    ['money, also once it has left', { ...unpaid, ...left }, ['unpaid']],
    ['no money any more, 12 hours later', { ...unpaid, ...over }, []],
    ['papers, however far ahead', { ...expired, at: NOW + hours(24 * 9) }, ['papers']],
    ['papers, also once it should have left', { ...expired, ...left }, ['papers']],
    ['no papers any more, 12 hours later', { ...expired, ...over }, []],
    ['a changed flight, long ago', { places: [place({ flight: true })], ...over }, []],
    ['a changed flight, also later', { places: [place({ flight: true })], ...left }, ['flight']],
    ['its passenger, also later', { places: [place({ missed: true })], ...left }, ['missed']],
    ['missing money, however far ahead', { shortfall: 1, ...tooFar }, ['short']],
    ['missing money, also once it has left', { shortfall: 1, ...left }, ['short']],
    ['no missing money any more, 12 hours later', { shortfall: 1, ...over }, []],
    ['an answer to a dispute, whatever became of it', { disputed: true, ...left }, ['dispute']],
    [
      'a refund that failed, of a group that is cancelled',
      { refundOwed: true, status: 'CANCELLED' },
      ['refund'],
    ],
    [
      'several things, the most pressing first',
      {
        places: [place({ owes: 1, ride: null, missed: true, flight: true })],
        shortfall: 1,
        disputed: true,
        refundOwed: true,
      },
      ['missed', 'flight', 'noDriver', 'unpaid', 'short', 'refund', 'dispute'],
    ],
  ])('%s', (_, over, expected) => {
    expect(needs(over)).toEqual(expected)
  })

  test('one place is enough, and none is too few', () => {
    const some: Partial<DeparturePlace>[] = [
      { missed: true },
      { flight: true },
      { owes: 1 },
      { ride: null },
      {},
    ]
    expect(needs({ places: some.map(place) })).toEqual([
      ...['missed', 'flight', 'noDriver', 'unpaid'],
    ])
    expect(needs({ ...expired, places: [...expired.places, place()] })).toEqual(['papers'])
    expect(needs({ places: [] })).toEqual([])
  })

  test('a badge that was renewed since counts as the fleet has it now', () => {
    expect(needs(expired, new Map([['drv_Sam', '2099-12-31']]))).toEqual([])
    expect(needs({}, new Map([['veh_1', '2026-11-24']]))).toEqual(['papers'])
  })

  const GOING = ['SUCCESS_PENDING_PAYMENT', 'SUCCESS', 'PRIVATE_PENDING_PAYMENT', 'PRIVATE']
  test.each(GROUP_STATUSES)('%s: driver and money are asked for if it goes', (status) => {
    const both = { places: [place({ owes: 1, ride: null })], status }
    expect(needs(both)).toEqual(GOING.includes(status) ? ['noDriver', 'unpaid'] : [])
  })
})

describe('who drives', () => {
  const crew = (status: GroupStatus, ...rides: (PlaceRide | null)[]) =>
    crewOf({ status, places: rides.map((one) => place({ ride: one })) })

  test('each driver is named once, and a place without a car is missing one', () => {
    expect(crew('SUCCESS', ride('Sam'), ride('Sam'))).toEqual({ drivers: ['Sam'], missing: false })
    expect(crew('SUCCESS', ride('Sam'), ride('Kim'))).toEqual({
      drivers: ['Sam', 'Kim'],
      missing: false,
    })
    expect(crew('SUCCESS', ride('Sam'), null)).toEqual({ drivers: ['Sam'], missing: true })
  })
  test('a group that cannot be given a car misses none', () => {
    expect(crew('OPEN', null)).toEqual({ drivers: [], missing: false })
    expect(crew('COMPLETED', null)).toEqual({ drivers: [], missing: false })
  })
})

test('outstanding is what the places owe, and what was never paid for those that left', () => {
  expect(outstandingIn({ places: [place({ owes: 300 }), place({ owes: 5 })], shortfall: 70 })).toBe(
    375,
  )
})

test('paid counts the places with a balance, and no others', () => {
  const places = [place({ owes: 1 }), place(), place(), place({ isDue: false })]
  expect(paidIn(places)).toEqual({ paid: 2, of: 3 })
  expect(paidIn([])).toEqual({ paid: 0, of: 0 })
})

describe('the views', () => {
  const spans = (now: string) =>
    Object.fromEntries(
      SHOWS.flatMap((show) => {
        if (show === 'attention') return []
        const { from, until } = spanOf(show, at(now))
        return [[show, [from, until].map((one) => one && new Date(one).toISOString())]]
      }),
    )
  const iso = (text: string) => new Date(text).toISOString()

  test('begin now and end with the London day, in winter', () => {
    const now = '2026-11-25T23:30Z'
    expect(spans(now)).toEqual({
      coming: [iso(now), null],
      today: [iso(now), iso('2026-11-26T00:00Z')],
      tomorrow: [iso('2026-11-26T00:00Z'), iso('2026-11-27T00:00Z')],
      week: [iso(now), iso('2026-12-02T00:00Z')],
      past: [null, iso(now)],
    })
  })
  test('half past eleven at night in UTC is already tomorrow, in summer', () => {
    expect(spans('2026-07-10T23:30Z')).toMatchObject({
      today: [iso('2026-07-10T23:30Z'), iso('2026-07-11T23:00Z')],
      tomorrow: [iso('2026-07-11T23:00Z'), iso('2026-07-12T23:00Z')],
    })
  })
  test('a day of 23 hours and one of 25 are whole days', () => {
    expect(spans('2026-03-28T12:00Z')).toMatchObject({
      tomorrow: [iso('2026-03-29T00:00Z'), iso('2026-03-29T23:00Z')],
      week: [iso('2026-03-28T12:00Z'), iso('2026-04-03T23:00Z')],
    })
    expect(spans('2026-10-24T12:00Z')).toMatchObject({
      today: [iso('2026-10-24T12:00Z'), iso('2026-10-24T23:00Z')],
      tomorrow: [iso('2026-10-24T23:00Z'), iso('2026-10-26T00:00Z')],
    })
  })
})
