import { createPageSearch } from '#app/web/ui/page-search.ts'

/** The list's filters in its address. `from` belongs to the dialogs over it. */
const list = createPageSearch(['tripType', 'airportName', 'date', 'time', 'cursor'])

/** The part of a query string that belongs to the list; dialogs pass it on. */
export const listSearch = list.of

/**
 * The list's address with some of its parameters changed; changing a filter goes back to the first
 * page.
 */
export const listPath = (search: string, change: Parameters<typeof list.changed>[1]): string =>
  `/carpool${list.changed(search, change)}`
