import { remainderOf } from '#app/domain/group/balance.ts'
import { is } from '#app/domain/group/status.ts'
import type { Format } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Step } from './steps.ts'

type About = { t: Translate; format: Format }

/**
 * What is left to pay of a place's price: as settled, or else what it comes to in a full car,
 * before points.
 */
export const restOf = (record: CarpoolRecord): number =>
  record.remainingAmount ??
  remainderOf(record.basePrice * (record.private ? 1 : record.party.people))

/** When a step was or will be, or how it stands, in two or three words; '' if nothing is known. */
export function stepDetail(record: CarpoolRecord, step: Step, { t, format }: About): string {
  const { depositStory, cutoffAt, carpoolAt, completedAt, remainingAmount } = record
  const { name, state } = step
  const rest = { amount: format.money(restOf(record)) }
  const money = { amount: format.money(depositStory.amount) }
  switch (name) {
    case 'deposit':
      return t(`ride:deposit.${depositStory.fate}`, money)
    case 'refund':
      return money.amount
    case 'filled': {
      const count = record.maxPassengers - record.currentPassengers
      if (state === 'done') return completedAt === null ? '' : format.date(completedAt)
      return is(record.status, 'joinable') && count > 0 ? t('ride:at.missing', { count }) : ''
    }
    case 'private':
      return state === 'done' ? t('ride:at.booked') : ''
    case 'balance':
      if (state === 'stopped') return t('ride:at.unpaid')
      if (state === 'done' || restOf(record) === 0) return t('ride:at.paid')
      return remainingAmount === null ? t('ride:at.about', rest) : t('ride:at.due', rest)
    case 'unfilled':
      return format.date(cutoffAt)
    case 'choice':
      return t('ride:at.before', { time: format.date(carpoolAt) })
    case 'departure':
      return state === 'done' ? t('ride:at.departed') : format.time(carpoolAt)
    default:
      return ''
  }
}
