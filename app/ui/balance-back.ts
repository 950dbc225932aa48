import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Fact } from './card.tsx'

/** What has gone back of a paid balance, in pence, as a fact; none if nothing has. */
export function useBalanceBack({ balanceBack }: { balanceBack: number }): Fact[] {
  const t = useT()
  const format = useFormat()
  if (balanceBack === 0) return []
  return [
    {
      term: t('carpool:record.balanceBack'),
      detail: t('carpool:record.balanceBackValue', { amount: format.money(balanceBack) }),
    },
  ]
}
