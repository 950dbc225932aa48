import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { tripTotal } from '#app/domain/trip/state.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'

/** The price at the head of a trip: everything that one person has to pay. */
export function tripPrice(t: Translate, balancePrice: number): { amount: string; note: string } {
  const { money } = formatOf(t)
  const deposit = money(DEPOSIT_PENCE)
  return {
    amount: money(tripTotal(balancePrice)),
    note: balancePrice > 0 ? t('trip:card.perPerson', { deposit }) : t('trip:card.depositOnly'),
  }
}

/** The same as one text. */
export function tripPriceText(t: Translate, balancePrice: number): string {
  const { money } = formatOf(t)
  const deposit = money(DEPOSIT_PENCE)
  return balancePrice > 0
    ? t('trip:card.total', { total: money(tripTotal(balancePrice)), deposit })
    : t('trip:card.priceNothing', { deposit })
}
