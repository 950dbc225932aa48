import { depositPartOf, remainderOf } from '#app/group/rules/balance.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { MinorUnits } from '#app/kernel/money.ts'
import { MoneyLines } from '#app/web/ui/money-lines.tsx'

/** One payment of deposit and balance together, in pence. */
type InFull = { sum: MinorUnits; deposit: MinorUnits; balance: MinorUnits }

/** The single payment of a party for released seats (docs/rules.md#released-seats). */
export function inFullPrice(perPerson: MinorUnits, people: number): InFull {
  const owed = perPerson * people
  const [deposit, balance] = [depositPartOf(owed), remainderOf(owed)]
  return { sum: deposit + balance, deposit, balance }
}

/** The charge for released seats with its parts, and that it is final. */
export function InFullLines({ sum, deposit, balance }: InFull) {
  const t = useT()
  const format = useFormat()
  const amount = format.money(sum)
  return (
    <MoneyLines
      title={t('pay:money.title')}
      today={t('pay:money.today', { amount })}
      note={t('pay:money.note.inFull', {
        deposit: format.money(deposit),
        balance: format.money(balance),
      })}
      amount={amount}
      rows={[
        {
          kind: 'next',
          term: t('pay:money.inFull.next.term'),
          text: t('pay:money.inFull.next.text'),
        },
        {
          kind: 'back',
          term: t('pay:money.inFull.back.term'),
          text: t('pay:money.inFull.back.text'),
        },
        {
          kind: 'final',
          term: t('pay:money.inFull.final.term'),
          text: t('pay:money.inFull.final.text'),
        },
      ]}
    />
  )
}
