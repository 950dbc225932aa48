import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freeFor, type Group, NO_FACTS } from '#app/group/rules/state.ts'
import type { UserId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { type Instant, parseTime } from '#app/kernel/time.ts'
import { WAITLIST, type WaitEvent, type Waiting, waitlistOf } from './wait-event.ts'
import { evolveWaitlist, factsOf, nextOfferEnd, offerEndsAt, offerEvents } from './waitlist.ts'

const at = (text: string): Instant => {
  const parsed = parseTime(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.value
}
const user = (n: number) => `usr_${n}` as UserId

describe('an offer ends', () => {
  const FAR = '2026-12-31T12:00'
  test.each([
    ['after 2 hours', '2026-12-01T10:00', FAR, '2026-12-01T12:00'],
    ['before midnight, if only just', '2026-12-01T21:59', FAR, '2026-12-01T23:59'],
    ['in the morning, not at midnight', '2026-12-01T22:00', FAR, '2026-12-02T07:00'],
    ['in the morning, not at 3:00', '2026-12-02T01:00', FAR, '2026-12-02T07:00'],
    ['at 7:00 of its own accord', '2026-12-02T05:00', FAR, '2026-12-02T07:00'],
    ['after 7:00 unchanged', '2026-12-02T05:01', FAR, '2026-12-02T07:01'],
    ['after 2 hours before the last 6', '2026-12-31T05:59', FAR, '2026-12-31T07:59'],
    ['after 30 minutes in the last 6', '2026-12-31T09:00', FAR, '2026-12-31T09:30'],
    ['in the morning in the last 6 too', '2026-12-31T06:00', FAR, '2026-12-31T07:00'],
    ['10 minutes before the cutoff', '2026-12-31T11:45', FAR, '2026-12-31T11:50'],
    ['before a cutoff at night', '2026-12-31T00:30', '2026-12-31T04:00', '2026-12-31T03:50'],
    ['at 7:00 GMT when clocks go back', '2026-10-24T23:30', FAR, '2026-10-25T07:00Z'],
    ['at 7:00 BST when clocks go forward', '2026-03-28T23:30', FAR, '2026-03-29T06:00Z'],
    ['at 7:00 BST, begun in the lost hour', '2026-03-29T00:59', FAR, '2026-03-29T06:00Z'],
  ])('%s', (_, now, cutoff, end) => {
    expect(offerEndsAt(at(now), at(cutoff))).toBe(at(end))
  })
})

const CUTOFF = at('2026-12-03T12:00')
type Step =
  | { do: 'wait'; people: number }
  | { do: 'leave' | 'join'; who: number }
  | { do: 'free'; seats: number }
  | { do: 'tick' }
const step: fc.Arbitrary<Step & { after: number }> = fc
  .oneof(
    fc.record({ do: fc.constant('wait' as const), people: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constantFrom('leave' as const, 'join' as const), who: fc.nat(11) }),
    fc.record({ do: fc.constant('free' as const), seats: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant('tick' as const) }),
  )
  .chain((s) => fc.integer({ min: 0, max: 400 }).map((after) => ({ ...s, after })))

/** A list kept the slow way: ranks are numbers, and every minute is lived through. */
class Naive {
  rank = 0
  all: { id: number; people: number; rank: number; missed: number; until: Instant | null }[] = []
  free = 0
  now = 0
  offered = () => this.all.filter((w) => w.until !== null).reduce((n, w) => n + w.people, 0)
  byRank = () => [...this.all].sort((a, b) => a.rank - b.rank)
  fill() {
    if (this.now >= CUTOFF - hours(2)) return
    for (const w of this.byRank()) {
      if (w.until !== null || w.people > this.free - this.offered()) continue
      w.until = offerEndsAt(this.now, CUTOFF)
    }
  }
  minute() {
    this.now += minutes(1)
    const over = this.byRank().filter((w) => w.until !== null && w.until <= this.now)
    for (const w of over) Object.assign(w, { until: null, missed: w.missed + 1, rank: ++this.rank })
    this.all = this.all.filter((w) => w.missed < 2)
    if (over.length > 0) this.fill()
  }
}

/** A group in which nobody sits: as many seats as are free. */
const NOBODY = {
  ...{ slices: {}, facts: NO_FACTS },
  ...{ participants: [] as Group['participants'], maxPassengers: 0, cutoffAt: CUTOFF },
} as Group
const waitingIn = (list: Group): Waiting[] => waitlistOf(list).waiting

/** The group after events of its list. */
function after(list: Group, ...events: WaitEvent[]): Group {
  const slices = { [WAITLIST]: events.reduce(evolveWaitlist, waitlistOf(list)) }
  return { ...list, slices, facts: { ...NO_FACTS, ...factsOf({ slices }) } }
}

/** What the machine does with the list until nothing is left to do. */
function passOffers(list: Group, now: Instant): Group {
  const events = offerEvents(list, now)
  if (events.length === 0) return list
  return passOffers(after(list, ...events), now)
}

/** Plays the steps on both; `late`: the real list is only looked at when something is done. */
function play(start: Instant, steps: (Step & { after: number })[]) {
  const naive = new Naive()
  naive.now = start
  let list = NOBODY
  let next = 0
  for (const s of steps) {
    for (let m = 0; m < s.after; m++) naive.minute()
    const now = naive.now
    if (now >= CUTOFF) return
    list = passOffers(list, now)
    const who = s.do === 'leave' || s.do === 'join' ? s.who : -1
    const before = freeFor(list, user(who))
    const mine = naive.all.find((w) => w.id === who)
    if (s.do === 'wait') {
      const id = next++
      const { people } = s
      naive.all.push({ id, people, rank: ++naive.rank, missed: 0, until: null })
      const luggage = { bigLuggage: 1, smallLuggage: 0, bag: 1 }
      const joined = { type: 'waitJoined' as const, userId: user(id), people, ...luggage, at: now }
      list = after(list, joined)
    } else if (s.do === 'free') {
      naive.free += s.seats
      list = { ...list, maxPassengers: list.maxPassengers + s.seats }
    } else if (mine) {
      if (mine.until !== null) expect(before).toBeGreaterThanOrEqual(mine.people)
      const seats = s.do === 'join' && before >= mine.people ? mine.people : 0
      if (s.do === 'leave' || seats > 0) {
        naive.free -= seats
        naive.all = naive.all.filter((w) => w !== mine)
        const left = { type: 'waitLeft' as const, userId: user(who), at: now }
        const maxPassengers = list.maxPassengers - seats
        list = after({ ...list, maxPassengers }, left)
      }
    }
    naive.fill()
    list = passOffers(list, now)
    check(list, naive)
    expect(passOffers(list, now)).toEqual(list)
  }
}

function check(list: Group, naive: Naive) {
  const waiting = waitingIn(list)
  expect(waiting.map((w) => [w.userId, w.missed, w.offeredUntil])).toEqual(
    naive.byRank().map((w) => [user(w.id), w.missed, w.until]),
  )
  expect(freeFor(list, user(-1))).toBeGreaterThanOrEqual(0)
  expect(new Set(waiting.map((w) => w.userId)).size).toBe(waiting.length)
  const end = nextOfferEnd(list)
  if (end !== null) expect(end).toBeLessThanOrEqual(CUTOFF - minutes(10))
}

test('the waitlist does what a naive one does in 10,000 sequences, however late it looks', () => {
  const start = fc.integer({ min: 1, max: 48 * 60 }).map((m) => CUTOFF - minutes(m))
  fc.assert(fc.property(start, fc.array(step, { maxLength: 14 }), play), { numRuns: 10_000 })
}, 30_000)
