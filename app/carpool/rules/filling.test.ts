import { expect, test } from 'vitest'
import { having, Story } from '#tests/kit/carpool.ts'
import { fillingBy, fillingOf } from './filling.ts'

test.each([
  // seats, confirmed, on hold, the party's own
  [2, 1, 0, 1, 'fills'],
  [3, 0, 0, 3, 'fills'],
  [5, 2, 0, 3, 'fills'],
  [3, 1, 1, 1, 'mayFill'],
  [3, 0, 1, 2, 'mayFill'],
  [3, 1, 0, 1, 'open'],
  [5, 1, 2, 1, 'open'],
] as const)(
  'of %i seats %i confirmed and %i on hold: a party of %i %s',
  (maxPassengers, confirmed, onHold, people, filling) => {
    expect(fillingOf({ maxPassengers, confirmed, onHold, people })).toBe(filling)
  },
)

test('a hold fills its car once its deposit and those of the other holds are in', () => {
  const story = having(new Story().opened('ann'), (story) => story.hold('bob'))
  const of = (name: string, over = {}) => fillingBy({ ...story.car, ...over }, story.place(name))
  expect(of('bob')).toBe('open')
  const kept = { usr_cat: 1, usr_bob: 1 }
  expect(of('bob', { facts: { ...story.car.facts, kept } })).toBe('mayFill')
  story.hold('cat')
  expect([of('bob'), of('cat')]).toEqual(['mayFill', 'mayFill'])
  expect(of('bob', { private: true })).toBe('open')
  expect(fillingBy(story.car, { ...story.place('bob'), inFull: 1 })).toBe('open')
  story.attach('cat')
  story.settle('cat', 'held')
  expect([of('bob'), of('cat')]).toEqual(['fills', 'open'])
})
