import { type CardRow, countCarpools, listCarpools } from '#app/carpool/rows/carpool-list.server.ts'
import { listPlaces, selectCarpool } from '#app/carpool/rows/carpools.server.ts'
import type { CarpoolStatus, TripType } from '#app/carpool/rules/state.ts'
import { airportsNamed, guessCatalog, readCatalog } from '#app/catalog/service/catalog.server.ts'
import { freeRoomFor } from '#app/group/rules/luggage.ts'
import { isShown, listRankOf } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import { isCarpoolId } from '#app/group/service/group-id.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import {
  readRankedCursor as readCursor,
  writeRankedCursor as writeCursor,
} from '#app/kernel/cursor.ts'
import { type DayPart, spanOfDay } from '#app/kernel/day-part.ts'
import type { AirportId } from '#app/kernel/id.ts'
import { addDays, type LondonDay, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import { type CarpoolCard, type CarpoolRecord, cardOf, recordOf } from './carpool-views.server.ts'

export type Page<T> = { items: T[]; nextCursor: string | null }
export type CarpoolFilter = {
  tripType: TripType
  /** The airport's code, or a part of its name in either language. */
  airportName?: string
  date?: LondonDay
  /** A part of `date`; without one it is ignored. */
  time?: DayPart
  status?: CarpoolStatus
  cursor?: string
  limit: number
}
/** Number of joinable carpools on a day, up to `COUNTED_MAX` + 1. */
export type DayCount = { day: LondonDay; count: number }

/** Number of days around the requested one that count as near, and of carpools shown. */
const NEAR_DAYS = 2
const NEAR_MAX = 3
/** Number of carpools that the home page shows, and that it reads in each direction. */
const SOON_MAX = 2
const SOON_READ = 12

/**
 * `confirmed`: number of people whose deposit has been paid. People on hold count only in
 * `currentPassengers`.
 * `freeRoom`: big cases that still fit into the usual car; negative: so many do not.
 */
export type FoundCarpool = CarpoolCard & { confirmed: number; freeRoom: number }

/**
 * Runs `ask` with the airports that matched the name when the catalogue was last read, and again
 * if it has changed since.
 */
async function inAirports<T>(
  context: Needs<'db'>,
  name: string,
  ask: (ids: AirportId[] | undefined) => Promise<T>,
): Promise<T> {
  const guess = guessCatalog(context)
  if (!guess) return ask(airportsNamed(await readCatalog(context), name))
  const [answer, now] = await Promise.all([ask(airportsNamed(guess, name)), readCatalog(context)])
  return now === guess ? answer : ask(airportsNamed(now, name))
}

/**
 * Carpools that everybody may see: joinable ones first, then soonest departure first. One round
 * trip. An invalid cursor starts at the beginning.
 */
export async function browseCarpools(
  context: Needs<'db' | 'clock'>,
  filter: CarpoolFilter,
  viewerRef: ViewerRef | null,
): Promise<Page<CarpoolCard>> {
  const { clock, db } = context
  const { airportName, cursor, date, limit, time, ...rest } = filter
  const span = date ? spanOfDay(date, time) : { from: startOfLondonDay(londonDay(clock.now())) }
  const query = {
    ...rest,
    ...span,
    after: cursor ? readCursor(cursor) : null,
    limit: limit + 1,
  }
  const listIn = async (airports: AirportId[] | undefined) => {
    const found =
      airports?.length === 0 ? null : listCarpools(db, { ...query, airports }, viewerRef)
    return found ? batchRead(db, found) : []
  }
  const rows = await (airportName ? inAirports(context, airportName, listIn) : listIn(undefined))
  const shown = rows.slice(0, limit)
  const now = clock.now()
  const last = shown.at(-1)
  return {
    items: shown.map((row) => cardOf(row, Boolean(row.joined), row.offered, now)),
    nextCursor: rows.length > limit && last ? writeCursor(placeOnList(last)) : null,
  }
}

/**
 * Number of joinable carpools on each of `days`, with the list's other filters. The part of the day
 * is ignored.
 */
export async function countByDay(
  context: Needs<'db'>,
  { tripType, airportName }: CarpoolFilter,
  days: LondonDay[],
): Promise<DayCount[]> {
  const { db } = context
  const spans = days.map((day) => ({ day, ...spanOfDay(day) }))
  const countIn = (airports: AirportId[] | undefined) =>
    batchRead(db, countCarpools(db, { tripType, airports, spans }))
  return airportName ? inAirports(context, airportName, countIn) : countIn(undefined)
}

/**
 * Joinable carpools of the same direction and airport that leave within `NEAR_DAYS` of the
 * requested day, or on any day.
 */
export async function findNear(
  context: Needs<'db' | 'clock'>,
  { tripType, airportName, date }: Pick<CarpoolFilter, 'tripType' | 'airportName' | 'date'>,
): Promise<CarpoolCard[]> {
  const { clock, db } = context
  const today = startOfLondonDay(londonDay(clock.now()))
  const span = date
    ? {
        from: Math.max(today, startOfLondonDay(addDays(date, -NEAR_DAYS))),
        before: startOfLondonDay(addDays(date, NEAR_DAYS + 1)),
      }
    : { from: today }
  const listIn = async (airports: AirportId[] | undefined) => {
    const query = { tripType, ...span, status: 'OPEN', after: null, limit: NEAR_MAX } as const
    const found = listCarpools(db, { ...query, airports: date ? airports : undefined }, null)
    return found && airports?.length !== 0 ? batchRead(db, found) : []
  }
  const rows = await (airportName ? inAirports(context, airportName, listIn) : listIn(undefined))
  return rows.map((row) => cardOf(row, false))
}

/** The next carpools that lack one person, or else the next carpools, in both directions. */
export async function findSoon(
  { clock, db }: Needs<'db' | 'clock'>,
  viewerRef: ViewerRef | null,
): Promise<{ lacksOne: boolean; carpools: CarpoolCard[] }> {
  const from = clock.now()
  const query = { from, status: 'OPEN', after: null, limit: SOON_READ } as const
  const rows = await Promise.all(
    (['PICKUP', 'DROPOFF'] as const).map((tripType) => {
      const found = listCarpools(db, { ...query, tripType }, viewerRef)
      return found ? batchRead(db, found) : []
    }),
  )
  const next = rows
    .flat()
    .map((row) => cardOf(row, Boolean(row.joined)))
    .sort((a, b) => a.carpoolAt - b.carpoolAt)
  const short = next.filter((card) => card.maxPassengers - card.currentPassengers === 1)
  const lacksOne = short.length > 0
  return { lacksOne, carpools: (lacksOne ? short : next).slice(0, SOON_MAX) }
}

/**
 * One carpool; null if it does not exist or the viewer may not see it. With `failed`, a carpool
 * that did not fill is found too, so that a student who comes too late to join learns why; with
 * `ended`, also one that was cancelled, for those who waited for it.
 */
export async function findCarpool(
  { db, clock }: Needs<'db' | 'clock'>,
  id: string,
  viewer: ViewerRef | null,
  { failed = false, ended = false } = {},
): Promise<FoundCarpool | null> {
  const [row] = isCarpoolId(id) ? await batchRead(db, selectCarpool(db, id, viewer)) : []
  if (!row) return null
  const status = row.carpool.status
  const isOver = ((failed || ended) && is(status, 'failed')) || (ended && is(status, 'cancelled'))
  if (!(isShown(row.carpool) || row.joined || isOver)) return null
  const { carpool, joined, offered, confirmed, ...cases } = row
  const freeRoom = freeRoomFor(carpool.maxPassengers, cases)
  return { ...cardOf(carpool, Boolean(joined), offered, clock.now()), confirmed, freeRoom }
}

/** Whether the viewer has a confirmed seat. */
export async function isJoined({ db }: Needs<'db'>, id: string, viewer: Viewer): Promise<boolean> {
  if (!isCarpoolId(id)) return false
  const [row] = await selectCarpool(db, id, viewer)
  return Boolean(row?.joined)
}

/** Every place the viewer has or had with a deposit, soonest departure first; one query. */
export async function readCarpoolRecords(
  { clock, db }: Needs<'db' | 'clock'>,
  viewer: ViewerRef,
): Promise<CarpoolRecord[]> {
  const now = clock.now()
  return (await batchRead(db, listPlaces(db, viewer))).map((row) =>
    recordOf(row.carpool, row.participant, now, row.owed),
  )
}

const placeOnList = ({ status, departureAt: at, id }: CardRow) => ({
  rank: listRankOf(status),
  at,
  id,
})
