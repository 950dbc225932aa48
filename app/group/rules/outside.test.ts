import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leftOf } from '#app/payments/rules/ledger.ts'
import type { Dispute, FailedRefund } from '#app/payments/rules/payment.ts'
import { Story } from '#tests/kit/carpool.ts'
import { returnedOf } from './outside.ts'
import type { PaymentFacts } from './payment.ts'

/** Money that moves at the bank after we had it: refunds, failed ones, disputes, reversed ones. */

const F: FailedRefund = { id: 're_1', amount: 500 }
const at = (state: Dispute['state'], moves: number): Dispute[] => [
  { id: 'dp_1', state, amount: 2000, moves },
]
type Reading = Partial<PaymentFacts>

/** What Stripe says of a captured deposit, in the order in which it becomes true. */
const HISTORY: Reading[] = [
  { received: 2000 },
  { received: 1500, refunded: 500 },
  { received: 2000, refunded: 0, failedRefunds: [F] },
  { received: 1700, refunded: 300, failedRefunds: [F] },
  { received: 1700, refunded: 300, failedRefunds: [F], disputes: at('open', 1) },
  { money: 'returned', received: 0, refunded: 300, failedRefunds: [F], disputes: at('lost', 1) },
  { received: 1700, refunded: 300, failedRefunds: [F], disputes: at('won', 1) },
  { received: 1700, refunded: 300, failedRefunds: [F], disputes: at('won', 2) },
]
const LEFT = [2000, 1500, 2000, 1700, 1700, 0, 1700, 1700]

/** A complete group whose deposits have been charged. */
function complete(): Story {
  const story = new Story()
  story.complete(['ann', 'bob'])
  story.captured('ann', 'bob')
  return story
}
const read = (story: Story, reading: Reading) =>
  story.settle('ann', reading.money ?? 'captured', reading)
const left = (story: Story) => leftOf(story.car, 'pi_ann', 2000)

describe('a deposit that is kept', () => {
  test('is ours as far as the newest reading says', () => {
    const story = complete()
    HISTORY.forEach((reading, index) => {
      read(story, reading)
      expect([left(story), returnedOf(story.car, story.place('ann'))], `after ${index}`).toEqual([
        LEFT[index],
        2000 - (LEFT[index] ?? 0),
      ])
    })
  })

  test('is so whatever readings come twice, late or never', () => {
    const some = fc.array(fc.integer({ min: 0, max: HISTORY.length - 1 }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(some, (order) => {
        const story = complete()
        for (const index of order) read(story, HISTORY[index] ?? {})
        expect(left(story), order.join()).toBe(LEFT[Math.max(...order)])
      }),
      { numRuns: 500 },
    )
  })

  test('tells its owner once what was refunded, and not what had failed by then', () => {
    const told = (...readings: Reading[]) => {
      const story = complete()
      for (const reading of readings) for (let n = 0; n < 2; n++) read(story, reading)
      return story
        .effects()
        .flatMap((one) =>
          one.kind === 'notice' && one.code === 'moneyReturned' ? [one.params.amount] : [],
        )
    }
    expect(told(...HISTORY)).toEqual([500, 300])
    expect(told({ failedRefunds: [F] })).toEqual([])
    expect(told({ refunded: 300, received: 1700, failedRefunds: [F] })).toEqual([300])
  })
})

test.each([
  ['while it was disputed', 'open'],
  ['once it was lost', 'lost'],
] as const)('what was to go back %s goes back when it is won after all', (_, cancelledAt) => {
  const story = complete()
  const lost: Reading = { money: 'returned', received: 0, disputes: at('lost', 1) }
  read(story, { disputes: at('open', 1) })
  if (cancelledAt === 'open') story.cancelGroup()
  read(story, lost)
  if (cancelledAt === 'lost') {
    story.cancelGroup()
    read(story, lost)
  }
  expect([story.place('ann').deposit.state, story.car.strays.length]).toEqual(['void', 1])
  const from = story.events.length
  read(story, { disputes: at('won', 2) })
  expect(story.place('ann').deposit.state).toBe('returning')
  expect(story.effects(from)).toContainEqual({
    kind: 'release',
    participantId: story.place('ann').id,
    intentId: 'pi_ann',
  })
  // An old reading of the loss ends nothing.
  read(story, { money: 'returned', received: 0, refunded: 2000, disputes: at('won', 2) })
  expect(story.place('ann').deposit.state).toBe('void')
  const version = story.car.version
  read(story, lost)
  expect(story.car.version).toBe(version)
})

test('a dispute of a place from before its moves were counted goes on as it did', () => {
  const story = complete()
  const old = (state: Dispute['state']): Reading => ({
    disputes: [{ id: 'dp_1', state, amount: 2000 }],
    ...(state === 'lost' && { money: 'returned' as const, received: 0 }),
  })
  read(story, old('open'))
  read(story, old('lost'))
  read(story, old('open'))
  expect([left(story), story.car.disputes?.[0]?.state]).toEqual([0, 'lost'])
  read(story, { disputes: at('won', 2) })
  expect([left(story), story.car.disputes?.[0]?.state]).toEqual([2000, 'won'])
})
