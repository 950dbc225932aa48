import { expect, test } from 'vitest'
import { rowChanges } from './row-changes.ts'

test('only differences are listed, by row and by field', () => {
  const before = { a: { kg: 1, SF: 100 }, b: { kg: 2, SF: 200 }, gone: { kg: 3, SF: null } }
  const after = { a: { kg: 1, SF: 120 }, b: { kg: 2, SF: 200 }, made: { kg: 4, SF: 400 } }
  expect(rowChanges(before, after)).toEqual({
    before: { a: { SF: 100 }, gone: { kg: 3, SF: null }, made: null },
    after: { a: { SF: 120 }, gone: null, made: { kg: 4, SF: 400 } },
  })
})

test('the same rows in another order are no change', () => {
  expect(rowChanges({ a: { n: 1 }, b: { n: 2 } }, { b: { n: 2 }, a: { n: 1 } })).toBeNull()
})
