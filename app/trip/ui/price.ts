import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { tripTotal } from '#app/trip/rules/state.ts'

/** For others the deposit is the payment now; the owner of a place has already paid it. */
type PriceAudience = 'byAll' | 'byOwner'

/** The price at the head of a trip: the total for one person. */
export function tripPrice(
  t: Translate,
  balancePrice: number,
  seen: PriceAudience = 'byAll',
): { amount: string; note: string } {
  const { money } = formatOf(t)
  const deposit = money(DEPOSIT_PENCE)
  const key = seen === 'byOwner' ? 'trip:card.perPersonOwn' : 'trip:card.perPerson'
  return {
    amount: money(tripTotal(balancePrice)),
    note: balancePrice > 0 ? t(key, { deposit }) : t('trip:card.depositOnly'),
  }
}

/** The same as one text. */
export function tripPriceText(
  t: Translate,
  balancePrice: number,
  seen: PriceAudience = 'byAll',
): string {
  const { money } = formatOf(t)
  const deposit = money(DEPOSIT_PENCE)
  const key = seen === 'byOwner' ? 'trip:card.totalOwn' : 'trip:card.total'
  return balancePrice > 0
    ? t(key, { total: money(tripTotal(balancePrice)), deposit })
    : t('trip:card.priceNothing', { deposit })
}
