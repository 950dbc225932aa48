import { createPageSearch } from '#app/ui/page-search.ts'

/** What the profile shows, as its address says it: which list, and from where on the points. */
const page = createPageSearch(['list', 'points'])

export const LISTS = ['joined', 'exited', 'history'] as const
export type List = (typeof LISTS)[number]

export const listOfSearch = (search: string): List =>
  LISTS.find((list) => list === new URLSearchParams(search).get('list')) ?? 'joined'

/** The part of a search that belongs to the profile; dialogs carry it along. */
export const pageSearch = page.of

/** The profile's address with some of its parameters changed; null takes one away. */
export const pagePath = (search: string, change: Parameters<typeof page.changed>[1] = {}): string =>
  `/profile${page.changed(search, change)}`
