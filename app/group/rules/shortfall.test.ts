import { expect, test } from 'vitest'
import { rules } from '#app/carpool/rules/rules.ts'
import { ARRIVED, Story } from '#tests/kit/carpool.ts'
import { returnedOf } from './outside.ts'
import { outstandingOf, shortfallOf } from './shortfall.ts'

/** Three at £68 each; ann has paid, the others' places have been released. */
function short(): Story {
  const story = new Story().complete(['ann', 'bob', 'cat']).paidUp('ann')
  story.tick(story.car.cutoffAt)
  expect(story.car.status).toBe('SUCCESS')
  return story
}
test('a group goes without what is missing, which is owed by those who were released', () => {
  const story = short()
  expect(shortfallOf(rules, story.car)).toBe(9600)
  expect(outstandingOf(rules, story.car, story.place('bob'))).toBe(4800)
  story.tick(ARRIVED)
  expect(story.car.status).toBe('COMPLETED')
  expect(shortfallOf(rules, story.car)).toBe(9600)
})

test('what a bank takes back later is missing too', () => {
  const story = short()
  const lost = { id: 'dp_1', state: 'lost', amount: 2000, moves: 1 } as const
  story.settle('bob', 'returned', { received: 0, disputes: [lost] })
  expect(shortfallOf(rules, story.car)).toBe(11_600)
})

test('a fully paid or cancelled group has no shortfall', () => {
  const paid = new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob')
  expect(shortfallOf(rules, paid.car)).toBe(0)
  const cancelled = short()
  cancelled.cancelGroup()
  expect(shortfallOf(rules, cancelled.car)).toBe(0)
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
  expect(shortfallOf(rules, story.car)).toBe(9600)
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
