import { OwnCar } from '#app/carpool/ui/own-car.tsx'
import { routeOf } from '#app/carpool/ui/ride-route.ts'
import { is } from '#app/group/rules/status.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { Coach } from '#app/web/ui/ticket/coach.tsx'
import type { PlaceRecord } from './place.ts'

type PictureProps = { place: PlaceRecord; height: number; className?: string }

/** The place's car or coach, with the viewer's own seats marked. */
export function PlacePicture({ place, ...shown }: PictureProps) {
  if (place.kind === 'carpool') return <OwnCar record={place} {...shown} />
  const { currentPassengers: taken, maxPassengers: max, neededPassengers, status } = place
  return (
    <Coach
      taken={taken}
      max={max}
      mine={place.seat === 'gone' ? 0 : Math.min(place.party.people, taken)}
      missing={is(status, 'open') ? neededPassengers : 0}
      {...shown}
    />
  )
}

/** The subject of a place in a few words: the route, or the trip's name. */
export function useSubject(place: PlaceRecord): string {
  const [t, language] = [useT(), useLanguage()]
  return place.kind === 'trip' ? place.tripName : routeOf(t, language, place)
}
