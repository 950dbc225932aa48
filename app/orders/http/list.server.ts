import { readDescriptions } from '#app/catalog/service/catalog.server.ts'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import type { ViewerRef } from '#app/group/service/viewer.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { orderListSchema } from '#app/orders/schema.server.ts'
import { browseOrders } from '#app/orders/service/orders.server.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { readFilters } from '#app/web/http/filters.server.ts'
import { optionalPart } from '#app/web/http/optional-part.server.ts'

const PAGE_SIZE = 12

/**
 * Everything a page of orders shows, except what is specific to one service. A part that could not
 * be read is null.
 */
export async function readOrderPage(context: AppContext, kind: OrderKind, url: URL) {
  const { viewerRef } = context
  const [{ user }, page] = await Promise.all([
    context.viewer(),
    readFor(context, viewerRef, kind, url),
  ])
  // The session has expired: show the visitor's page.
  return user || !viewerRef ? page : readFor(context, null, kind, url)
}

async function readFor(context: AppContext, viewer: ViewerRef | null, kind: OrderKind, url: URL) {
  const tab = url.searchParams.get('tab')
  /** Logged-in users see their own orders first. */
  const mine = String(tab === 'mine' || (tab !== 'all' && viewer !== null))
  const filters = readFilters(orderListSchema, url, { limit: PAGE_SIZE, mine })
  /** A user's own orders require a login. */
  const hidden = filters.mine && !viewer
  const { language } = context
  const [page, descriptions, contact] = await Promise.all([
    hidden
      ? null
      : optionalPart(context, 'orders', browseOrders(context, kind, filters, viewer, language)),
    optionalPart(context, 'descriptions', readDescriptions(context, kind, language)),
    readContact(context),
  ])
  return {
    filters,
    hidden,
    page,
    descriptions: descriptions ?? [],
    contact: contact.name,
    now: context.clock.now(),
  }
}
