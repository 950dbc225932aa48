import type { OrderKind } from '#app/domain/order/order.ts'
import { orNull } from '#app/http/part.server.ts'
import { orderListSchema } from '#app/schemas/order.server.ts'
import type { AppContext } from '#app/services/context.server.ts'

const PAGE_SIZE = 12

/** The list's filters as an address says them; what makes no sense is left out, so that an old link still works. */
function readFilters(url: URL) {
  const given = Object.fromEntries([...url.searchParams].filter(([, value]) => value.trim() !== ''))
  const raw: Record<string, unknown> = { ...given, limit: PAGE_SIZE, mine: String(given.tab === 'mine') }
  const parsed = orderListSchema.safeParse(raw)
  if (parsed.success) return parsed.data
  for (const { path } of parsed.error.issues) delete raw[String(path[0])]
  return orderListSchema.parse({ ...raw, limit: PAGE_SIZE })
}

/** Everything a page of orders shows, but for what only one service has. A part that could not be read is null. */
export async function readOrderPage(context: AppContext, kind: OrderKind, url: URL) {
  const filters = readFilters(url)
  const { user } = await context.viewer()
  /** Her own orders need somebody to be logged in. */
  const hidden = filters.mine && !user
  const { catalog, language, orders } = context
  const [page, descriptions] = await Promise.all([
    hidden ? null : orNull(context, 'orders', orders.list(kind, filters, user, language)),
    orNull(context, 'descriptions', catalog.serviceDescriptions(kind, language)),
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
