import type { CarpoolCard } from '#app/carpool/service/carpools.server.ts'
import { routeOf } from '#app/carpool/ui/ride-route.ts'
import { is } from '#app/group/rules/status.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { TripView } from '#app/trip/service/trips.server.ts'
import { tripPriceText } from '#app/trip/ui/price.ts'
import { MISSING, type ShareImage } from '#app/web/ui/share-image.ts'

export type SharedTrip = Omit<TripView, 'own' | 'ownTexts' | 'button' | 'flightTimes'>
/**
 * Whether others can join. `full`: perhaps later. `released`: at the full price, in released seats.
 * `over`: no longer.
 */
export type Openness = 'open' | 'full' | 'released' | 'over'
/** A group's public facts. */
export type SharedGroup = { openness: Openness } & (
  | { kind: 'carpool'; group: CarpoolCard }
  | { kind: 'trip'; group: SharedTrip }
)

/** A group in a few words. */
export function whatOf(t: Translate, language: Language, shared: SharedGroup): string {
  if (shared.kind === 'trip') return t('share:trip.what', { name: shared.group.tripName })
  const { tripType, airportName } = shared.group
  return t(`share:carpool.what.${tripType}`, { airport: airportName[language] })
}

/** How many more can join, or why nobody can. */
export function stateOf(t: Translate, shared: SharedGroup): string {
  if (shared.openness === 'released' && shared.kind === 'carpool')
    return t('share:state.released', { count: shared.group.releasedSeats })
  if (shared.openness === 'over' && is(shared.group.status, 'complete'))
    return t('share:state.complete')
  if (shared.openness === 'full' || shared.openness === 'over')
    return t(`share:state.${shared.openness}`)
  const { currentPassengers, maxPassengers } = shared.group
  const count = maxPassengers - currentPassengers
  if (shared.kind === 'carpool') return t('share:carpool.open', { count })
  const { neededPassengers } = shared.group
  return neededPassengers > 0
    ? t('share:trip.needed', { count: neededPassengers })
    : t('share:trip.open', { count })
}

/** The price in a few words. */
export function priceOf(t: Translate, shared: SharedGroup): string {
  const { money } = formatOf(t)
  if (shared.kind === 'carpool')
    return t('carpool:card.price', { price: money(shared.group.basePrice) })
  return tripPriceText(t, shared.group.balancePrice)
}

/** The deadline for joining, in words. */
export function deadlineOf(t: Translate, shared: SharedGroup): string {
  const isReleased = shared.kind === 'carpool' && shared.openness === 'released'
  const time = isReleased ? shared.group.releasedUntil : shared.group.cutoffAt
  return t('carpool:card.cutoff', { time: formatOf(t).dateTime(time) })
}

/** The title of a chat's link preview: what, when, how many can still join. */
export function headlineOf(t: Translate, language: Language, shared: SharedGroup): string {
  const { dateTime } = formatOf(t)
  const startAt = shared.kind === 'trip' ? shared.group.tripStartAt : shared.group.carpoolAt
  return t('share:headline', {
    what: whatOf(t, language, shared),
    time: dateTime(startAt),
    state: stateOf(t, shared),
  })
}

/** The preview's text: price, deadline, what happens to the deposit. */
export function descriptionOf(t: Translate, shared: SharedGroup): string {
  return t('share:description', {
    price: priceOf(t, shared),
    cutoff: deadlineOf(t, shared),
    promise: promiseOf(t, shared),
  })
}

/** What happens to the deposit if too few people join. */
export function promiseOf(t: Translate, { kind, openness, group }: SharedGroup): string {
  if (openness === 'released') return t('share:carpool.promiseReleased')
  if (kind === 'trip') return t('share:trip.promise')
  const deposit = formatOf(t).money(DEPOSIT_PENCE)
  const isLast = group.maxPassengers - group.currentPassengers === 1
  return t(`share:carpool.${isLast ? 'promiseLast' : 'promise'}`, { deposit })
}

/** How many people an open carpool lacks; null for anything else. */
function missingOf(shared: SharedGroup): (typeof MISSING)[number] | null {
  if (shared.kind === 'trip' || shared.openness !== 'open') return null
  const missing = shared.group.maxPassengers - shared.group.currentPassengers
  return MISSING.find((count) => count === missing) ?? null
}

/** The image of the link preview. */
export function imageOf(shared: SharedGroup): ShareImage {
  const missing = missingOf(shared)
  return missing ? `carpool-${missing}` : shared.kind
}

export function imageAltOf(t: Translate, shared: SharedGroup): string {
  const count = missingOf(shared)
  return count ? t('share:carpool.open', { count }) : t(`share:image.${shared.kind}`)
}

/** The text to paste into a group chat: who is wanted, for what, when, price, deadline. */
export function pasteOf(
  t: Translate,
  language: Language,
  shared: SharedGroup,
  url: string,
): string {
  const { dateTime } = formatOf(t)
  const startAt = shared.kind === 'trip' ? shared.group.tripStartAt : shared.group.carpoolAt
  return t('share:paste', {
    state: stateOf(t, shared),
    time: dateTime(startAt),
    what: shared.kind === 'trip' ? shared.group.tripName : routeOf(t, language, shared.group),
    price: priceOf(t, shared),
    cutoff: deadlineOf(t, shared),
    promise: promiseOf(t, shared),
    url,
  })
}
