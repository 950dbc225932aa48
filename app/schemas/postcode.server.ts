import { toArea, toNormalised } from 'postcode'
import { ZIP_MAX } from '#app/kernel/limits.ts'
import places from '#locales/zh/places.json' with { type: 'json' }

/** One of the 124 areas that UK postcodes begin with, including those of the Crown dependencies. */
export type UkArea = keyof typeof places.uk

const isArea = (area: string | null): area is UkArea =>
  area !== null && Object.hasOwn(places.uk, area)

/**
 * The package only checks the shape. These letters never end a postcode, since they are too easily
 * misread.
 */
const MISREAD = /[CIKMOV]/

const tidy = (text: string) => text.trim().replace(/\s+/g, ' ').toUpperCase()

/**
 * A UK postcode in its usual form (`ng72rd` and `NG7-2RD` give `NG7 2RD`), or null for anything
 * else: a different shape, or an area that does not exist. Only Royal Mail knows whether the
 * postcode is in use.
 */
export function ukPostcode(text: string): string | null {
  const postcode = toNormalised(tidy(text).replace(/[ .-]/g, ''))
  if (postcode === null || MISREAD.test(postcode.slice(-2))) return null
  return isArea(toArea(postcode)) ? postcode : null
}

/** The area of a UK postcode: `NG` of `ng7 2rd`. Null for anything else. */
export function ukAreaOf(text: string): UkArea | null {
  const postcode = ukPostcode(text)
  const area = postcode === null ? null : toArea(postcode)
  return isArea(area) ? area : null
}

const FOREIGN = new RegExp(`^(?=.{2,${ZIP_MAX}}$)[A-Z0-9]([A-Z0-9 -]*[A-Z0-9])?$`)

/**
 * A postcode of any country: upper case, single spaces, 2 to ZIP_MAX letters, digits, spaces and
 * hyphens. A UK postcode gets its usual form. Null for anything else, including an empty text.
 */
export function foreignZip(text: string): string | null {
  const zip = tidy(text)
  return ukPostcode(zip) ?? (FOREIGN.test(zip) ? zip : null)
}
