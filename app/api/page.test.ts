import { expect, test } from 'vitest'
import type * as z from 'zod'
import { pageOf } from './page.server.ts'
import { calls } from './table.server.ts'

type Item = { at: number; id: string }
const positionOf = (item: Item) => item
const item = (at: number, id = 'x'): Item => ({ at, id })
const all = [item(30), item(10), item(20, 'b'), item(20, 'a'), item(40)]

/** All pages of a list, each read with the cursor of the one before. */
function pages(list: Item[], limit: number, order: 'asc' | 'desc'): string[][] {
  const seen: string[][] = []
  let cursor: string | undefined
  do {
    const page = pageOf(list, positionOf, { cursor, limit, order })
    seen.push(page.items.map(({ at, id }) => `${at}${id}`))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return seen
}

test('pages show each item once and in order, including items of the same moment', () => {
  const ascending = ['10x', '20a', '20b', '30x', '40x']
  for (const limit of [1, 2, 3, 5, 100]) {
    expect(pages(all, limit, 'asc').flat()).toEqual(ascending)
    expect(pages(all, limit, 'desc').flat()).toEqual(ascending.toReversed())
  }
})
test('an exactly full page is the last when nothing follows', () => {
  expect(pages(all, 5, 'asc')).toHaveLength(1)
  expect(pages([], 5, 'asc')).toEqual([[]])
})
test('a cursor continues after its item, even if that item is gone and new ones have been added', () => {
  const first = pageOf(all, positionOf, { limit: 2, order: 'asc' })
  if (!first.nextCursor) throw new Error('no next page')
  const later = [item(5), item(20, 'b'), item(25), item(40)]
  const next = pageOf(later, positionOf, { cursor: first.nextCursor, limit: 2, order: 'asc' })
  expect(next.items.map(({ at }) => at)).toEqual([20, 25])
})
test('every list refuses an invalid cursor', () => {
  const lists = calls.filter(({ query }) => query && 'cursor' in (query as z.ZodObject).shape)
  expect(lists.length).toBeGreaterThan(8)
  for (const { path, query } of lists) {
    const { error } = (query as z.ZodObject).partial().safeParse({ cursor: 'nonsense' })
    expect(
      error?.issues.map((found) => found.path),
      path,
    ).toEqual([['cursor']])
  }
})
