import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

function counting() {
  let visits = 0
  return inTurn<string, number>(async () => ++visits)
}

test('both sides measure the same visit in any order, and asking again causes the next visit', async () => {
  const visit = counting()
  expect(await Promise.all(['a', 'b', 'c'].map((taker) => visit(taker)))).toEqual([1, 1, 1])
  expect(await Promise.all(['c', 'b', 'a'].map((taker) => visit(taker)))).toEqual([2, 2, 2])
})

test('a short run uses the available figures, and the next long one visits again', async () => {
  const visit = counting()
  expect([await visit('a', true), await visit('b', true), await visit('a', true)]).toEqual([
    1, 1, 1,
  ])
  expect(await visit('a')).toBe(2)
})
