import { useFormat, useT } from '#app/i18n/context.tsx'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { tripTotal } from '#app/trip/rules/state.ts'
import { MoneyLines } from '#app/web/ui/money-lines.tsx'

type DepositLinesProps = {
  /** Pence per person on top of the deposit. */
  balancePrice: number
  people: number
}

/**
 * The conditions of a trip's deposit, above any button that leads to it (docs/rules.md#deposit).
 */
export function DepositLines({ balancePrice, people }: DepositLinesProps) {
  const t = useT()
  const format = useFormat()
  const amount = format.money(DEPOSIT_PENCE)
  const price = { price: format.money(balancePrice), total: format.money(balancePrice * people) }
  const whole = { total: format.money(tripTotal(balancePrice, people)), deposit: amount }
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
      sum={
        balancePrice > 0 && (
          <p className="px-4 pt-2 font-semibold text-14">
            {people === 1
              ? t('trip:money.sum', whole)
              : t('trip:money.sumParty', { ...whole, count: people })}
          </p>
        )
      }
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
