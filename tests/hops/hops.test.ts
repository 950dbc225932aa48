import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Step, startJourney } from '#tests/load/journey.ts'

/** Longer than what lies between calls that begin together; the figures are counts, not times. */
const FAR = { d1: 60, object: 60, stripe: 60 }

let steps: Step[]
let close = async () => {}
beforeAll(async () => {
  const journey = await startJourney(FAR)
  close = journey.close
  steps = await journey.play()
})
afterAll(() => close())

/** How often a response waits, one after another; and its calls of D1, objects and Stripe. */
const HOPS: Record<string, [rounds: number, d1: number, objects: number, stripe: number]> = {
  'home of a visitor': [1, 1, 0, 0],
  'list of a visitor': [1, 1, 0, 0],
  home: [1, 1, 0, 0],
  list: [1, 1, 0, 0],
  'create form': [1, 1, 0, 0],
  'join form': [1, 1, 0, 0],
  // One batch, one command, its row.
  join: [3, 2, 1, 0],
  'payment page': [1, 1, 1, 0],
  // The presses still ask one after another what could be asked at once.
  pay: [5, 4, 2, 1],
  'back from the bank': [4, 2, 2, 1],
  success: [1, 1, 1, 0],
  record: [1, 1, 1, 0],
  'my trips': [1, 1, 0, 0],
  account: [1, 1, 0, 0],
  notices: [1, 1, 0, 0],
  mail: [1, 1, 0, 0],
  trips: [1, 1, 0, 0],
  exit: [1, 1, 1, 0],
  // The place, the command, its rows.
  leave: [3, 2, 2, 0],
}

test('a page waits once, a press as often as it must', () => {
  const found = steps.map(({ name, rounds, d1, objects, stripe }) => [
    name,
    [rounds, d1, objects, stripe],
  ])
  expect(Object.fromEntries(found)).toEqual(HOPS)
})
