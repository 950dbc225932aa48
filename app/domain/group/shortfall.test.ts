import { expect, test } from 'vitest'
import { rules } from '#app/domain/carpool/rules.ts'
import { ARRIVED, placeIdOf, Story } from '#tests/kit/carpool.ts'
import { returnedOf } from './outside.ts'
import { openShortfallOf, outstandingOf } from './shortfall.ts'

/** Three at £68 each; ann has paid, the others' places have been released. */
function short(): Story {
  const story = new Story().complete(['ann', 'bob', 'cat']).paidUp('ann')
  story.tick(story.car.cutoffAt)
  expect(story.car.status).toBe('SUCCESS')
  return story
}
const accept = (story: Story, amount: number) =>
  story.say({ type: 'acceptShortfall', amount, by: 'adm_one' })

test('a shortfall is a task until someone accepts it, once, and the log says who', () => {
  const story = short()
  expect(openShortfallOf(rules, story.car)).toBe(9600)
  expect(outstandingOf(rules, story.car, story.place('bob'))).toBe(4800)
  const effects = story.effectsOf(() => {
    expect(accept(story, 9600)).toBeNull()
    expect(accept(story, 9600)).toBeNull()
  })
  expect(effects).toMatchObject([
    { kind: 'audit', action: 'shortfallAccepted', by: 'adm_one', after: { amount: 9600 } },
  ])
  expect(openShortfallOf(rules, story.car)).toBe(0)
  story.tick(ARRIVED)
  expect(story.car.status).toBe('COMPLETED')
  expect(openShortfallOf(rules, story.car)).toBe(0)
})

test.each([0, -1, 9599, 9601])(
  '%i pence differ from what was shown, and nothing happens',
  (amount) => {
    const story = short()
    const { version } = story.car
    expect(accept(story, amount)).toBe('operationExpired')
    expect(story.refusal?.params).toEqual({ context: 'shortfall' })
    expect(story.car.version).toBe(version)
  },
)

test('a later shortfall is a task again', () => {
  const story = short()
  accept(story, 9600)
  const lost = { id: 'dp_1', state: 'lost', amount: 2000, moves: 1 } as const
  story.settle('bob', 'returned', { received: 0, disputes: [lost] })
  expect(story.place('bob').id).toBe(placeIdOf('bob'))
  expect(openShortfallOf(rules, story.car)).toBe(11_600)
})

test('a fully paid or cancelled group has no shortfall', () => {
  const paid = new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob')
  expect(accept(paid, 1)).toBe('operationExpired')
  const cancelled = short()
  cancelled.cancelGroup()
  expect(openShortfallOf(rules, cancelled.car)).toBe(0)
})

test('what was given back is not owed: in Stripe, or by an administrator', () => {
  const story = new Story()
    .complete(['ann', 'bob', 'cat'])
    .captured('ann', 'bob', 'cat')
    .paidUp('ann')
  story.tick(story.car.cutoffAt)
  story.settle('ann', 'captured', { refunded: 700 })
  expect(outstandingOf(rules, story.car, story.place('ann'))).toBe(0)
  story.settle('bob', 'captured', { refunded: 2000 })
  story.refundPlace('cat')
  for (const name of ['bob', 'cat'])
    expect(outstandingOf(rules, story.car, story.place(name)), name).toBe(4800)
  expect(openShortfallOf(rules, story.car)).toBe(9600)
})

test('only what is kept counts of a place that was refunded as well', () => {
  const story = new Story()
    .complete(['ann', 'bob'])
    .captured('ann', 'bob')
    .paidUp('ann')
    .paidUp('bob')
  const { paid } = story.place('ann').balance
  story.settleBalance('ann', 'captured', {
    amount: paid ?? 0,
    received: (paid ?? 0) - 700,
    refunded: 700,
  })
  expect(returnedOf(story.car, story.place('ann'))).toBe(700)
  story.cancelGroup()
  expect(returnedOf(story.car, story.place('ann'))).toBe(0)
})
