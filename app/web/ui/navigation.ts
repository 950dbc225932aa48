import { useLocation } from '@remix-run/react'
import type { TKey } from '#app/i18n/keys.ts'
import type { SitePage } from '#app/kernel/description.ts'
import { Car, House, type IconType, Luggage, Package, Truck, Users, Warehouse } from './icon.tsx'

export type NavItem = { to: string; label: TKey; icon: IconType }

/** The sections of the product, in the order of the top navigation (docs/rules.md#pages). */
export const navItems = [
  { to: '/', label: 'common:nav.home', icon: House },
  { to: '/carpool', label: 'common:nav.carpool', icon: Car },
  { to: '/moving', label: 'common:nav.moving', icon: Truck },
  { to: '/storage', label: 'common:nav.storage', icon: Warehouse },
  { to: '/mail', label: 'common:nav.mail', icon: Package },
  { to: '/trip', label: 'common:nav.trip', icon: Users },
] as const satisfies NavItem[]

/** The student's own bookings of every kind. */
export const ridesItem = {
  to: '/rides',
  label: 'ride:title',
  icon: Luggage,
} as const satisfies NavItem

/**
 * At the bottom of a phone's screen are the home page, carpools and one's own bookings; the rest is
 * behind "me".
 */
export const quickItems: NavItem[] = [navItems[0], navItems[1], ridesItem]
/** The five services, in the order of the home page. */
export const services: NavItem[] = [navItems[1], navItems[4], navItems[2], navItems[3], navItems[5]]
export const otherItems: NavItem[] = [navItems[4], navItems[2], navItems[5], navItems[3]]

/** The pages of a place that one has. */
const OWN_PLACE = /^\/(?:carpool\/record|trip\/(?:record|done|exit|companions|board))\//

/**
 * Where in the product a page is. The pages of a place that one has, and its payments, belong to
 * one's own bookings, not to the list of carpools or trips.
 */
export function sectionOf(pathname: string): string {
  const [, of] = /^\/pay\/[a-z]+-([a-z]+)_/.exec(pathname) ?? []
  if (of === 'par' || OWN_PLACE.test(pathname)) return ridesItem.to
  return of ? `/${of === 'move' ? 'moving' : of}` : pathname
}

/** Whether a section is the one shown, or contains it. */
export function useIsCurrent(): (to: string) => boolean {
  const { pathname } = useLocation()
  const here = sectionOf(pathname)
  return (to) => (to === '/' ? here === '/' : here === to || here.startsWith(`${to}/`))
}

export const useAriaCurrent = () => {
  const isCurrent = useIsCurrent()
  return (to: string) => (isCurrent(to) ? ('page' as const) : undefined)
}

/** Where a page about the product is. */
export const sitePagePath = (page: SitePage) => (page === 'about' ? '/about' : `/about/${page}`)
