import { useLocation, useNavigation } from '@remix-run/react'

/** The part of an address's search that a list hangs on (createPageSearch). */
type SearchOf = (search: string) => string

/** Whether another view of a list is on its way. */
export function useIsLoading(pageSearch: SearchOf): boolean {
  const { pathname, search } = useLocation()
  const { location } = useNavigation()
  return location?.pathname === pathname && pageSearch(location.search) !== pageSearch(search)
}
