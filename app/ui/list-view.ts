import { type ShouldRevalidateFunction, useLocation, useNavigation } from '@remix-run/react'

/** The part of an address's search that a list hangs on (createPageSearch). */
type SearchOf = (search: string) => string

/** `shouldRevalidate` of a list: a dialog opening or closing over it leaves it as it is. */
export const keepUnderDialogs =
  (pageSearch: SearchOf): ShouldRevalidateFunction =>
  ({ currentUrl, nextUrl, formMethod, actionStatus = 200 }) => {
    if (formMethod !== undefined && formMethod !== 'GET') return actionStatus < 400
    return currentUrl.href === nextUrl.href || pageSearch(currentUrl.search) !== pageSearch(nextUrl.search)
  }

/** Whether another view of a list is on its way. */
export function useIsLoading(pageSearch: SearchOf): boolean {
  const { pathname, search } = useLocation()
  const { location } = useNavigation()
  return location?.pathname === pathname && pageSearch(location.search) !== pageSearch(search)
}
