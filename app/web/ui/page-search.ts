/**
 * Which part of an address's query string belongs to a page: the named parameters; all others
 * belong to a dialog over it. Both functions return a query string with its question mark, or '' if
 * it is empty.
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
    /** The page's own part; dialogs pass it on. */
    of: (search: string): string => written(read(search)),

    /**
     * The page's part with some of it changed; null removes a parameter. A change of what is listed
     * goes back to the first page.
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
