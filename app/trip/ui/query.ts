import { chargePath } from '#app/payments/ui/paths.ts'
import { createPageSearch } from '#app/web/ui/page-search.ts'

const HOME = '/trip'
/** The list's filters in its address. */
const page = createPageSearch(['tab', 'name', 'date', 'cursor'])

/**
 * The part of a query string that belongs to the list, with its question mark; dialogs pass it on.
 */
export const pageSearch = page.of

/** The list's address with some of its parameters changed. */
export const pagePath = (search: string, change: Parameters<typeof page.changed>[1] = {}): string =>
  HOME + page.changed(search, change)

/** The list's address after a dialog over it closes. */
export const underPath = (search: string): string => HOME + pageSearch(search)
export const tabPath = (tab: 'start' | 'end'): string => (tab === 'end' ? `${HOME}?tab=end` : HOME)
export const createPath = (search = ''): string => `${HOME}/create${pageSearch(search)}`
export const joinPath = (id: string, search = ''): string =>
  `${HOME}/${id}/join${pageSearch(search)}`
export const textsPath = (id: string): string => `${HOME}/${id}/texts`
/** The record of a place, by its own id, or by its trip's for the viewer's last one there. */
export const recordPath = (placeId: string): string => `${HOME}/record/${placeId}`
export const payPath = (id: string): string => chargePath('deposit', id)
export const donePath = (id: string): string => `${HOME}/done/${id}`
export const balancePath = (id: string): string => chargePath('balance', id)
