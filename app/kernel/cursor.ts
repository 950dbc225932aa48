import type { Instant } from './time.ts'

/** The last row of a page, in list order: its time, and its id among rows of the same time. */
export type Position = { at: Instant; id: string }

/** The last instant a Date can represent. */
const LAST_INSTANT = 8.64e15

/** A position in a list that puts joinable entries first. */
export type RankedPosition = Position & { rank: number }

/**
 * A list position as an opaque cursor (docs/api.md#lists). Ids must be plain characters without
 * spaces.
 */
export const writeCursor = ({ at, id }: Position): string => btoa(`${at} ${id}`)

/** The position a cursor stands for; null for none, and for text that is not one of our cursors. */
export function readCursor(cursor: string | null | undefined): Position | null {
  if (!cursor) return null
  try {
    const [at = '', id = '', ...more] = atob(cursor).split(' ')
    const position = { at: Number(at), id }
    const isOurs = id !== '' && more.length === 0 && writeCursor(position) === cursor
    return isOurs && position.at >= 0 && position.at <= LAST_INSTANT ? position : null
  } catch {
    return null
  }
}

/** The requested page: the one after `cursor`, or the first. */
export type PageQuery = { cursor?: string; limit: number }
/** One page of a list, and the cursor of the next page. */
export type PageOf<T> = { items: T[]; nextCursor: string | null }

/** The page from rows that were read with a limit of `limit` + 1. */
export function cutPage<T>(
  rows: readonly T[],
  limit: number,
  positionOf: (row: T) => Position,
): PageOf<T> {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? writeCursor(positionOf(last)) : null }
}

export const writeRankedCursor = ({ rank, at, id }: RankedPosition): string =>
  btoa(`${rank} ${at} ${id}`)

/** The position of a ranked cursor; null for text that is not one. */
export function readRankedCursor(cursor: string): RankedPosition | null {
  try {
    const [rank = '', ...rest] = atob(cursor).split(' ')
    const position = readCursor(btoa(rest.join(' ')))
    const ranked = position && { rank: Number(rank), ...position }
    const isOurs = /^[012]$/.test(rank) && ranked && writeRankedCursor(ranked) === cursor
    return isOurs ? ranked : null
  } catch {
    return null
  }
}
