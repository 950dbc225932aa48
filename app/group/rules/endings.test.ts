import { describe, expect, test } from 'vitest'
import { rules } from '#app/carpool/rules/rules.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { DEPARTURE, having, userOf } from '#tests/kit/carpool.ts'
import { Scene } from '#tests/kit/endings.ts'
import { refundedOf } from './outside.ts'
import { refundsOf } from './refund.ts'
import { outstandingOf } from './shortfall.ts'

/**
 * Every way a carpool can end, for every state of a place and of its payments. What a place costs
 * its owner in the end is written down here from docs/rules.md, and compared with what the bank and
 * the ledger say once nothing is pending. Three at £68: a deposit of £20 and a balance of £48. A
 * point is earned for each pound.
 */

type Cost = [pence: number, points: number]
type Row = {
  make(): Scene
  /** What it costs if nobody cancels. */
  stays: Cost
  /** The same once the car is cancelled, if that gives not everything back. */
  cancelled?: Cost
  /** Whether the car goes, so that it can still be cancelled after its departure. */
  goes?: true
  /** What the bank does last. */
  later?(scene: Scene): unknown
  /** What the student owes while it goes. */
  owes?: number
  who?: string
}

const NOTHING: Cost = [0, 0]
const KEPT: Cost = [2000, 0]
const PAID: Cost = [6800, -68]

const open = () => new Scene().open()
const complete = () => open().join('bob', 'cat')
const othersPaid = () => complete().paid('ann').paid('cat')
const allPaid = () => othersPaid().paid('bob')
const atCutoff = (scene: Scene) => scene.until(scene.group.car.cutoffAt)
const released = () => atCutoff(othersPaid())
const failed = () => atCutoff(open().join('bob'))
const alone = () => new Scene().open('bob', 1)
const lateBank = (state: 'won' | 'lost') => (scene: Scene) => scene.disputed('bob', state, 2)

const ROWS: Record<string, Row> = {
  'a hold': { make: () => open().holding('bob', false), stays: NOTHING },
  'a hold, its payment begun': { make: () => open().holding('bob', true), stays: NOTHING },
  'a hold given up': { make: () => open().holding('bob', true).giveUp('bob'), stays: NOTHING },
  'a hold that ran out': {
    make: () => having(open().holding('bob', true), (scene) => (scene.now += minutes(16))),
    stays: NOTHING,
  },
  'a deposit held in a car that does not fill': { make: () => open().join('bob'), stays: NOTHING },
  'left before the cutoff': { make: () => open().join('bob').exit('bob'), stays: NOTHING },
  'failed, nothing chosen': { make: failed, stays: NOTHING },
  'failed, taken back': { make: () => failed().cancelFailed('bob'), stays: NOTHING },
  'failed, gone on alone, never paid': { make: () => failed().goesPrivate('bob'), stays: NOTHING },
  'failed, gone on alone, paid': {
    make: () => failed().goesPrivate('bob').paid('bob'),
    stays: [18_000, -180],
    cancelled: [18_000, -180],
  },
  'a private car, never paid': { make: alone, stays: NOTHING },
  'a private car, paid': { make: () => alone().paid('bob'), stays: [18_000, -180], goes: true },

  'a balance never paid, as nobody did': { make: complete, stays: KEPT },
  'a balance begun, as nobody paid': { make: () => complete().begun('bob', 500), stays: KEPT },
  'a balance begun': { make: () => othersPaid().begun('bob', 500), stays: KEPT, goes: true },
  'a balance at the bank': { make: () => othersPaid().processing('bob'), stays: PAID, goes: true },
  paid: { make: allPaid, stays: PAID, goes: true },
  'paid, the others not': { make: () => complete().paid('bob'), stays: PAID, goes: true },
  'paid with points': {
    make: () => othersPaid().paid('bob', 500),
    stays: [6300, 500 - 63],
    goes: true,
  },
  'paid, refunded in part in Stripe': {
    make: () => allPaid().refunded('bob', 500),
    stays: [6300, -63],
    goes: true,
    owes: 0,
  },
  'paid, its deposit refunded in Stripe': {
    make: () => allPaid().refunded('bob', 2000),
    stays: [4800, -48],
    goes: true,
    owes: 0,
  },
  'paid, a refund failed': {
    make: () => allPaid().refundFailed('bob', 500),
    stays: PAID,
    goes: true,
    owes: 0,
  },
  'paid, disputed, won': {
    make: () => allPaid().disputed('bob', 'open'),
    later: lateBank('won'),
    stays: PAID,
    goes: true,
    owes: 0,
  },
  'paid, disputed, lost in the end': {
    make: () => allPaid().disputed('bob', 'open'),
    later: lateBank('lost'),
    stays: [4800, -48],
    goes: true,
    owes: 0,
  },
  'paid, lost to a dispute': {
    make: () => allPaid().disputed('bob', 'lost'),
    stays: [4800, -48],
    goes: true,
    owes: 2000,
  },
  'paid, lost, and won after all': {
    make: () => allPaid().disputed('bob', 'lost'),
    later: lateBank('won'),
    stays: PAID,
    goes: true,
  },
  'moved to another car': {
    make: () => allPaid().moves('bob'),
    stays: PAID,
    cancelled: PAID,
  },

  released: { make: released, stays: KEPT, goes: true, owes: 4800 },
  'released, refunded in part in Stripe': {
    make: () => released().refunded('bob', 500),
    stays: [1500, 0],
    goes: true,
    owes: 4800,
  },
  'released, refunded in Stripe': {
    make: () => released().refunded('bob', 2000),
    stays: NOTHING,
    goes: true,
    owes: 4800,
  },
  'released, refunded by us': {
    make: () => released().refundPlace('bob'),
    stays: NOTHING,
    goes: true,
    owes: 4800,
  },
  'released, disputed, won': {
    make: () => released().disputed('bob', 'open'),
    later: lateBank('won'),
    stays: KEPT,
    goes: true,
  },
  'released, lost to a dispute': {
    make: () => released().disputed('bob', 'lost'),
    stays: NOTHING,
    goes: true,
    owes: 6800,
  },
  'released, and somebody else took the seat': {
    make: () => released().join('dan'),
    stays: KEPT,
    goes: true,
  },
  'a released seat, paid in full': {
    make: () => released().join('dan'),
    stays: PAID,
    goes: true,
    owes: 0,
    who: 'dan',
  },
  'a released seat, its payment begun': {
    make: () => released().holding('dan', true),
    stays: NOTHING,
    goes: true,
    who: 'dan',
  },
  'in a closed car': { make: () => atCutoff(complete()), stays: KEPT, cancelled: KEPT },
  'in a closed car, refunded by us': {
    make: () => atCutoff(complete()).refundPlace('bob'),
    stays: NOTHING,
  },
}

