import { expect, test } from 'vitest'
import { cutPage, readCursor, readRankedCursor, writeCursor, writeRankedCursor } from './cursor.ts'

const LAST = 8.64e15

test('a cursor stands for its position, from the first to the last instant', () => {
  for (const at of [0, 1, LAST]) {
    const position = { at, id: 'car_1' }
    expect(readCursor(writeCursor(position))).toEqual(position)
    for (const rank of [0, 1, 2])
      expect(readRankedCursor(writeRankedCursor({ rank, ...position }))).toEqual({
        rank,
        ...position,
      })
  }
})

test.each([
  null,
  undefined,
  '',
  '!',
  ...['1', '1 ', ' a', '1 a b', '01 a', '1.0 a', '-1 a', 'x a', `${LAST + 1e3} a`].map(btoa),
])('%j is no cursor', (text) => {
  expect(readCursor(text)).toBeNull()
})

test.each([
  '',
  '!',
  ...['1 a', '3 1 a', '12 1 a', 'x1 1 a', '1x 1 a', ' 1 a', '1 -1 a', '1 01 a'].map(btoa),
])('%j is no ranked cursor', (text) => {
  expect(readRankedCursor(text)).toBeNull()
})

test('a page ends where its limit is, and another follows only if there is more', () => {
  const rows = [1, 2, 3].map((at) => ({ at, id: `row_${at}` }))
  const page = (limit: number) => cutPage(rows, limit, (row) => row)
  expect(page(2)).toEqual({
    items: rows.slice(0, 2),
    nextCursor: writeCursor({ at: 2, id: 'row_2' }),
  })
  expect(page(3)).toEqual({ items: rows, nextCursor: null })
  expect(cutPage([], 3, () => rows[0] as (typeof rows)[0])).toEqual({ items: [], nextCursor: null })
})
