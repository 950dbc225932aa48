import type { Translate } from '#app/i18n/keys.ts'
import { languages } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { foldText } from '#app/kernel/text.ts'
import type { Carrier } from '#app/orders/rules/postage.ts'
import { ukAreaOf, ukPostcode } from '#app/schemas/postcode.server.ts'

/** The region that a carrier delivers to; Hong Kong Post and Royal Mail serve several countries. */
const REGION_OF = {
  SF: 'china',
  HKA: 'abroad',
  HKS: 'abroad',
  RM: 'abroad',
  TW: 'taiwan',
  MC: 'macau',
  UPS: 'usa',
  BPOST: 'usa',
} as const satisfies Record<Carrier, string>

/**
 * The public part of an address, in t's language: the town of its UK postcode's area, else the
 * country that the carrier serves. Without a carrier (`null`) the address is in the UK.
 */
export function placeName(t: Translate, zip: string, carrier: Carrier | null): string {
  const area = ukAreaOf(zip)
  if (area) return t(`places:uk.${area}`)
  return t(`places:region.${carrier ? REGION_OF[carrier] : 'uk'}`)
}

/** The outward half of a UK postcode (`NG7`), '' for anything else. */
export const outwardOf = (zip: string): string => ukPostcode(zip)?.split(' ')[0] ?? ''

/**
 * The folded text by which anyone may find an order: its places in every language and its outward
 * postcodes. Searching for more of a postcode than is public finds nothing.
 */
export function publicTextOf(fromZip: string, toZip: string, carrier: Carrier | null): string {
  const names = languages
    .map(getT)
    .flatMap((t) => [placeName(t, fromZip, null), placeName(t, toZip, carrier)])
  return foldText([...names, outwardOf(fromZip), outwardOf(toZip)].join(' '))
}
