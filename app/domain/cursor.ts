import type { Instant } from './time.ts'

/** The last row of a page, in list order: its time, and its id among rows of the same time. */
export type Place = { at: Instant; id: string }

/** The last instant a Date can represent. */
const LAST_INSTANT = 8.64e15

/** A position in a list that puts joinable entries first. */
export type RankedPlace = Place & { rank: number }

/**
 * A list position as an opaque cursor (docs/api.md#lists). Ids must be plain characters without
 * spaces.
 */
export const writeCursor = ({ at, id }: Place): string => btoa(`${at} ${id}`)

/** The position a cursor stands for; null for text that is not one of our cursors. */
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

/** The position such a ranked cursor stands for; null for text that is not one. */
export function readRankedCursor(cursor: string): RankedPlace | null {
  try {
    const [rank = '', ...rest] = atob(cursor).split(' ')
    const place = readCursor(btoa(rest.join(' ')))
    return place && /^[012]$/.test(rank) ? { rank: Number(rank), ...place } : null
  } catch {
    return null
  }
}
