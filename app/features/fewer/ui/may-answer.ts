import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { fewerPrices } from '#app/features/fewer/rules/fewer-set.ts'

type Facts = Pick<CarpoolRecord, 'actions' | 'private' | 'prices' | 'maxPassengers'>

/**
 * Whether the owner of a place can say now what they accept if the car is not filled: as long as
 * they can leave it.
 */
export const mayAnswerFewer = (record: Facts): boolean =>
  record.actions.includes('exit') && !record.private && fewerPrices(record).length > 0
