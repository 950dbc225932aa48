import { londonDay } from '#app/domain/time.ts'
import { orNull } from '#app/http/part.server.ts'
import { carpoolListSchema } from '#app/schemas/carpool.server.ts'
import { offerOf } from '#app/services/catalog/catalog.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolCard, Page } from '#app/services/groups/carpools.server.ts'

const PAGE_SIZE = 20

/** The list's filters as an address says them; what makes no sense is left out, so that an old link still works. */
export function readFilters(url: URL) {
  const given = Object.fromEntries([...url.searchParams].filter(([, value]) => value.trim() !== ''))
  const raw: Record<string, unknown> = { tripType: 'PICKUP', ...given, limit: PAGE_SIZE }
  delete raw.status
  const parsed = carpoolListSchema.safeParse(raw)
  if (parsed.success) return parsed.data
  for (const { path } of parsed.error.issues) delete raw[String(path[0])]
  return carpoolListSchema.parse({ tripType: 'PICKUP', ...raw })
}

/**
 * Everything the carpool page shows, asked of D1 in one round trip, together with who looks. A list or table that could not be
 * read is null.
 */
export async function readListPage(context: AppContext, url: URL) {
  const filters = readFilters(url)
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
