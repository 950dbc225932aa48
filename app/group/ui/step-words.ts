import { remainderOf } from '#app/group/rules/balance.ts'
import { is } from '#app/group/rules/status.ts'
import type { Format } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { departureOf, leftOf, missingIn, type PlaceRecord } from './place.ts'
import type { Step } from './steps.ts'

type About = { t: Translate; format: Format }

/** What is left to pay for a place, before points; until the price is settled, as in a full car. */
export function restOf(place: PlaceRecord): number {
  const left = leftOf(place)
  if (left !== null) return left
  if (place.kind === 'trip') return place.balancePrice * place.party.people
  return remainderOf(place.basePrice * (place.private ? 1 : place.party.people))
}

/**
 * A trip's deposit is charged at once, so it is shown as "paid" until it counts towards the fare.
 */
const isPlainlyPaid = ({ kind, depositStory }: PlaceRecord) =>
  kind === 'trip' && depositStory.fate === 'counted'

/** The time or state of a step in two or three words; '' if neither is known. */
export function stepDetail(place: PlaceRecord, step: Step, { t, format }: About): string {
  const { depositStory, cutoffAt, status } = place
  const { name, state } = step
  const departureAt = departureOf(place)
  const rest = { amount: format.money(restOf(place)) }
  const money = { amount: format.money(depositStory.amount) }
  switch (name) {
    case 'deposit':
      return isPlainlyPaid(place) ? money.amount : t(`ride:deposit.${depositStory.fate}`, money)
    case 'refund':
      return money.amount
    case 'filled': {
      const count = missingIn(place)
      const completedAt = place.kind === 'carpool' ? place.completedAt : null
      if (state === 'done') return completedAt === null ? '' : format.date(completedAt)
      return is(status, 'joinable') && count > 0 ? t('ride:at.missing', { count }) : ''
    }
    case 'private':
      return state === 'done' ? t('ride:at.booked') : ''
    case 'balance':
      if (state === 'stopped') return t('ride:at.unpaid')
      if (state === 'done' || restOf(place) === 0) return t('ride:at.paid')
      return leftOf(place) === null ? t('ride:at.about', rest) : t('ride:at.due', rest)
    case 'unfilled':
      return format.date(cutoffAt)
    case 'choice':
      return t('ride:at.before', { time: format.date(departureAt) })
    case 'departure':
      return state === 'done' ? t('ride:at.departed') : format.time(departureAt)
    default:
      return ''
  }
}
