import { tidyPhone } from '#app/domain/account.ts'
import { ORDER_DAYS_AHEAD } from '#app/domain/limits.ts'
import { addDays, type Instant, type LondonDay, londonDay } from '#app/domain/time.ts'
import type { Carrier } from './postage.ts'

/** The first London day on which boxes can be delivered or collected. */
export const earliestOrderDay = (now: Instant): LondonDay =>
  addDays(londonDay(now), ORDER_DAYS_AHEAD)

/**
 * The first London day for the collection: not before the boxes it is packed in have arrived (null:
 * the student has their own).
 */
export function earliestSendDay(now: Instant, boxDate: LondonDay | null): LondonDay {
  const earliest = earliestOrderDay(now)
  return boxDate !== null && boxDate > earliest ? boxDate : earliest
}

/** Hong Kong and Macau have no postcodes. */
const WITHOUT_POSTCODES: readonly Carrier[] = ['HKA', 'HKS', 'MC']
export const needsPostcode = (carrier: Carrier): boolean => !WITHOUT_POSTCODES.includes(carrier)

/** The 0 that is dropped when a number is dialled with its country code, as in +44 (0)115. */
const TRUNK_ZERO = /^(\s*[+\uff0b].*?)[(\uff08]\s*[0\uff10]\s*[)\uff09]/
const TEL = /^\+?\d{7,15}$/

/** A telephone number of any country without spaces, dashes and brackets; null if it is not one. */
export function tidyTel(text: string): string | null {
  const tel = tidyPhone(text.replace(TRUNK_ZERO, '$1'))
  return TEL.test(tel) ? tel : null
}
