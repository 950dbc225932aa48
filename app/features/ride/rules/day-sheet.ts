import { type Luggage, sumOfLuggage } from '#app/group/rules/luggage.ts'
import type { Party } from '#app/group/rules/state.ts'
import type { GroupId, ParticipantId } from '#app/kernel/id.ts'
import { type Instant, type LondonDay, londonDay } from '#app/kernel/time.ts'
import type { PlaceRide } from './ride-state.ts'

/** A confirmed place on the sheet. `owes`: its balance is not paid. */
export type SheetPlace = {
  participantId: ParticipantId
  party: Party
  ride: PlaceRide | null
  owes: boolean
  /** When its flight was last changed after the group was complete; null: never. */
  flightChangedAt: Instant | null
  name: string | null
  phone: string | null
}

/** A complete group. `byAddress`: its passengers are fetched where they live. */
export type SheetGroup<About> = {
  groupId: GroupId
  about: About
  at: Instant
  byAddress: boolean
  isAssignable: boolean
  places: SheetPlace[]
}

/** One vehicle of the day, or the part of a group without one. */
export type SheetCar<About> = Omit<SheetGroup<About>, 'at'> & {
  ride: PlaceRide | null
  /** When it meets its passengers; without a car, the group's departure. */
  meetAt: Instant
  /** The papers that expire before the ride. */
  expired: Paper[]
  people: number
} & Luggage
type Paper = 'licence' | 'badge'

/** The last valid day of papers, by the id of their vehicle or driver. */
export type PapersUntil = ReadonlyMap<string, LondonDay>

/** The items under each key, in order. (Node 20 has no Map.groupBy.) */
export function groupBy<Item, Key>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

/**
 * The cars that meet on a day, and the groups without a car that leave on it (decision 0030): those
 * without a driver first, then by meeting time.
 */
export function dayCars<About>(
  groups: SheetGroup<About>[],
  day: LondonDay,
  papersUntil: PapersUntil,
): SheetCar<About>[] {
  const cars = groups.flatMap((group) =>
    [...groupBy(group.places, ({ ride }) => ride?.id ?? null).values()].map((places) =>
      carWith(group, places, papersUntil),
    ),
  )
  return cars
    .filter(({ meetAt }) => londonDay(meetAt) === day)
    .sort((a, b) => Number(a.ride !== null) - Number(b.ride !== null) || a.meetAt - b.meetAt)
}

function carWith<About>(
  { at, ...group }: SheetGroup<About>,
  places: SheetPlace[],
  papersUntil: PapersUntil,
): SheetCar<About> {
  const ride = places[0]?.ride ?? null
  return {
    ...group,
    ride,
    meetAt: ride ? Math.min(...places.map((place) => place.ride?.meetAt ?? at)) : at,
    expired: ride ? expiredPapers(ride, at, papersUntil) : [],
    places: group.byAddress ? inOrderOfAddress(places) : inOrderOfFlight(places),
    people: places.reduce((sum, { party }) => sum + party.people, 0),
    ...sumOfLuggage(places.map(({ party }) => party)),
  }
}

/**
 * The papers that expire before the day of a ride; `at`: when its group leaves. The ride holds a
 * copy of the papers, but the fleet's current entries count.
 */
export function expiredPapers(
  { vehicle, driver, meetAt }: PlaceRide,
  at: Instant,
  until: PapersUntil,
): Paper[] {
  const day = londonDay(Math.max(at, meetAt))
  const lastDays: [Paper, LondonDay][] = [
    ['licence', until.get(vehicle.id) ?? vehicle.licenceUntil],
    ['badge', until.get(driver.id) ?? driver.badgeUntil],
  ]
  return lastDays.flatMap(([paper, lastDay]) => (lastDay < day ? paper : []))
}

const inOrderOfFlight = (places: SheetPlace[]): SheetPlace[] =>
  places.toSorted((a, b) => (a.party.flightTime ?? 0) - (b.party.flightTime ?? 0))

const POSTCODE = /\b([A-Z]{1,2})(\d{1,2})([A-Z]?)\s*(\d[A-Z]{2})\b/

/** Addresses with a postcode first, NG2 before NG11: neighbours are next to each other. */
function sortKeyOf(address: string | null): string {
  const text = (address ?? '').toUpperCase()
  const [, area = '', district = '', letter = '', inward = ''] = POSTCODE.exec(text) ?? []
  if (area) return `0${area}${district.padStart(2, '0')}${letter}${inward}`
  return text ? `1${text}` : '2'
}

function inOrderOfAddress(places: SheetPlace[]): SheetPlace[] {
  const keyed = places.map((place) => ({ place, key: sortKeyOf(place.party.nLocation) }))
  const stopOf = ({ place }: (typeof keyed)[number]) => place.ride?.meetAt ?? 0
  return keyed
    .sort((a, b) => stopOf(a) - stopOf(b) || (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ place }) => place)
}
