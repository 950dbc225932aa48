import type { DepositStory } from '#app/group/rules/deposit-fate.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Fact } from './card.tsx'

type MoneyBack = {
  refundedAmount: number
  depositStory: DepositStory
  refundOwed: { deposit: number; balance: number }
}

/** All that is still owed to a place's owner because a refund failed, in pence. */
export const owedOf = ({ refundOwed: { deposit, balance } }: Pick<MoneyBack, 'refundOwed'>) =>
  deposit + balance

/**
 * What has been refunded in all, and refunds that failed, as facts; none if there are none. What
 * the deposit's own fact says already is left out.
 */
export function useMoneyBack({ refundedAmount, depositStory, refundOwed }: MoneyBack): Fact[] {
  const t = useT()
  const format = useFormat()
  const owed = refundOwed.balance + (depositStory.fate === 'notBack' ? 0 : refundOwed.deposit)
  const back: Fact = {
    term: t('carpool:record.refunded'),
    detail: t('carpool:record.refundedValue', { amount: format.money(refundedAmount) }),
  }
  const failed: Fact = {
    term: t('carpool:record.refundOwed'),
    detail: t('carpool:record.refundOwedValue', { amount: format.money(owed) }),
  }
  const isSaid = refundedAmount <= saidOf(depositStory)
  return [...(isSaid ? [] : [back]), ...(owed > 0 ? [failed] : [])]
}

/** How much of it the deposit's own fact names. */
const saidOf = ({ fate, amount, back }: DepositStory) =>
  fate === 'back' ? amount : fate === 'partBack' ? back : 0
