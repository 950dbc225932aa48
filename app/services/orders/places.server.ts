import type { Carrier } from '#app/domain/order/postage.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { languages } from '#app/i18n/languages.ts'
import { getT, texts } from '#app/i18n/server.ts'
import { type UkArea, ukAreaOf, ukPostcode } from '#app/schemas/postcode.server.ts'
import { foldText } from './fold-text.server.ts'

/**
 * The public part of an address as stored: `uk.NG`, `region.usa`. A key from a newer version is
 * valid too, so the type is any string; `KnownPlace` are those with a name.
 */
export type PlaceKey = string
type KnownPlace = `uk.${UkArea}` | `region.${keyof typeof texts.zh.places.region}`

/** Every place that has a name, in the order of locales places. */
export const PLACES = Object.entries(texts.zh.places).flatMap(([group, names]) =>
  Object.keys(names).map((key) => `${group}.${key}` as KnownPlace),
)
const known: ReadonlySet<string> = new Set(PLACES)
const isKnown = (key: PlaceKey): key is KnownPlace => known.has(key)

/** Where a carrier delivers: Hong Kong Post and Royal Mail to several countries. */
const REGION_OF: Record<Carrier, KnownPlace> = {
  SF: 'region.china',
  HKA: 'region.abroad',
  HKS: 'region.abroad',
  RM: 'region.abroad',
  TW: 'region.taiwan',
  MC: 'region.macau',
  UPS: 'region.usa',
  BPOST: 'region.usa',
}

/**
 * The public part of an address: the area of its UK postcode, else the carrier's country. Without a
 * carrier (`null`) the address is in the UK.
 */
export function placeOf({ zip, carrier }: { zip: string; carrier: Carrier | null }): PlaceKey {
  const area = ukAreaOf(zip)
  const place: KnownPlace = area ? `uk.${area}` : carrier ? REGION_OF[carrier] : 'region.uk'
  return place
}

/** A place's name in t's language; that of `abroad` for a key this version does not know. */
export const placeName = (t: Translate, key: PlaceKey): string =>
  t(`places:${isKnown(key) ? key : 'region.abroad'}`)

/** The outward half of a UK postcode (`NG7`), '' for anything else. */
export const outwardOf = (zip: string): string => ukPostcode(zip)?.split(' ')[0] ?? ''

/**
 * The folded text by which anyone may find an order: its places in every language and its outward
 * postcodes. Searching for more of a postcode than is public finds nothing.
 */
export function searchTextOf(keys: PlaceKey[], outwards: string[]): string {
  const names = languages.flatMap((language) => keys.map((key) => placeName(getT(language), key)))
  return foldText([...names, ...outwards].join(' '))
}
