import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { MoneyLines } from '#app/ui/money-lines.tsx'

type DepositLinesProps = {
  /** Pence per person on top of the deposit. */
  balancePrice: number
  people: number
  /** Whether the next button is the one that charges the card. */
  paying?: boolean
}

/**
 * What happens to the deposit of a trip, in four lines, above any button that leads to it
 * (docs/rules.md#deposit).
 */
export function DepositLines({ balancePrice, people, paying = false }: DepositLinesProps) {
  const t = useT()
  const format = useFormat()
  const amount = { amount: format.money(DEPOSIT_PENCE) }
  const price = { price: format.money(balancePrice), total: format.money(balancePrice * people) }
  const rest = () => {
    if (balancePrice === 0) return t('trip:money.restNothing')
    return people === 1
      ? t('trip:money.rest', price)
      : t('trip:money.restParty', { ...price, count: people })
  }
  return (
    <MoneyLines
      title={t('trip:money.title')}
      now={paying ? t('trip:money.now', amount) : t('trip:money.next', amount)}
      becomes={t('trip:money.becomes')}
      returns={t('trip:money.returns')}
      rest={rest()}
    />
  )
}
