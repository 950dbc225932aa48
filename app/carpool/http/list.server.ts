import { carpoolListSchema } from '#app/carpool/schema.server.ts'
import {
  browseCarpools,
  countByDay,
  findNear,
  type Page,
} from '#app/carpool/service/carpool-reads.server.ts'
import type { CarpoolCard } from '#app/carpool/service/carpools.server.ts'
import { readServicePage } from '#app/catalog/service/catalog.server.ts'
import { asOthersSee } from '#app/features/waitlist/rules/offer.ts'
import { readBoard } from '#app/features/wishes/service/board.server.ts'
import { addDays, type LondonDay, londonDay } from '#app/kernel/time.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { readFilters } from '#app/web/http/filters.server.ts'
import { optionalPart } from '#app/web/http/optional-part.server.ts'

const PAGE_SIZE = 20
/** Number of lines on the board of wishes. */
const BOARD_MAX = 6

/** The list's filters: pickups unless the address says otherwise. Pages do not filter by status. */
export const readCarpoolFilters = (url: URL) =>
  readFilters(
    carpoolListSchema,
    url,
    { limit: PAGE_SIZE, status: undefined },
    { tripType: 'PICKUP' },
  )

/** Number of days in the strip above the list, and of those before the chosen day. */
const STRIP_DAYS = 7
const STRIP_BEFORE = 3

/** The days of the strip: around the chosen one, or from tomorrow on. */
export function stripDays(date: LondonDay | undefined, today: LondonDay): LondonDay[] {
  const around = date && addDays(date, -STRIP_BEFORE)
  const first = around === undefined ? addDays(today, 1) : around > today ? around : today
  return Array.from({ length: STRIP_DAYS }, (_, at) => addDays(first, at))
}

/**
 * Everything the carpool page shows, read from D1 in one round trip together with the viewer. A
 * list or table that could not be read is null.
 */
export async function readListPage(context: AppContext, url: URL) {
  const filters = readCarpoolFilters(url)
  const { viewerRef } = context
  const now = context.clock.now()
  const today = londonDay(now)
  const narrowed = Boolean(filters.airportName || filters.date)
  const [{ user }, page, days, near, offer, board] = await Promise.all([
    context.viewer(),
    optionalPart(context, 'list', browseCarpools(context, filters, viewerRef)),
    optionalPart(context, 'days', countByDay(context, filters, stripDays(filters.date, today))),
    narrowed ? optionalPart(context, 'near', findNear(context, filters)) : [],
    optionalPart(context, 'offer', readServicePage(context, 'carpool', context.language, today)),
    optionalPart(context, 'wishes', readBoard(context, filters)),
  ])
  return {
    filters,
    page: page && (user ? page : seenByVisitor(page)),
    days: days ?? [],
    /** Alternatives, if the search finds nothing. */
    near: page?.items.length === 0 ? (near ?? []) : [],
    airports: (offer?.prices.normal ?? []).map(({ name }) => name),
    prices: offer?.prices ?? null,
    descriptions: offer?.descriptions ?? [],
    /** The numbers of others waiting for a car, by time. */
    board: (board ?? []).slice(0, BOARD_MAX),
    now,
  }
}

/** The list for an expired session, as a visitor sees it. */
const seenByVisitor = (page: Page<CarpoolCard>): Page<CarpoolCard> => ({
  ...page,
  items: page.items.map((card) => ({ ...asOthersSee(card), isJoined: false })),
})
