import { londonDay } from '#app/domain/time.ts'
import { readFilters } from '#app/http/filters.server.ts'
import { optionalPart } from '#app/http/optional-part.server.ts'
import { carpoolListSchema } from '#app/schemas/carpool.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolCard, Page } from '#app/services/groups/carpools.server.ts'

const PAGE_SIZE = 20

/** The list's filters: pickups unless the address says otherwise. Pages do not filter by status. */
export const readCarpoolFilters = (url: URL) =>
  readFilters(
    carpoolListSchema,
    url,
    { limit: PAGE_SIZE, status: undefined },
    { tripType: 'PICKUP' },
  )

/**
 * Everything the carpool page shows, read from D1 in one round trip together with the viewer. A
 * list or table that could not be read is null.
 */
export async function readListPage(context: AppContext, url: URL) {
  const filters = readCarpoolFilters(url)
  const { carpools, viewerRef } = context
  const now = context.clock.now()
  const [{ user }, page, offer, held] = await Promise.all([
    context.viewer(),
    optionalPart(context, 'list', carpools.list(filters, viewerRef)),
    optionalPart(
      context,
      'offer',
      context.catalog.servicePage('carpool', context.language, londonDay(now)),
    ),
    viewerRef && optionalPart(context, 'held seat', carpools.heldSeat(viewerRef)),
  ])
  return {
    filters,
    page: page && (user ? page : seenByVisitor(page)),
    prices: offer?.prices ?? null,
    descriptions: offer?.descriptions ?? [],
    /** A seat of the viewer's that is still waiting for its deposit. */
    held: user && held,
    now,
  }
}

/** An expired session sees what a visitor sees. */
const seenByVisitor = (page: Page<CarpoolCard>): Page<CarpoolCard> => ({
  ...page,
  items: page.items.map((card) => ({ ...card, isJoined: false })),
})
