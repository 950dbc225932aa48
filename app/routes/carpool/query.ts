import { createPageSearch } from '#app/ui/page-search.ts'

/** What the list shows, as its address says it. `from` belongs to the dialogs over it. */
const list = createPageSearch(['tripType', 'airportName', 'date', 'cursor'])

/** The part of a search that belongs to the list; dialogs carry it along. */
export const listSearch = list.of

/**
 * The list's address with some of its parameters changed; a change of filter starts at the first
 * page.
 */
export const listPath = (search: string, change: Parameters<typeof list.changed>[1]): string =>
  `/carpool${list.changed(search, change)}`
