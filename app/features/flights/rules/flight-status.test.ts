import { describe, expect, test } from 'vitest'
import { FLIGHT_CALLS_MAX, hours, minutes } from '#app/kernel/limits.ts'
import { type Instant, londonDay } from '#app/kernel/time.ts'
import {
  askedFlight,
  type FlightStatus,
  type KeptLanding,
  type Landing,
  nextAskAt,
  suggestionOf,
  withAnswer,
} from './flight-status.ts'

/** When a provider is asked, what of its word is kept, and what is suggested. */

const AT = Date.parse('2026-12-01T11:30:00Z')
const DAY = '2026-12-01'
const HEATHROW = { zh: '伦敦希思罗机场', en: 'London Heathrow' }

const landing = (over: Partial<Landing> = {}): Landing => ({
  airport: 'LHR',
  scheduledAt: AT,
  landingAt: AT,
  isCancelled: false,
  ...over,
})
const late = (by: number, over: Partial<Landing> = {}) => landing({ landingAt: AT + by, ...over })
const kept = (...landings: Landing[]): KeptLanding[] => withAnswer([], landings, DAY)
const known = (landings: readonly KeptLanding[]): FlightStatus => ({
  calls: 1,
  askedAt: AT - hours(3),
  landings,
})
const suggest = (landings: readonly KeptLanding[], flightTime: Instant = AT) =>
  suggestionOf(known(landings), { flightTime, airportName: HEATHROW })

test.each([
  ['BA38', { number: 'BA38', day: DAY }],
  ['BA 38', { number: 'BA38', day: DAY }],
  ['ca-937', { number: 'CA937', day: DAY }],
  ['MU551/KL4321', null],
  ['王小明 07700900123', null],
  ['到了打电话', null],
  [null, null],
])('of %s is asked: a flight number and a day, and nothing else', (flightNumber, asked) => {
  expect(askedFlight({ flightNumber, flightTime: AT })).toEqual(asked)
})

test('the day is London’s, on both sides of its midnight', () => {
  const dayOf = (at: string) =>
    askedFlight({ flightNumber: 'BA1', flightTime: Date.parse(at) })?.day
  expect(dayOf('2026-07-01T23:30:00Z')).toBe('2026-07-02')
  expect(dayOf('2026-12-01T23:30:00Z')).toBe('2026-12-01')
})

describe('when', () => {
  const asked = (askedAt: Instant, calls = 1) => ({ askedAt, calls })
  test.each([
    ['never asked: a day before', null, AT - hours(24)],
    ['then three hours before', asked(AT - hours(24)), AT - hours(3)],
    ['then an hour before', asked(AT - hours(3), 2), AT - hours(1)],
    ['then around it', asked(AT - hours(1), 3), AT - minutes(15)],
    ['and after it', asked(AT - minutes(15), 4), AT + minutes(15)],
    ['first asked late: nothing is caught up', asked(AT - minutes(100)), AT - hours(1)],
    ['after the last', asked(AT + minutes(15)), null],
    ['no call left', asked(AT - hours(24), FLIGHT_CALLS_MAX), null],
  ])('%s', (_name, before, at) => {
    expect(nextAskAt(AT, before, AT - hours(25))).toBe(at)
  })
  test('a landing that is long over is not asked about', () => {
    expect(nextAskAt(AT, null, AT + hours(2))).toBeNull()
  })
  test('whatever happens, at most five times', () => {
    let before: { calls: number; askedAt: Instant } | null = null
    let expected = AT
    let calls = 0
    for (let now = AT - hours(30); now < AT + hours(60); now += minutes(1)) {
      const at = nextAskAt(expected, before, now)
      if (at === null || at > now) continue
      before = { calls: ++calls, askedAt: now }
      // It is put off by more, each time.
      expected += hours(5)
    }
    expect(calls).toBe(FLIGHT_CALLS_MAX)
  })
})

