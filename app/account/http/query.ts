import { createPageSearch } from '#app/web/ui/page-search.ts'

/** The state of the account's page in its address: the cursor of the points history. */
const page = createPageSearch(['points'])

/** The part of a query string that belongs to the account's page; dialogs pass it on. */
export const pageSearch = page.of

/** The account's address with some of its parameters changed; null removes one. */
export const pagePath = (search: string, change: Parameters<typeof page.changed>[1] = {}): string =>
  `/profile${page.changed(search, change)}`
