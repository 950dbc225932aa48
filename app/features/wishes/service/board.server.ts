import { earliestDeparture } from '#app/carpool/rules/permissions.ts'
import type { TripType } from '#app/carpool/rules/state.ts'
import {
  listWanted,
  type Span,
  type WantedRow,
} from '#app/features/wishes/rows/wish-board.server.ts'
import type { Slot } from '#app/features/wishes/rules/wish.ts'
import { isNamed, isNearly, shortNameOf } from '#app/kernel/airport-names.ts'
import { boundedCache } from '#app/kernel/bounded-cache.ts'
import { DAY_PARTS, type DayPart, spanOfDay } from '#app/kernel/day-part.ts'
import { WISH_BOARD_PEOPLE } from '#app/kernel/limits.ts'
import { addDays, type Instant, type LondonDay, londonDay } from '#app/kernel/time.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

type Name = { zh: string; en: string }
/** People waiting for a car in a part of a day; never fewer than the board's minimum. */
export type DemandSlot = Slot & { id: string; airportName: Name; people: number }
export type BoardFilter = { tripType?: TripType; airportName?: string; date?: LondonDay }

/** Number of days on the board if no day is requested. */
const BOARD_DAYS = 14
/** Number of days ahead in the console. */
const DEMAND_DAYS = 62
/** How long an isolate's last read is shown to everybody. */
const FRESH_MS = 10_000
/** Number of cached days. */
const KEPT_MAX = 50

type CachedBoard = { rows: WantedRow[]; at: Instant }
/** This isolate's last read of each database, by day. */
const cache = new WeakMap<object, ReturnType<typeof boundedCache<LondonDay, CachedBoard>>>()

async function readRows(
  { db, clock }: Needs<'db' | 'clock'>,
  date?: LondonDay,
): Promise<WantedRow[]> {
  const now = clock.now()
  const days = cache.get(db.$client) ?? boundedCache<LondonDay, CachedBoard>(KEPT_MAX)
  cache.set(db.$client, days)
  const last = days.get(date ?? '')
  if (last && last.at <= now && now < last.at + FRESH_MS) return last.rows
  // A part of a day is listed as long as a car can be opened for it.
  const earliest = earliestDeparture(now)
  const first = date ?? londonDay(earliest)
  const spans = spansOf(first, date ? 1 : BOARD_DAYS).filter(({ before }) => before > earliest)
  const limits = { now, least: WISH_BOARD_PEOPLE }
  const rows = spans.length > 0 ? await batchRead(db, listWanted(db, spans, limits)) : []
  days.set(date ?? '', { rows, at: now })
  return rows
}

/** The parts of consecutive days. */
const spansOf = (first: LondonDay, days: number): Span[] =>
  Array.from({ length: days }, (_, n) => addDays(first, n)).flatMap((day) =>
    DAY_PARTS.map((part) => ({ id: `${day}.${part}`, ...spanOfDay(day, part) })),
  )

/**
 * Number of people waiting for a car in each part of a day, soonest first: for the requested day,
 * or for the next days on which a car can be opened. The same for everybody, and read at most once
 * per FRESH_MS (decision 0032).
 */
export async function readBoard(
  context: Needs<'db' | 'clock'>,
  { tripType, airportName, date }: BoardFilter,
): Promise<DemandSlot[]> {
  const rows = await readRows(context, date)
  return (airportName ? rowsNamed(rows, airportName) : rows)
    .filter((row) => !tripType || row.tripType === tripType)
    .map(wantedOf)
    .sort(bySoonest)
}

/** The same for the console: all wishes from today on, even of a single person. */
export async function readDemand({ db, clock }: Needs<'db' | 'clock'>): Promise<DemandSlot[]> {
  const now = clock.now()
  const spans = spansOf(londonDay(now), DEMAND_DAYS)
  return (await listWanted(db, spans, { now, least: 1 })).map(wantedOf).sort(bySoonest)
}

/** The rows whose airport a text names (docs/rules.md#lists). */
function rowsNamed(rows: WantedRow[], text: string): WantedRow[] {
  const named = (is: typeof isNamed) =>
    rows.filter(({ airportZh: zh, airportEn: en }) => is({ zh, en }, text))
  const exact = named(isNamed)
  return exact.length > 0 ? exact : named(isNearly)
}

function wantedOf({ span, airportZh: zh, airportEn: en, ...row }: WantedRow): DemandSlot {
  const [day = '', part = ''] = span.split('.')
  const slot = { tripType: row.tripType, airportId: row.airportId, day, part: part as DayPart }
  return { ...slot, id: slotId(slot), airportName: shortNameOf({ zh, en }), people: row.people }
}

const startOf = ({ day, part }: Slot): Instant => spanOfDay(day, part).from
const bySoonest = (a: DemandSlot, b: DemandSlot) => startOf(a) - startOf(b) || b.people - a.people

/** The id of a part of a day at an airport. */
const slotId = ({ tripType, airportId, day, part }: Slot): string =>
  [tripType, airportId, day, part].join('.')
