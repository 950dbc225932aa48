import type { ShouldRevalidateFunction } from '@remix-run/react'
import type { OrderKind } from '#app/domain/order/order.ts'

/** Where each service's page is (SPEC section 2). */
const HOMES: Record<OrderKind, string> = { mail: '/mail', move: '/moving' }

/** What a page of orders shows, as its address says it; the last two are what the postage estimate was asked. */
const PAGE_PARAMS = ['tab', 'address', 'date', 'cursor', 'kg', 'carrier'] as const
type Param = (typeof PAGE_PARAMS)[number]

/** The part of a search that belongs to the page, with its question mark; dialogs carry it along. */
export function pageSearch(search: string): string {
  const all = new URLSearchParams(search)
  const kept = PAGE_PARAMS.flatMap((name) => {
    const value = all.get(name)
    return value ? [[name, value]] : []
  })
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}

/** The page's address with some of its parameters changed; a change starts at the first page. Null takes one away. */
export function pagePath(
  kind: OrderKind,
  search: string,
  change: Partial<Record<Param, string | null>> = {},
): string {
  const params = new URLSearchParams(pageSearch(search))
  params.delete('cursor')
  for (const [name, value] of Object.entries(change))
    value === null ? params.delete(name) : params.set(name, value)
  return params.size > 0 ? `${HOMES[kind]}?${params}` : HOMES[kind]
}

/** The page as a dialog over it leaves it. */
export const underPath = (kind: OrderKind, search: string): string => HOMES[kind] + pageSearch(search)
export const homePath = (kind: OrderKind): string => HOMES[kind]
export const minePath = (kind: OrderKind): string => `${HOMES[kind]}?tab=mine`
export const createPath = (kind: OrderKind): string => `${HOMES[kind]}/create`
export const payPath = (kind: OrderKind, id: string): string => `${HOMES[kind]}/pay/${id}`

/** `shouldRevalidate` of a page of orders: a dialog opening or closing over it leaves it as it is. */
export const keepPage: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod, actionStatus = 200 } = change
  if (formMethod !== undefined && formMethod !== 'GET') return actionStatus < 400
  return currentUrl.href === nextUrl.href || pageSearch(currentUrl.search) !== pageSearch(nextUrl.search)
}
