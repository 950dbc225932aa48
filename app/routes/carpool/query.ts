/** What the list shows, as its address says it. `from` belongs to the dialogs over it. */
const LIST_PARAMS = ['tripType', 'airportName', 'date', 'cursor'] as const

/** The part of a search that belongs to the list, with its question mark; dialogs carry it along. */
export function listSearch(search: string): string {
  const all = new URLSearchParams(search)
  const kept = new URLSearchParams(
    LIST_PARAMS.flatMap((name) => {
      const value = all.get(name)
      return value ? [[name, value]] : []
    }),
  )
  return kept.size > 0 ? `?${kept}` : ''
}

/** The list's address with some of its parameters changed; a change of filter starts at the first page. */
export function listPath(
  search: string,
  change: Partial<Record<(typeof LIST_PARAMS)[number], string>>,
): string {
  const params = new URLSearchParams(listSearch(search))
  params.delete('cursor')
  for (const [name, value] of Object.entries(change)) params.set(name, value)
  return `/carpool?${params}`
}
