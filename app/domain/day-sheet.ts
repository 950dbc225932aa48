import type { PlaceRide } from './group/ride-state.ts'
import type { Party } from './group/state.ts'
import type { GroupId, ParticipantId } from './id.ts'
import type { Instant } from './time.ts'

/** A confirmed place on the sheet. `owes`: its balance is not paid. */
export type SheetPlace = {
  participantId: ParticipantId
  party: Party
  ride: PlaceRide | null
  owes: boolean
  name: string | null
  phone: string | null
}

/** One vehicle of the day, or the part of a group that has none yet. */
export type SheetCar<About> = {
  groupId: GroupId
  about: About
  ride: PlaceRide | null
  /** When it meets its passengers; without a car, when the group leaves. */
  meetAt: Instant
  places: SheetPlace[]
  people: number
  bigLuggage: number
  smallLuggage: number
  bag: number
}

/** The items under each key, in order. (Node 20 has no Map.groupBy.) */
export function groupBy<Item, Key>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

type SheetGroup<About> = { groupId: GroupId; about: About; at: Instant; places: SheetPlace[] }

/**
 * The cars of a day (docs/rules.md#the-ride): those without a driver first, then by when they meet.
 */
export function dayCars<About>(groups: SheetGroup<About>[]): SheetCar<About>[] {
  const cars = groups.flatMap(({ groupId, about, at, places }) => {
    return [...groupBy(places, ({ ride }) => ride?.id ?? null).values()].map((places) => {
      const ride = places[0]?.ride ?? null
      const sum = (field: 'people' | 'bigLuggage' | 'smallLuggage' | 'bag') =>
        places.reduce((total, { party }) => total + party[field], 0)
      return {
        groupId,
        about,
        ride,
        meetAt: ride?.meetAt ?? at,
        places: places.toSorted((a, b) => (a.party.flightTime ?? 0) - (b.party.flightTime ?? 0)),
        people: sum('people'),
        bigLuggage: sum('bigLuggage'),
        smallLuggage: sum('smallLuggage'),
        bag: sum('bag'),
      }
    })
  })
  return cars.sort(
    (a, b) => Number(a.ride !== null) - Number(b.ride !== null) || a.meetAt - b.meetAt,
  )
}
