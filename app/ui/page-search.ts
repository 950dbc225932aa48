/**
 * Which part of an address's search belongs to a page: the named parameters; anything else is a
 * dialog's over it. Both functions give a search with its question mark, or '' for none.
 */
export function createPageSearch<Name extends string>(names: readonly Name[]) {
  const written = (params: URLSearchParams): string => (params.size > 0 ? `?${params}` : '')
  const read = (search: string): URLSearchParams => {
    const all = new URLSearchParams(search)
    return new URLSearchParams(
      names.flatMap((name) => {
        const value = all.get(name)
        return value ? [[name, value]] : []
      }),
    )
  }
  return {
    /** The page's own part; dialogs carry it along. */
    of: (search: string): string => written(read(search)),

    /**
     * The page's part with some of it changed; null takes one away. A change of what is listed
     * starts at the first page.
     */
    changed(search: string, change: Partial<Record<Name, string | null>>): string {
      const params = read(search)
      params.delete('cursor')
      for (const [name, value] of Object.entries<string | null | undefined>(change))
        value === null || value === undefined ? params.delete(name) : params.set(name, value)
      return written(params)
    },
  }
}
