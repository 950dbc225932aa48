const HOME = '/trip'
/** What the list shows, as its address says it. */
const PAGE_PARAMS = ['tab', 'name', 'date', 'cursor'] as const
type Param = (typeof PAGE_PARAMS)[number]

/** The part of a search that belongs to the list, with its question mark; dialogs carry it along. */
export function pageSearch(search: string): string {
  const all = new URLSearchParams(search)
  const kept = PAGE_PARAMS.flatMap((name) => {
    const value = all.get(name)
    return value ? [[name, value]] : []
  })
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}

/** The list's address with some of its parameters changed; a change starts at the first page. Null takes one away. */
export function pagePath(search: string, change: Partial<Record<Param, string | null>> = {}): string {
  const params = new URLSearchParams(pageSearch(search))
  params.delete('cursor')
  for (const [name, value] of Object.entries(change))
    value === null ? params.delete(name) : params.set(name, value)
  return params.size > 0 ? `${HOME}?${params}` : HOME
}

/** The list as a dialog over it leaves it. */
export const underPath = (search: string): string => HOME + pageSearch(search)
export const tabPath = (tab: 'start' | 'end'): string => (tab === 'end' ? `${HOME}?tab=end` : HOME)
export const createPath = (search = ''): string => `${HOME}/create${pageSearch(search)}`
export const termsPath = (id: string, search: string): string => `${HOME}/${id}/terms${pageSearch(search)}`
export const joinPath = (id: string, search = ''): string => `${HOME}/${id}/join${pageSearch(search)}`
export const exitPath = (id: string, search: string): string => `${HOME}/exit/${id}${pageSearch(search)}`
export const payPath = (id: string): string => `${HOME}/pay/${id}`
export const balancePath = (id: string): string => `${HOME}/balance/${id}`
