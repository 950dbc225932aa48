import { describe, expect, test } from 'vitest'
import { refundedOf } from '#app/group/rules/outside.ts'
import { refundsOf } from '#app/group/rules/refund.ts'
import { hours } from '#app/kernel/limits.ts'
import { creator, DUE, END, placeIdOf, START, TRIP, terms, userOf } from '#tests/kit/trip.ts'
import { World } from '#tests/kit/trip-world.ts'

/**
 * The same as app/group/rules/endings.test.ts for trips: what a place costs its owner in the end,
 * from docs/rules.md. A deposit of £20 and a balance of £30.
 */

class Scene extends World {
  constructor(tripEndAt = END) {
    super()
    const own = { participantId: placeIdOf('ann'), userId: userOf('ann') }
    const draft = { tripId: TRIP, terms: terms({ tripEndAt }), party: creator() } as const
    this.say(this.story, { type: 'draftTrip', ...own, ...draft })
    this.deposit('ann')
  }
  deposit(name: string) {
    this.makeIntent(name, 'deposit')
    this.payNewest()
  }
  join(name: string) {
    this.hold(name, 1, 0)
    this.deposit(name)
    return this
  }
  paid(name: string) {
    this.begin(name)
    this.makeIntent(name, 'balance')
    this.payNewest()
    return this
  }
  until(at: number) {
    this.settleDown(Math.max(this.now, at))
    return this
  }
  exit(name: string) {
    this.say(this.story, { type: 'exit', userId: userOf(name) })
    return this.until(this.now)
  }
  refundPlace(name: string) {
    const id = this.#placesOf(name)[0]?.id ?? placeIdOf(name)
    this.say(this.story, { type: 'refundPlace', participantId: id, by: 'adm_one' })
    return this.until(this.now)
  }
  #placesOf = (name: string) =>
    this.story.trip.participants.filter(({ userId }) => userId === userOf(name))
  costOf(name: string): number {
    const ids = this.#placesOf(name).map(({ id }) => id as string)
    const own = this.intents.filter(({ facts }) => ids.includes(facts.participantId))
    const charged = own.reduce((sum, { history }) => {
      return sum + Math.max(...history.map(({ received }) => received))
    }, 0)
    const cost = own.reduce((sum, { facts }) => sum + facts.received, 0)
    const said = this.#placesOf(name).reduce((sum, p) => sum + refundedOf(this.story.trip, p), 0)
    expect(said, 'what is said to be refunded').toBe(charged - cost)
    return cost
  }
}

const CUTOFF_PASSED = terms().cutoffAt
const going = (end?: number) => new Scene(end).join('bob').join('cat').until(CUTOFF_PASSED)
const released = (end?: number) => going(end).paid('ann').paid('cat').until(DUE)
const SHORT = START + hours(2)

type Row = { make(end?: number): Scene; stays: number; goes?: true }
const ROWS: Record<string, Row> = {
  'a deposit, too few people': { make: (end) => new Scene(end).exit('ann').join('bob'), stays: 0 },
  'left before the cutoff': { make: (end) => new Scene(end).join('bob').exit('bob'), stays: 0 },
  'a balance that nobody pays': { make: (end) => going(end), stays: 2000 },
  paid: { make: (end) => going(end).paid('ann').paid('bob'), stays: 5000, goes: true },
  released: { make: released, stays: 2000, goes: true },
  'released, refunded by us': {
    make: (end) => released(end).refundPlace('bob'),
    stays: 0,
    goes: true,
  },
}

describe.each(Object.entries(ROWS))('a place on a trip: %s', (_, row) => {
  test('costs what the rules say if the trip takes its course', () => {
    expect(
      row
        .make()
        .until(END + hours(48))
        .costOf('bob'),
    ).toBe(row.stays)
  })

  test('gets everything back, as announced, if the trip is cancelled', () => {
    const scene = row.make()
    const before = scene.costOf('bob')
    const announced = refundsOf(scene.story.trip).filter(({ userId }) => userId === userOf('bob'))
    if (scene.say(scene.story, { type: 'cancelGroup', by: 'adm_one' }) === null)
      expect(announced.reduce((sum, { total }) => sum + total, 0)).toBe(before)
    expect(scene.until(END + hours(48)).costOf('bob')).toBe(0)
  })

  if (row.goes)
    test.each([
      ['under way', END, START + hours(24), null],
      ['over, 12 hours after its start', SHORT, START + hours(12) - 1, null],
      ['over, later', SHORT, START + hours(12), 'operationExpired'],
      ['over after two days', END, END, 'operationExpired'],
    ])('is given back as long as the trip is not long over: %s', (_when, end, at, refused) => {
      const scene = row.make(end).until(at)
      expect(scene.say(scene.story, { type: 'cancelGroup', by: 'adm_one' })).toBe(refused)
      expect(scene.until(at + hours(72)).costOf('bob')).toBe(refused ? row.stays : 0)
    })
})
