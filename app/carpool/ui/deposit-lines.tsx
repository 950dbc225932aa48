import type { Filling } from '#app/carpool/rules/filling.ts'
import { depositPartOf, remainderOf } from '#app/group/rules/balance.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Format } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { MoneyLines, type MoneyRow } from '#app/web/ui/money-lines.tsx'

type Ride = {
  /** Pence per person for 1, 2 … people; null until an airport is chosen. */
  prices: readonly number[] | null
  maxPassengers: number | null
  people: number
}
type DepositLinesProps = Ride & {
  /** The effect of this deposit on the group. */
  filling: Filling
  /** The group's cutoff, if it is known yet. */
  cutoffAt?: number
  /** The most the party accepts per person if the car is not filled; missing: nothing. */
  fewer?: MinorUnits
  /** Why the deposit is paid again; replaces the note on how a hold looks at the bank. */
  note?: string
}

/**
 * The total for a party at the group's full size, in pence; a car for one party costs the 1-person
 * price once.
 */
function fullPrice({ prices, maxPassengers, people }: Ride): number | null {
  const each = maxPassengers === null ? undefined : prices?.[maxPassengers - 1]
  return each === undefined ? null : each * people
}

/**
 * Whether a deposit is charged as soon as it is placed and cannot be taken back: it fills the
 * group, or pays for a private car in full. Otherwise it is held.
 */
function isChargedAtOnce(ride: Ride, filling: Filling): boolean {
  const price = fullPrice(ride)
  return ride.maxPassengers === 1 ? price !== null && remainderOf(price) === 0 : filling === 'fills'
}

/**
 * The label of the button that submits the deposit: the key of its text, and the amount in pence.
 */
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
 * The conditions of the deposit, above any button that holds or charges it (docs/rules.md#deposit).
 */
export function DepositLines({ filling, cutoffAt, fewer, note, ...ride }: DepositLinesProps) {
  const t = useT()
  const format = useFormat()
  const single = ride.maxPassengers === 1
  const charged = isChargedAtOnce(ride, filling)
  const price = fullPrice(ride)
  const amount = format.money(charged ? depositPartOf(price ?? DEPOSIT_PENCE) : DEPOSIT_PENCE)
  const mayFill = filling === 'mayFill' && !single
  const today = { amount: charged ? amount : format.money(0) }
  const how = charged ? (single ? 'private' : 'fills') : 'held'
  return (
    <MoneyLines
      title={t('pay:money.title')}
      today={mayFill ? t('pay:money.heldFirst', { amount }) : t('pay:money.today', today)}
      note={note ?? t(`pay:money.note.${how}`, { amount })}
      amount={amount}
      rows={rowsOf({
        ...{ t, format, price, single, charged, mayFill, amount, cutoffAt },
        fewer: charged ? undefined : fewer,
      })}
    />
  )
}

type RowsOptions = {
  t: Translate
  format: Format
  price: number | null
  single: boolean
  charged: boolean
  mayFill: boolean
  /** The deposit, in words. */
  amount: string
  cutoffAt?: number
  fewer?: MinorUnits
}

function rowsOf({ t, amount, single, charged, mayFill, fewer, ...rest }: RowsOptions): MoneyRow[] {
  const way = single ? 'private' : 'group'
  const row = (kind: MoneyRow['kind'], what: 'back' | 'final'): MoneyRow => ({
    kind,
    term: t(`pay:money.${what}.${way}.term`),
    text: t(`pay:money.${what}.${way}.text`, { amount }),
  })
  const rows = [nextRow({ t, single, charged, ...rest })]
  if (fewer !== undefined)
    rows.push({
      kind: 'next',
      term: t('pay:money.fewer.term'),
      text: t('pay:money.fewer.text', { price: rest.format.money(fewer) }),
    })
  if (charged) return [...rows, row('final', 'final')]
  rows.push(row('back', 'back'))
  if (mayFill)
    rows.push({
      kind: 'final',
      term: t('pay:money.mayFill.term'),
      text: t('pay:money.mayFill.text', { amount }),
    })
  return rows
}

/** What happens to the deposit, and the remaining payment with its deadline. */
function nextRow({
  t,
  format,
  price,
  single,
  charged,
  cutoffAt,
}: Omit<RowsOptions, 'amount' | 'mayFill' | 'fewer'>): MoneyRow {
  const left = price === null ? null : remainderOf(price)
  const due =
    cutoffAt === undefined
      ? t('pay:money.cutoff')
      : t('carpool:record.timeline.by', { time: format.dateTime(cutoffAt) })
  const balance =
    left === null ? t('pay:money.balance') : t('pay:money.about', { balance: format.money(left) })
  const way = single ? 'private' : 'group'
  return {
    kind: 'next',
    term: charged ? t('pay:money.left.term') : t(`pay:money.next.${way}.term`),
    text:
      left === 0 ? t('pay:money.nothingLeft') : t(`pay:money.next.${way}.text`, { balance, due }),
  }
}
