import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { MoneyLines } from '#app/ui/money-lines.tsx'

type DepositLinesProps = {
  /** Pence per person on top of the deposit. */
  balancePrice: number
  people: number
}

/**
 * What happens to the deposit of a trip, above any button that leads to it
 * (docs/rules.md#deposit).
 */
export function DepositLines({ balancePrice, people }: DepositLinesProps) {
  const t = useT()
  const format = useFormat()
  const amount = format.money(DEPOSIT_PENCE)
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
      today={t('pay:money.today', { amount })}
      note={t('trip:money.note')}
      amount={amount}
      rows={[
        { kind: 'next', term: t('trip:money.restTerm'), text: rest() },
        {
          kind: 'back',
          term: t('trip:money.returnsTerm'),
          text: t('trip:money.returns', { amount }),
        },
      ]}
    />
  )
}
