import { useLocation } from '@remix-run/react'
import type { TKey } from '#app/i18n/keys.ts'
import type { SitePage } from '#app/kernel/description.ts'
import { Car, House, type IconType, Luggage, Package, Truck, Users, Warehouse } from './icon.tsx'

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

/** The student's own bookings of every kind. */
export const ridesPlace = {
  to: '/rides',
  label: 'ride:title',
  icon: Luggage,
} as const satisfies Place

/**
 * At the bottom of a phone's screen are the home page, carpools and one's own bookings; the rest is
 * behind "me".
 */
export const quickPlaces: Place[] = [places[0], places[1], ridesPlace]
/** The five services, in the order of the home page. */
export const services: Place[] = [places[1], places[4], places[2], places[3], places[5]]
export const otherPlaces: Place[] = [places[4], places[2], places[5], places[3]]

/** The pages of a place that one has. */
const OWN_PLACE = /^\/(?:carpool\/record|trip\/(?:record|done|exit|companions|board))\//

/**
 * Where in the product a page is. The pages of a place that one has, and its payments, belong to
 * one's own bookings, not to the list of carpools or trips.
 */
export function sectionOf(pathname: string): string {
  const [, of] = /^\/pay\/[a-z]+-([a-z]+)_/.exec(pathname) ?? []
  if (of === 'par' || OWN_PLACE.test(pathname)) return ridesPlace.to
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
