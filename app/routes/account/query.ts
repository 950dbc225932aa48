import { createPageSearch } from '#app/ui/page-search.ts'

/**
 * What the profile shows, as given by its address: which list, and the cursor of the points
 * history.
 */
const page = createPageSearch(['list', 'points'])

export const LISTS = ['joined', 'exited', 'history'] as const
export type List = (typeof LISTS)[number]

export const listOfSearch = (search: string): List =>
  LISTS.find((list) => list === new URLSearchParams(search).get('list')) ?? 'joined'

/** The part of a query string that belongs to the profile; dialogs pass it on. */
export const pageSearch = page.of

/** The profile's address with some of its parameters changed; null removes one. */
export const pagePath = (search: string, change: Parameters<typeof page.changed>[1] = {}): string =>
  `/profile${page.changed(search, change)}`
