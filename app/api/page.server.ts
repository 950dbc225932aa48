import * as z from 'zod'
import type { Language } from '#app/i18n/languages.ts'
import {
  cutPage,
  type PageOf,
  type PageQuery,
  type Position,
  readCursor,
} from '#app/kernel/cursor.ts'

/** A list's answer (docs/api.md#lists): the items of a page and the cursor of the next one. */
export const pageReply = <S extends z.ZodType>(item: S) =>
  z.object({
    items: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })

/** A page of items as an answer. */
export const pageOut = <Item, Out>(
  { items, nextCursor }: PageOf<Item>,
  out: (item: Item, language: Language) => Out,
  language: Language,
) => ({ items: items.map((item) => out(item, language)), nextCursor })

/**
 * One page of a list that is fully in memory, ordered by `positionOf`: `asc`, or `desc` for the
 * latest first. A cursor is a position in that order, not a count, so it stays valid while items
 * come and go.
 */
export function pageOf<T>(
  all: readonly T[],
  positionOf: (item: T) => Position,
  { cursor, limit, order }: PageQuery & { order: 'asc' | 'desc' },
): PageOf<T> {
  const last = readCursor(cursor)
  const compare = order === 'asc' ? inOrder : (a: Position, b: Position) => inOrder(b, a)
  const rest = all
    .filter((item) => !last || compare(last, positionOf(item)) < 0)
    .sort((a, b) => compare(positionOf(a), positionOf(b)))
  return cutPage(rest, limit, positionOf)
}

const inOrder = (a: Position, b: Position): number =>
  a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
