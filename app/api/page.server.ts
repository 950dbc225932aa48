import * as z from 'zod'
import { fail, ok, type Result } from '#app/domain/result.ts'
import { type Place, readCursor, writeCursor } from '#app/services/platform/cursor.server.ts'

/** A list's answer (docs/api.md#lists): the items of a page and the cursor of the next one. */
export const pageReply = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

type Page<T> = { items: T[]; nextCursor: string | null }

/**
 * One page of a list that is all at hand, in order of `placeOf`: `asc`, or `desc` for the latest first. A cursor
 * is a place and no number, so it stays right while items come and go. Fails on a cursor that no page gave.
 */
export function pageOf<T>(
  all: readonly T[],
  placeOf: (item: T) => Place,
  { cursor, limit, order }: { cursor?: string; limit: number; order: 'asc' | 'desc' },
): Result<Page<T>> {
  const last = cursor ? readCursor(cursor) : null
  // Starting again at the first page would let a client with a mangled cursor go round for ever.
  if (cursor && !last) return fail('validationFailed', { field: 'cursor' })
  const compare = order === 'asc' ? inOrder : (a: Place, b: Place) => inOrder(b, a)
  const rest = all
    .filter((item) => !last || compare(last, placeOf(item)) < 0)
    .sort((a, b) => compare(placeOf(a), placeOf(b)))
  const items = rest.slice(0, limit)
  const end = items.at(-1)
  return ok({ items, nextCursor: rest.length > limit && end ? writeCursor(placeOf(end)) : null })
}

const inOrder = (a: Place, b: Place): number => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
