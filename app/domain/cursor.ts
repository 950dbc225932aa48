import type { Instant } from './time.ts'

/** The last row of a page, by what the list is ordered by: when, and which one of that moment. */
export type Place = { at: Instant; id: string }

/** The last instant that a Date can be. */
const LAST_INSTANT = 8.64e15

/** A place in a list that has what can be joined before all others. */
export type RankedPlace = Place & { rank: number }

/**
 * A place in a list as an opaque cursor (docs/api.md#lists). Takes ids of plain characters without
 * spaces.
 */
export const writeCursor = ({ at, id }: Place): string => btoa(`${at} ${id}`)

/** The place that a cursor names; null for a text that no list gave. */
export function readCursor(cursor: string): Place | null {
  try {
    const [at = '', id = '', ...more] = atob(cursor).split(' ')
    return /^\d+$/.test(at) && Number(at) <= LAST_INSTANT && id !== '' && more.length === 0
      ? { at: Number(at), id }
      : null
  } catch {
    return null
  }
}

export const writeRankedCursor = ({ rank, at, id }: RankedPlace): string =>
  btoa(`${rank} ${at} ${id}`)

/** The place that such a cursor names; null for a text that no such list gave. */
export function readRankedCursor(cursor: string): RankedPlace | null {
  try {
    const [rank = '', ...rest] = atob(cursor).split(' ')
    const place = readCursor(btoa(rest.join(' ')))
    return place && /^[012]$/.test(rank) ? { rank: Number(rank), ...place } : null
  } catch {
    return null
  }
}
