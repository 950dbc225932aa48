import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { MoneyLines } from '../money-lines.tsx'

type DepositLinesProps = {
  /** Pence a person for 1, 2 … people; null while the airport is not chosen. */
  prices: readonly number[] | null
  maxPassengers: number | null
  people: number
  /** Whether the deposit is held already, rather than about to be. */
  held?: boolean
}

/** What a party pays in all at the group's full size, in pence; a car for one party costs the 1-person price once. */
export function fullPrice({ prices, maxPassengers, people }: DepositLinesProps): number | null {
  const each = maxPassengers === null ? undefined : prices?.[maxPassengers - 1]
  return each === undefined ? null : each * people
}

/** What happens to the deposit, in four lines, before any button that holds it (LOOK, "Money"). */
export function DepositLines(props: DepositLinesProps) {
  const t = useT()
  const format = useFormat()
  const price = fullPrice(props)
  const single = props.maxPassengers === 1
  const left = price === null ? null : Math.max(0, price - DEPOSIT_PENCE)
  const amount = { amount: format.money(DEPOSIT_PENCE) }
  const balance = { balance: format.money(left ?? 0) }
  const becomes = () => {
    if (single)
      return left === null ? t('pay:money.becomesPrivateUnknown') : t('pay:money.becomesPrivate', balance)
    if (left === null) return t('pay:money.becomesGroupUnknown')
    return left === 0 ? t('pay:money.becomesNothing') : t('pay:money.becomesGroup', balance)
  }
  return (
    <MoneyLines
      title={t('pay:money.title')}
      now={props.held ? t('pay:money.heldNow', amount) : t('pay:money.holdNow', amount)}
      becomes={becomes()}
      returns={single ? t('pay:money.returnsPrivate') : t('pay:money.returnsGroup')}
      rest={t('pay:money.bank')}
    />
  )
}
