import type { Filling } from '#app/domain/carpool/filling.ts'
import { depositPartOf, remainderOf } from '#app/domain/group/balance.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { MoneyLines } from '#app/ui/money-lines.tsx'

type Ride = {
  /** Pence per person for 1, 2 … people; null until an airport is chosen. */
  prices: readonly number[] | null
  maxPassengers: number | null
  people: number
}
type DepositLinesProps = Ride & {
  /** What this deposit will do to the group. */
  filling: Filling
  /** Whether the deposit is held already or about to be. */
  held?: boolean
}

/**
 * What a party pays in all at the group's full size, in pence; a car for one party costs the
 * 1-person price once.
 */
function fullPrice({ prices, maxPassengers, people }: Ride): number | null {
  const each = maxPassengers === null ? undefined : prices?.[maxPassengers - 1]
  return each === undefined ? null : each * people
}

/**
 * Whether a deposit is charged as soon as it is placed, with no way out: it fills the group, or it
 * pays for a private car in full. Otherwise it is held.
 */
function isChargedAtOnce(ride: Ride, filling: Filling): boolean {
  const price = fullPrice(ride)
  return ride.maxPassengers === 1 ? price !== null && remainderOf(price) === 0 : filling === 'fills'
}

/** The label of the button that submits the deposit: the key of its text, and the pence in it. */
export function depositAct(ride: Ride, filling: Filling, create: boolean) {
  const single = ride.maxPassengers === 1
  const amount = depositPartOf(fullPrice(ride) ?? DEPOSIT_PENCE)
  const charged = isChargedAtOnce(ride, filling)
  if (charged) return { act: single ? 'payPrivate' : 'payFills', amount, charged } as const
  return {
    act: single ? 'private' : create ? 'create' : 'join',
    amount: DEPOSIT_PENCE,
    charged,
  } as const
}

/**
 * What happens to the deposit, in four lines, above any button that holds or charges it
 * (docs/rules.md#deposit).
 */
export function DepositLines({ filling, held = false, ...ride }: DepositLinesProps) {
  const t = useT()
  const lines = useLines(ride)
  if (!held && isChargedAtOnce(ride, filling)) return <MoneyLines {...lines.charged} />
  const now = held ? 'heldNow' : filling === 'mayFill' ? 'mayFillNow' : 'holdNow'
  const { amount } = lines
  return (
    <MoneyLines
      title={t('pay:money.title')}
      now={t(`pay:money.${now}`, { amount })}
      becomes={lines.becomes}
      returns={
        ride.maxPassengers === 1 ? t('pay:money.returnsPrivate') : t('pay:money.returnsGroup')
      }
      rest={t('pay:money.bank')}
    />
  )
}

function useLines(ride: Ride) {
  const t = useT()
  const format = useFormat()
  const price = fullPrice(ride)
  const single = ride.maxPassengers === 1
  const left = price === null ? null : remainderOf(price)
  const amount = format.money(DEPOSIT_PENCE)
  const balance = { balance: format.money(left ?? 0) }
  const becomes = () => {
    if (single)
      return left === null
        ? t('pay:money.becomesPrivateUnknown')
        : t('pay:money.becomesPrivate', balance)
    if (left === null) return t('pay:money.becomesGroupUnknown')
    return left === 0 ? t('pay:money.becomesNothing') : t('pay:money.becomesGroup', balance)
  }
  const taken = { amount: format.money(depositPartOf(price ?? DEPOSIT_PENCE)) }
  const rest = () => {
    if (left === null) return t('pay:money.restUnknown')
    return single ? t('pay:money.restPrivate', balance) : t('pay:money.rest', balance)
  }
  return {
    amount,
    becomes: becomes(),
    charged: {
      title: t('pay:money.title'),
      now: single ? t('pay:money.chargedPrivate', taken) : t('pay:money.chargedNow', taken),
      becomes: t('pay:money.becomesFare', taken),
      returns: single ? t('pay:money.returnsNotPrivate') : t('pay:money.returnsNot'),
      rest: left === 0 ? t('pay:money.restNothing') : rest(),
    },
  }
}
