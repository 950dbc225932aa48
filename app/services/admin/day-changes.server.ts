import { createHmac } from 'node:crypto'
import { changesSince, type Marks, type SheetChange, sheetTexts } from '#app/domain/day-changes.ts'
import { hours, minutes } from '#app/domain/limits.ts'
import type { Clock, Instant, LondonDay } from '#app/domain/time.ts'
import type { Config } from '#app/services/platform/config.server.ts'
import type { Db } from '#db/db.ts'
import {
  insertDayState,
  listNamesOf,
  readDayStates,
  touchDayState,
} from '#db/queries/day-states.ts'
import type { DayCar } from './day-sheet.server.ts'

/** For how long a sheet can be compared with what it says now. */
const KEPT_MS = hours(14 * 24)
/** A sheet says of which minute it is. */
const MINUTE_MS = minutes(1)
/** D1 takes 100 bound values per statement. */
const NAMED_MAX = 90
/** Long enough for two states of one place to differ. */
const MARK_LENGTH = 8

type SheetChanges = {
  marks: Record<string, SheetChange>
  /** The names of those who are not on the sheet any more. */
  gone: string[]
  /** How many places there are that the older sheet had and this one has not. */
  left: number
}

/**
 * What has changed on a day's sheet since it was looked at. Kept are ids, and of what was said of
 * them a keyed hash: enough to see that it is another, and nothing that says who somebody is.
 */
export function createDayChanges({ db, clock, config }: { db: Db; clock: Clock; config: Config }) {
  const markOf = (text: string) =>
    createHmac('sha256', config.pepper)
      .update(`sheet:${text}`)
      .digest('base64url')
      .slice(0, MARK_LENGTH)
  const marksOf = (cars: DayCar[]): Marks =>
    Object.fromEntries(Object.entries(sheetTexts(cars)).map(([key, text]) => [key, markOf(text)]))

  async function namesOf(ids: string[]): Promise<string[]> {
    if (ids.length === 0) return []
    return (await listNamesOf(db, ids.slice(0, NAMED_MAX))).map(({ name }) => name)
  }

  return {
    /**
     * Remembers what a day's sheet says now, since it may be printed; and returns what has changed
     * since the minute that begins at `since`. Null: nobody had looked at it by then.
     */
    async see(day: LondonDay, cars: DayCar[], since: Instant | null): Promise<SheetChanges | null> {
      const now = clock.now()
      const marks = marksOf(cars)
      const from = since ?? now
      const { last, seen } = await readDayStates(db, day, { from, until: from + MINUTE_MS })
      const same = last !== null && JSON.stringify(last.marks) === JSON.stringify(marks)
      if (same) await touchDayState(db, day, last.at, now)
      else if (last !== null || cars.length > 0)
        await insertDayState(db, { day, at: now, marks }, now - KEPT_MS)
      if (since === null || seen === null) return null
      const changes = changesSince(seen.marks, marks)
      const names = await namesOf(changes.gone)
      return { marks: changes.marks, gone: names, left: changes.gone.length }
    },
  }
}
