import { tidyPhone } from '#app/domain/account.ts'
import { ORDER_DAYS_AHEAD } from '#app/domain/limits.ts'
import { addDays, type Instant, type LondonDay, londonDay } from '#app/domain/time.ts'
import type { Carrier } from './postage.ts'

/** The first London day on which boxes can be brought or collected. */
export const earliestOrderDay = (now: Instant): LondonDay =>
  addDays(londonDay(now), ORDER_DAYS_AHEAD)

/**
 * The first London day of a collection: not before the boxes are there that it is packed in (null:
 * she has her own).
 */
export function earliestSendDay(now: Instant, boxDate: LondonDay | null): LondonDay {
  const earliest = earliestOrderDay(now)
  return boxDate !== null && boxDate > earliest ? boxDate : earliest
}

/** Hong Kong and Macau have no postcodes. */
const WITHOUT_POSTCODES: readonly Carrier[] = ['HKA', 'HKS', 'MC']
export const needsPostcode = (carrier: Carrier): boolean => !WITHOUT_POSTCODES.includes(carrier)

/** The 0 that is left out when a number is dialled with its country, as in +44 (0)115. */
const TRUNK_ZERO = /^(\s*[+\uff0b].*?)[(\uff08]\s*[0\uff10]\s*[)\uff09]/
const TEL = /^\+?\d{7,15}$/

/** A telephone number of any country without spaces, dashes and brackets; null when it is none. */
export function tidyTel(text: string): string | null {
  const tel = tidyPhone(text.replace(TRUNK_ZERO, '$1'))
  return TEL.test(tel) ? tel : null
}
