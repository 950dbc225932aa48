import type { OrderKind } from '#app/domain/order/order.ts'
import { createPageSearch } from '#app/ui/page-search.ts'

/** Where each service's page is (docs/rules.md#pages). */
const HOMES: Record<OrderKind, string> = { mail: '/mail', move: '/moving' }

/**
 * What a page of orders shows, as its address says it; the last two are what the postage estimate
 * was asked.
 */
const page = createPageSearch(['tab', 'address', 'date', 'cursor', 'kg', 'carrier'])

/** The part of a search that belongs to the page; dialogs carry it along. */
export const pageSearch = page.of

/**
 * The page's address with some of its parameters changed; a change starts at the first page. Null
 * takes one away.
 */
export const pagePath = (
  kind: OrderKind,
  search: string,
  change: Parameters<typeof page.changed>[1] = {},
): string => HOMES[kind] + page.changed(search, change)

/** The page as a dialog over it leaves it. */
export const underPath = (kind: OrderKind, search: string): string =>
  HOMES[kind] + pageSearch(search)
export const homePath = (kind: OrderKind): string => HOMES[kind]
export const minePath = (kind: OrderKind): string => `${HOMES[kind]}?tab=mine`
export const createPath = (kind: OrderKind): string => `${HOMES[kind]}/create`
export const payPath = (kind: OrderKind, id: string): string => `${HOMES[kind]}/pay/${id}`
