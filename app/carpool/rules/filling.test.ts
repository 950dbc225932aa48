import { expect, test } from 'vitest'
import { fillingOf } from './filling.ts'

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
