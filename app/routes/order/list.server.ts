import type { OrderKind } from '#app/domain/order/order.ts'
import { readFilters } from '#app/http/filters.server.ts'
import { optionalPart } from '#app/http/optional-part.server.ts'
import { orderListSchema } from '#app/schemas/order.server.ts'
import type { AppContext } from '#app/services/context.server.ts'

const PAGE_SIZE = 12

/**
 * Everything a page of orders shows, except what is specific to one service. A part that could not
 * be read is null.
 */
export async function readOrderPage(context: AppContext, kind: OrderKind, url: URL) {
  const { user } = await context.viewer()
  const tab = url.searchParams.get('tab')
  /** Whoever is logged in sees their own orders first. */
  const mine = String(tab === 'mine' || (tab !== 'all' && user !== null))
  const filters = readFilters(orderListSchema, url, { limit: PAGE_SIZE, mine })
  /** A user's own orders require a login. */
  const hidden = filters.mine && !user
  const { catalog, language, orders } = context
  const [page, descriptions] = await Promise.all([
    hidden ? null : optionalPart(context, 'orders', orders.list(kind, filters, user, language)),
    optionalPart(context, 'descriptions', catalog.serviceDescriptions(kind, language)),
  ])
  return {
    filters,
    hidden,
    page,
    descriptions: descriptions ?? [],
    contact: (await context.site.contact()).name,
    now: context.clock.now(),
  }
}

export type OrderPageData = Awaited<ReturnType<typeof readOrderPage>>
