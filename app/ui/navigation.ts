import { useLocation } from '@remix-run/react'
import type { SitePage } from '#app/domain/description.ts'
import type { TKey } from '#app/i18n/keys.ts'
import { Car, House, type IconType, Package, Truck, Users, Warehouse } from './icon.tsx'

export type Place = { to: string; label: TKey; icon: IconType }

/** The sections of the product, in the order of the top navigation (docs/rules.md#pages). */
export const places = [
  { to: '/', label: 'common:nav.home', icon: House },
  { to: '/carpool', label: 'common:nav.carpool', icon: Car },
  { to: '/moving', label: 'common:nav.moving', icon: Truck },
  { to: '/storage', label: 'common:nav.storage', icon: Warehouse },
  { to: '/mail', label: 'common:nav.mail', icon: Package },
  { to: '/trip', label: 'common:nav.trip', icon: Users },
] as const satisfies Place[]

const at = (to: (typeof places)[number]['to']) => places.filter((place) => place.to === to)

/**
 * The four most used sections are at the bottom of the screen on phones; the rest are behind "me".
 */
export const quickPlaces: Place[] = [
  ...at('/'),
  ...at('/carpool'),
  ...at('/mail'),
  ...at('/moving'),
]
export const otherPlaces: Place[] = [...at('/trip'), ...at('/storage')]

/** Whether a section is the one shown, or contains it. */
export function useIsCurrent(): (to: string) => boolean {
  const { pathname } = useLocation()
  return (to) => (to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`))
}

export const useAriaCurrent = () => {
  const isCurrent = useIsCurrent()
  return (to: string) => (isCurrent(to) ? ('page' as const) : undefined)
}

/** Where a page about the product is. */
export const sitePagePath = (page: SitePage) => (page === 'about' ? '/about' : `/about/${page}`)
