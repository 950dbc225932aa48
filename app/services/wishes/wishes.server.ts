import { isNamed, isNearly, shortNameOf } from '#app/domain/carpool/airport-names.ts'
import type { TripType } from '#app/domain/carpool/state.ts'
import { DAY_PARTS, type DayPart, spanOfDay } from '#app/domain/day-part.ts'
import type { AirportId, CarpoolId, UserId, WishId } from '#app/domain/id.ts'
import { WISH_BOARD_PEOPLE, WISH_GATHER_MS } from '#app/domain/limits.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import {
  addDays,
  type Clock,
  type Instant,
  isLondonDay,
  type LondonDay,
  londonDay,
  startOfLondonDay,
} from '#app/domain/time.ts'
import { expiryOf, partsOf, type Slot, type WishDraft } from '#app/domain/wish.ts'
import type { Catalog } from '#app/services/catalog/catalog.server.ts'
import { randomLetters } from '#app/services/groups/group-id.server.ts'
import type { BatchReads } from '#app/services/platform/batch-reads.server.ts'
import type { Db } from '#db/db.ts'
import {
  deleteWish,
  insertWish,
  listFitting,
  listWanted,
  listWishes,
  noteShown,
  type WantedRow,
} from '#db/queries/wishes.ts'

type Viewer = { id: UserId }
type Deps = { db: Db; clock: Clock; catalog: Catalog; batchReads: BatchReads }
type Name = { zh: string; en: string }

/** A student's own wish, with the cars that fit it now. */
export type OwnWish = WishDraft & {
  id: WishId
  airportName: Name
  expiresAt: Instant
  cars: { id: CarpoolId; carpoolAt: Instant; free: number }[]
}
/** People who wait for a car in a part of a day; never fewer than the board shows. */
export type Wanted = Slot & { airportName: Name; people: number }

/** How many days the board looks ahead when no day is asked for, and how many lines it has. */
const BOARD_DAYS = 14
export const BOARD_MAX = 6

/** Makes a wish. What fits it already counts as told: the page that follows shows it. */
export async function makeWish(
  { db, clock, catalog }: Pick<Deps, 'db' | 'clock' | 'catalog'>,
  viewer: Viewer,
  draft: WishDraft,
): Promise<Result<WishId>> {
  const airports = await catalog.airports()
  if (!airports.some(({ id }) => id === draft.airportId))
    return fail('validationFailed', { field: 'airportId' })
  const now = clock.now()
  const wish = {
    ...draft,
    id: `wish_${randomLetters(26)}` as WishId,
    userId: viewer.id,
    createdAt: now,
    expiresAt: expiryOf(draft),
    meetAt: now + WISH_GATHER_MS,
  }
  const [[made]] = await db.batch([insertWish(db, wish), noteShown(db, wish)])
  return made ? ok(made.id) : fail('tooManyWishes')
}

/** The viewer's wishes that are not over, the soonest first. */
export async function listOwnWishes(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<OwnWish[]> {
  const now = clock.now()
  const [rows, fitting] = await db.batch([
    listWishes(db, viewer.id, now),
    listFitting(db, viewer.id, now),
  ])
  return rows.map(({ airportZh, airportEn, ...wish }) => ({
    ...wish,
    airportName: shortNameOf({ zh: airportZh, en: airportEn }),
    cars: fitting
      .filter(({ wishId }) => wishId === wish.id)
      .map(({ carpoolId: id, carpoolAt, free }) => ({ id, carpoolAt, free })),
  }))
}

/** Deletes one of the viewer's own wishes; repeating it fails with notFound. */
export async function deleteOwnWish(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<Result<null>> {
  const [deleted] = await deleteWish(db, viewer.id, id as WishId)
  return deleted.length > 0 ? ok(null) : fail('notFound')
}

export type BoardFilter = { tripType?: TripType; airportName?: string; date?: LondonDay }

/**
 * How many people wait for a car in each part of a day, the soonest first: of the day that is asked
 * for, or of the next days.
 */
export async function readBoard(
  { db, clock, batchReads }: Pick<Deps, 'db' | 'clock' | 'batchReads'>,
  { tripType, airportName, date }: BoardFilter,
): Promise<Wanted[]> {
  const now = clock.now()
  const first = date ?? londonDay(now)
  const days = { first, last: addDays(first, date ? 0 : BOARD_DAYS - 1) }
  const rows = await batchReads(
    listWanted(db, {
      tripTypes: tripType ? [tripType] : ['PICKUP', 'DROPOFF'],
      from: startOfLondonDay(days.first),
      before: startOfLondonDay(addDays(days.last, 1)),
      now,
    }),
  )
  return boardOf(airportName ? rowsNamed(rows, airportName) : rows, days, now)
}

/** Those of the airports that a text names (docs/rules.md#lists). */
function rowsNamed(rows: WantedRow[], text: string): WantedRow[] {
  const named = (is: typeof isNamed) =>
    rows.filter(({ airportZh: zh, airportEn: en }) => is({ zh, en }, text))
  const exact = named(isNamed)
  return exact.length > 0 ? exact : named(isNearly)
}

type Days = { first: LondonDay; last: LondonDay }

/** Adds up what is wished for, by part of a day; parts with too few people are left out. */
function boardOf(rows: WantedRow[], { first, last }: Days, now: Instant): Wanted[] {
  const slots = new Map<string, Wanted>()
  for (const { tripType, airportId, airportZh: zh, airportEn: en, ...row } of rows)
    for (const { day, part } of partsOf(row)) {
      if (day < first || day > last || spanOfDay(day, part).before <= now) continue
      const slot = { tripType, airportId, day, part }
      const people = (slots.get(slotId(slot))?.people ?? 0) + row.people
      slots.set(slotId(slot), { ...slot, airportName: shortNameOf({ zh, en }), people })
    }
  return [...slots.values()]
    .filter(({ people }) => people >= WISH_BOARD_PEOPLE)
    .sort((a, b) => startOf(a) - startOf(b) || b.people - a.people)
}

const startOf = ({ day, part }: Slot): Instant => spanOfDay(day, part).from

/** What a part of a day at an airport is called in an address. */
export const slotId = ({ tripType, airportId, day, part }: Slot): string =>
  [tripType, airportId, day, part].join('.')

/** The part of a day that an address names; null: it names none. */
export function slotOf(id: string): Slot | null {
  const [tripType, airportId, day, part, ...rest] = id.split('.')
  const isKnown =
    (tripType === 'PICKUP' || tripType === 'DROPOFF') &&
    airportId &&
    day &&
    isLondonDay(day) &&
    DAY_PARTS.some((one) => one === part) &&
    rest.length === 0
  if (!isKnown) return null
  return { tripType, airportId: airportId as AirportId, day, part: part as DayPart }
}

export type SharedSlot = Slot & {
  airportName: Name
  /** Null: so few that the board does not say. */
  people: number | null
}

/** What the page of a part of a day says; null: there is no such airport, or the day is over. */
export async function readSlot(deps: Deps, id: string): Promise<SharedSlot | null> {
  const slot = slotOf(id)
  if (!slot || spanOfDay(slot.day, slot.part).before <= deps.clock.now()) return null
  const { airports } = await deps.catalog.read()
  const airport = airports.find((one) => one.id === slot.airportId && one.active)
  if (!airport) return null
  const board = await readBoard(deps, { tripType: slot.tripType, date: slot.day })
  const found = board.find((one) => slotId(one) === id)
  const airportName = shortNameOf({ zh: airport.nameZh, en: airport.nameEn })
  return { ...slot, airportName, people: found?.people ?? null }
}
