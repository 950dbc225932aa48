import type { OrderKind } from '#app/orders/rules/order.ts'
import { chargePath } from '#app/payments/ui/paths.ts'
import { createPageSearch } from '#app/web/ui/page-search.ts'

/** The page of each service (docs/rules.md#pages). */
const HOMES: Record<OrderKind, string> = { mail: '/mail', move: '/moving' }

/**
 * The filters in the address of a page of orders; the last two are the postage estimate's input.
 */
const page = createPageSearch(['tab', 'address', 'date', 'cursor', 'kg', 'to'])

/** The part of a query string that belongs to the page; dialogs pass it on. */
export const pageSearch = page.of

/**
 * The page's address with some of its parameters changed; a change goes back to the first page.
 * Null removes a parameter.
 */
export const pagePath = (
  kind: OrderKind,
  search: string,
  change: Parameters<typeof page.changed>[1] = {},
): string => HOMES[kind] + page.changed(search, change)

/** The page's address after a dialog over it closes. */
export const underPath = (kind: OrderKind, search: string): string =>
  HOMES[kind] + pageSearch(search)
export const homePath = (kind: OrderKind): string => HOMES[kind]
export const minePath = (kind: OrderKind): string => `${HOMES[kind]}?tab=mine`
export const createPath = (kind: OrderKind): string => `${HOMES[kind]}/create`
export const donePath = (kind: OrderKind, id: string): string => `${HOMES[kind]}/done/${id}`
export const payPath = (id: string): string => chargePath('base', id)