/** Ends the story: nothing is pending any more. */
function ended(scene: Scene, { later }: Row): Scene {
  later?.(scene.rest())
  return scene.until(DEPARTURE + hours(72))
}

function expectCost(scene: Scene, name: string, cost: Cost) {
  expect(scene.costOf(name)).toEqual(cost)
  const said = scene.placesOf(name).reduce((sum, { car, p }) => sum + refundedOf(car, p), 0)
  expect(said, 'what the record says was refunded').toBe(scene.backTo(name))
}

const MOMENTS: [string, (scene: Scene) => unknown][] = [
  ['now', () => undefined],
  ['a minute after its departure', (scene) => scene.until(DEPARTURE + minutes(1))],
  ['after it was completed', (scene) => scene.until(DEPARTURE + hours(12) - 1)],
]

describe.each(Object.entries(ROWS))('a place: %s', (_, row) => {
  const { make, stays, cancelled = NOTHING, who = 'bob' } = row

  test('costs what the rules say if the car takes its course', () => {
    expectCost(ended(make(), row), who, stays)
  })

  test.each(row.goes ? MOMENTS : MOMENTS.slice(0, 1))(
    'gets everything back, as announced, if the car is cancelled %s',
    (_moment, pass) => {
      const scene = make()
      pass(scene)
      const { car } = scene.group
      const inHand = scene.inHandOf(who)
      const announced = refundsOf(car).filter(({ userId }) => userId === userOf(who))
      const refused = scene.cancel(scene.group)
      if (row.goes) {
        expect(refused).toBeNull()
        expect(announced.reduce((sum, { total }) => sum + total, 0)).toBe(inHand)
      }
      expectCost(ended(scene, row), who, cancelled)
    },
  )

  if (row.goes)
    test('is not given back any more 12 hours after departure', () => {
      const scene = make().until(DEPARTURE + hours(12))
      expect(scene.cancel(scene.group)).toBe('operationExpired')
      expect(ended(scene, row).costOf(who)[0]).toBe(stays[0])
    })

  if (row.owes !== undefined)
    test('owes what was not paid or was lost, and no refund', () => {
      const { car } = make().group
      const p = car.participants.findLast(({ userId }) => userId === userOf(who))
      expect(p && outstandingOf(rules, car, p)).toBe(row.owes)
    })
})

test.each([
  ['a private car of somebody who went on alone', () => failed().goesPrivate('bob').paid('bob')],
  ['the car that somebody moved to', () => allPaid().moves('bob')],
])('%s gives everything back', (_, make) => {
  const scene = make()
  const last = scene.cars.at(-1)
  expect(last && scene.cancel(last)).toBeNull()
  expectCost(scene.until(DEPARTURE + hours(72)), 'bob', NOTHING)
})
