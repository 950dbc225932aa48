import { londonDay } from '#app/domain/time.ts'
import { readFilters } from '#app/http/filters.server.ts'
import { orNull } from '#app/http/part.server.ts'
import { carpoolListSchema } from '#app/schemas/carpool.server.ts'
import { offerOf } from '#app/services/catalog/catalog.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolCard, Page } from '#app/services/groups/carpools.server.ts'

const PAGE_SIZE = 20

/**
 * The list's filters: pickups unless the address says otherwise. Its status is no filter of a page.
 */
export const readCarpoolFilters = (url: URL) =>
  readFilters(
    carpoolListSchema,
    url,
    { limit: PAGE_SIZE, status: undefined },
    { tripType: 'PICKUP' },
  )

/**
 * Everything the carpool page shows, asked of D1 in one round trip, together with who looks. A list
 * or table that could not be read is null.
 */
export async function readListPage(context: AppContext, url: URL) {
  const filters = readCarpoolFilters(url)
  const { carpools, looker } = context
  const [{ user }, page, offer, held] = await Promise.all([
    context.viewer(),
    orNull(context, 'list', carpools.list(filters, looker)),
    orNull(context, 'offer', context.offer.read()),
    looker && orNull(context, 'held seat', carpools.heldSeat(looker)),
  ])
  const now = context.clock.now()
  const { prices, descriptions } = offer
    ? offerOf(offer, 'carpool', context.language, londonDay(now))
    : { prices: null, descriptions: [] }
  return {
    filters,
    page: page && (user ? page : seenByVisitor(page)),
    prices,
    descriptions,
    /** A seat of hers that still waits for its deposit. */
    held: user && held,
    now,
  }
}

/** Whose session does not live looks as a visitor. */
const seenByVisitor = (page: Page<CarpoolCard>): Page<CarpoolCard> => ({
  ...page,
  items: page.items.map((card) => ({ ...card, isJoined: false })),
})
