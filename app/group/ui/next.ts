import { type About, type Next, nextOf, type Ways } from '#app/carpool/ui/next.ts'
import { tripNextOf } from '#app/trip/ui/next.ts'
import type { PlaceRecord } from './place.ts'

/** What the owner of a place should know and do first, whatever kind it is of. */
export const placeNextOf = (place: PlaceRecord, about: About, ways?: Ways): Next =>
  place.kind === 'trip' ? tripNextOf(place, about) : nextOf(place, about, ways)