describe('what is suggested', () => {
  test.each<[string, Landing[], unknown]>([
    ['late', [late(minutes(95))], { kind: 'late', landingAt: AT + minutes(95), minutes: 95 }],
    ['a little late', [late(minutes(14))], null],
    ['on time', [landing()], null],
    ['early', [late(-minutes(40))], null],
    ['only the timetable', [landing({ landingAt: null })], null],
    ['cancelled', [landing({ isCancelled: true })], { kind: 'cancelled' }],
    ['nothing', [], null],
    ['another airport', [late(hours(2), { airport: 'MAN' })], null],
    [
      'the same number on the day after',
      [landing({ scheduledAt: AT + hours(24), landingAt: AT + hours(26) })],
      null,
    ],
    ['a day and more late', [late(hours(25))], null],
    ['earlier than any aircraft', [late(-hours(25))], null],
    [
      'a flight of the evening',
      [landing({ scheduledAt: AT + hours(8), landingAt: AT + hours(9) })],
      null,
    ],
    [
      'the legs of one flight number',
      [late(hours(2), { airport: 'MAN' }), late(hours(1))],
      { kind: 'late', landingAt: AT + hours(1), minutes: 60 },
    ],
    [
      'a codeshare told twice, alike',
      [late(hours(1)), late(hours(1))],
      { kind: 'late', landingAt: AT + hours(1), minutes: 60 },
    ],
    ['a codeshare told twice, not alike', [late(hours(1)), late(hours(2))], null],
  ])('%s', (_name, said, suggestion) => {
    expect(suggest(kept(...said))).toEqual(suggestion)
  })

  test('an airport whose code is not known: nothing', () => {
    const airportName = { zh: '某机场', en: 'Some Airfield' }
    const one = known(kept(late(hours(2))))
    expect(suggestionOf(one, { flightTime: AT, airportName })).toBeNull()
  })

  test('what the passenger has confirmed is not suggested again, what comes on top is', () => {
    const landings = kept(late(hours(2)))
    expect(suggest(landings, AT + hours(2))).toBeNull()
    const more = withAnswer(landings, [late(hours(3))], DAY)
    expect(suggest(more, AT + hours(2))).toMatchObject({ minutes: 60 })
  })

  test('confirmed past midnight: the next day’s flight of that number is another one', () => {
    const flightTime = Date.parse('2026-12-02T01:10:00Z')
    const next = Date.parse('2026-12-02T23:50:00Z')
    const said = [landing({ scheduledAt: next, landingAt: next + hours(1) })]
    const landings = withAnswer([], said, londonDay(flightTime))
    expect(landings).toHaveLength(1)
    expect(suggest(landings, flightTime)).toBeNull()
  })

  test('a clock change between timetable and landing changes nothing', () => {
    const at = Date.parse('2026-10-25T00:40:00Z')
    const said = [landing({ scheduledAt: at, landingAt: at + minutes(90) })]
    const landings = withAnswer([], said, londonDay(at))
    expect(suggest(landings, at)).toMatchObject({ minutes: 90 })
  })
})

describe('a provider that jumps', () => {
  test('backwards: nothing is suggested until it is said again', () => {
    const first = kept(late(hours(3)))
    const back = withAnswer(first, [late(hours(1))], DAY)
    expect(suggest(back)).toBeNull()
    expect(suggest(withAnswer(back, [late(hours(1))], DAY))).toMatchObject({ minutes: 60 })
    expect(suggest(withAnswer(back, [late(-hours(1))], DAY))).toBeNull()
  })
  test('forwards: the latest word counts', () => {
    expect(suggest(withAnswer(kept(late(hours(1))), [late(hours(2))], DAY))).toMatchObject({
      minutes: 120,
    })
  })
  test('a cancellation taken back is doubtful, too', () => {
    const back = withAnswer(kept(landing({ isCancelled: true })), [late(hours(1))], DAY)
    expect(suggest(back)).toBeNull()
  })
  test('nonsense leaves what was known', () => {
    const first = kept(late(hours(1)))
    for (const nonsense of [[], [late(hours(30))], [late(hours(1)), late(hours(4))]])
      expect(suggest(withAnswer(first, nonsense, DAY))).toMatchObject({ minutes: 60 })
  })
})
