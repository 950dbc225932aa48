import { ORDER_DAYS_AHEAD } from '#app/kernel/limits.ts'
import { addDays, type Instant, type LondonDay, londonDay } from '#app/kernel/time.ts'
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
