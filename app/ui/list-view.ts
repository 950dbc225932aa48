import { useLocation, useNavigation } from '@remix-run/react'

/** The part of an address's query string that a list depends on (createPageSearch). */
type SearchOf = (search: string) => string

/** Whether another view of a list is loading. */
export function useIsLoading(pageSearch: SearchOf): boolean {
  const { pathname, search } = useLocation()
  const { location } = useNavigation()
  return location?.pathname === pathname && pageSearch(location.search) !== pageSearch(search)
}
