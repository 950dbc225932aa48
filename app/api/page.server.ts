import * as z from 'zod'
import { type Place, readCursor, writeCursor } from '#app/domain/cursor.ts'

/** A list's answer (docs/api.md#lists): the items of a page and the cursor of the next one. */
export const pageReply = <S extends z.ZodType>(item: S) =>
  z.object({
    items: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })

type Page<T> = { items: T[]; nextCursor: string | null }

/**
 * One page of a list that is fully in memory, ordered by `placeOf`: `asc`, or `desc` for the latest
 * first. A cursor is a position in that order, not a count, so it stays right while items are added
 * and removed.
 */
export function pageOf<T>(
  all: readonly T[],
  placeOf: (item: T) => Place,
  { cursor, limit, order }: { cursor?: string; limit: number; order: 'asc' | 'desc' },
): Page<T> {
  const last = cursor ? readCursor(cursor) : null
  const compare = order === 'asc' ? inOrder : (a: Place, b: Place) => inOrder(b, a)
  const rest = all
    .filter((item) => !last || compare(last, placeOf(item)) < 0)
    .sort((a, b) => compare(placeOf(a), placeOf(b)))
  const items = rest.slice(0, limit)
  const end = items.at(-1)
  return { items, nextCursor: rest.length > limit && end ? writeCursor(placeOf(end)) : null }
}

const inOrder = (a: Place, b: Place): number =>
  a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
