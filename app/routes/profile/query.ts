/** What the profile shows, as its address says it: which list, and from where on the points. */
const PAGE_PARAMS = ['list', 'points'] as const

export const LISTS = ['joined', 'exited', 'history'] as const
export type List = (typeof LISTS)[number]

export const listOfSearch = (search: string): List =>
  LISTS.find((list) => list === new URLSearchParams(search).get('list')) ?? 'joined'

/** The part of a search that belongs to the profile, with its question mark; dialogs carry it along. */
export function pageSearch(search: string): string {
  const all = new URLSearchParams(search)
  const kept = PAGE_PARAMS.flatMap((name) => {
    const value = all.get(name)
    return value ? [[name, value]] : []
  })
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}

/** The profile's address with some of its parameters changed; null takes one away. */
export function pagePath(
  search: string,
  change: Partial<Record<(typeof PAGE_PARAMS)[number], string | null>> = {},
): string {
  const params = new URLSearchParams(pageSearch(search))
  for (const [name, value] of Object.entries(change))
    value === null ? params.delete(name) : params.set(name, value)
  return params.size > 0 ? `/profile?${params}` : '/profile'
}
