import {
  countDepartures,
  type DepartureFilter,
  listDepartures,
  listInNeed,
  PAST_COUNTED,
  type Spans,
} from '#app/console/rows/departures.server.ts'
import {
  type Attention,
  attentionOf,
  type Crew,
  crewOf,
  type DeparturePlace,
  outstandingIn,
  paidIn,
  type Show,
  spanOf,
} from '#app/console/rules/departures.ts'
import { selectBadges, selectLicences } from '#app/features/ride/rows/day-sheet.server.ts'
import type { PapersUntil } from '#app/features/ride/rules/day-sheet.ts'
import type { GroupKind } from '#app/group/rules/group-name.ts'
import { cutPage, type PageOf, readCursor } from '#app/kernel/cursor.ts'
import { DRIVE_UNTIL_MS } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { type GroupRow, groupRow } from './group-views.server.ts'

/** A departure, past or coming. */
export type Departure = GroupRow & {
  /** Number of places that have paid their balance, of those that have one. */
  payments: { paid: number; of: number }
  /** Pence still to be paid. */
  outstanding: MinorUnits
  crew: Crew
  attention: Attention[]
}
/** Number of departures in each view. */
export type Totals = Record<Show, number>

export type DepartureQuery = Omit<
  DepartureFilter,
  'span' | 'now' | 'latestFirst' | 'leavingOnly' | 'textsWaitAt' | 'after'
> & {
  show: Show
  /** Only trips with texts that are waiting for approval. */
  texts?: boolean
  cursor?: string
}

type DepartureRow = Awaited<ReturnType<typeof listDepartures>>[number]

type Truths = 'isDue' | 'missed' | 'flight'
type StoredPlace = Omit<DeparturePlace, Truths> & Record<Truths, number>
const placesOf = ({ places }: DepartureRow): DeparturePlace[] =>
  (JSON.parse(places) as StoredPlace[]).map(({ isDue, missed, flight, ...place }) => ({
    ...place,
    isDue: isDue === 1,
    missed: missed === 1,
    flight: flight === 1,
  }))

function departureOf(source: DepartureRow, until: PapersUntil, now: Instant): Departure {
  const row = groupRow(source)
  const places = placesOf(source)
  const all = {
    ...row,
    places,
    disputed: source.disputed === 1,
    refundOwed: source.refundOwed === 1,
  }
  return {
    ...row,
    payments: paidIn(places),
    outstanding: outstandingIn(all),
    crew: crewOf(all),
    attention: attentionOf(all, until, now),
  }
}

/** The views of departures by day. */
const VIEWS = ['coming', 'today', 'tomorrow', 'week', 'past'] as const
const byView = <V>(of: (view: (typeof VIEWS)[number]) => V) =>
  Object.fromEntries(VIEWS.map((view) => [view, of(view)])) as Record<keyof Spans, V>

/** The range of a query. Searches by day or for waiting texts ignore the view's days. */
function spanFor({ show, from, to, short, texts }: DepartureQuery, now: Instant) {
  if (short) return { from: now - DRIVE_UNTIL_MS, until: null }
  const own = Boolean(from || to || texts)
  return own || show === 'attention' ? { from: null, until: null } : spanOf(show, now)
}

function filterOf(query: DepartureQuery, now: Instant): DepartureFilter {
  const { show, texts, cursor, limit, ...rest } = query
  const latestFirst = show === 'past'
  return {
    ...rest,
    span: spanFor(query, now),
    now,
    latestFirst,
    leavingOnly: !latestFirst && !rest.status && !rest.short && !texts,
    textsWaitAt: texts ? now : undefined,
    after: readCursor(cursor),
    limit: limit + 1,
  }
}

const earlierFirst = (a: Departure, b: Departure) => a.at - b.at || (a.id < b.id ? -1 : 1)

/** One kind's departures in a view, those that might need attention, and each view's number. */
function readKind({ db }: Needs<'db'>, kind: GroupKind, query: DepartureQuery, now: Instant) {
  const filter = filterOf(query, now)
  const isListed = query.show !== 'attention'
  return Promise.all([
    isListed ? batchRead(db, listDepartures(db, kind, filter)) : [],
    batchRead(db, listInNeed(db, kind, now)),
    batchRead(
      db,
      countDepartures(
        db,
        kind,
        byView((view) => spanOf(view, now)),
      ),
    ),
  ])
}

/**
 * Departures of these kinds in one view, soonest first (past ones latest first), and each view's
 * number, in one round trip. Departures that need attention fit on one page.
 */
export async function readDepartures(
  context: Needs<'db' | 'clock'>,
  kinds: readonly GroupKind[],
  query: DepartureQuery,
): Promise<PageOf<Departure> & { totals: Totals }> {
  const { clock, db } = context
  const now = clock.now()
  const [licences, badges, ...read] = await Promise.all([
    batchRead(db, selectLicences(db)),
    batchRead(db, selectBadges(db)),
    ...kinds.map((kind) => readKind(context, kind, query, now)),
  ])
  const until = new Map([...licences, ...badges].map(({ id, until }) => [id as string, until]))
  const departuresOf = (rows: DepartureRow[]) => rows.map((one) => departureOf(one, until, now))
  const inNeed = departuresOf(read.flatMap(([, might]) => might))
    .filter(({ attention }) => attention.length > 0)
    .sort(earlierFirst)
  const sum = (view: keyof Spans) =>
    read.reduce((total, [, , counts]) => total + (counts[0]?.[view] ?? 0), 0)
  const past = Math.min(sum('past'), PAST_COUNTED)
  const totals: Totals = { ...byView(sum), past, attention: inNeed.length }
  if (query.show === 'attention') return { items: inNeed, nextCursor: null, totals }
  const listed = departuresOf(read.flatMap(([list]) => list)).sort(earlierFirst)
  if (query.show === 'past') listed.reverse()
  return { ...cutPage(listed, query.limit, (row) => row), totals }
}
