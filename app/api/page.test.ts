import { expect, test } from 'vitest'
import { pageOf } from './page.server.ts'

type Item = { at: number; id: string }
const placeOf = (item: Item) => item
const item = (at: number, id = 'x'): Item => ({ at, id })
const all = [item(30), item(10), item(20, 'b'), item(20, 'a'), item(40)]

/** Every page of a list, the cursor of one leading to the next. */
function pages(list: Item[], limit: number, order: 'asc' | 'desc'): string[][] {
  const seen: string[][] = []
  let cursor: string | undefined
  do {
    const page = pageOf(list, placeOf, { cursor, limit, order })
    if (!page.ok) throw new Error('refused')
    seen.push(page.value.items.map(({ at, id }) => `${at}${id}`))
    cursor = page.value.nextCursor ?? undefined
  } while (cursor)
  return seen
}

test('pages show each item once, in order, also those of the same moment', () => {
  const ascending = ['10x', '20a', '20b', '30x', '40x']
  for (const limit of [1, 2, 3, 5, 100]) {
    expect(pages(all, limit, 'asc').flat()).toEqual(ascending)
    expect(pages(all, limit, 'desc').flat()).toEqual(ascending.toReversed())
  }
})
test('a page that is exactly full is the last when nothing follows', () => {
  expect(pages(all, 5, 'asc')).toHaveLength(1)
  expect(pages([], 5, 'asc')).toEqual([[]])
})
test('a cursor goes on behind its item, also when that is gone and others have come', () => {
  const first = pageOf(all, placeOf, { limit: 2, order: 'asc' })
  if (!first.ok || !first.value.nextCursor) throw new Error('no next page')
  const later = [item(5), item(20, 'b'), item(25), item(40)]
  const next = pageOf(later, placeOf, { cursor: first.value.nextCursor, limit: 2, order: 'asc' })
  expect(next.ok && next.value.items.map(({ at }) => at)).toEqual([20, 25])
})
test('a cursor that no page gave is refused', () => {
  const page = pageOf(all, placeOf, { cursor: 'nonsense', limit: 2, order: 'asc' })
  expect(page).toEqual({ ok: false, error: { code: 'validationFailed', params: { field: 'cursor' } } })
})
