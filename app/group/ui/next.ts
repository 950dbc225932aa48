import { type About, type Next, nextOf, type Ways } from '#app/carpool/ui/next.ts'
import { tripNextOf } from '#app/trip/ui/next.ts'
import type { PlaceRecord } from './place.ts'

/** The next step of a place's owner, for either kind of group. */
export const placeNextOf = (place: PlaceRecord, about: About, ways?: Ways): Next =>
  place.kind === 'trip' ? tripNextOf(place, about) : nextOf(place, about, ways)
