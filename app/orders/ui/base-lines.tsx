import { useFormat, useT } from '#app/i18n/context.tsx'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { MoneyLines } from '#app/web/ui/money-lines.tsx'

type BaseLinesProps = {
  kind: OrderKind
  /** Pence; 0 if nothing is due. */
  amount: number
}

/**
 * The conditions of the base price, above any button that orders or pays
 * (docs/rules.md#base-price).
 */
export function BaseLines({ kind, amount }: BaseLinesProps) {
  const t = useT()
  const money = { amount: useFormat().money(amount) }
  const free = amount === 0
  return (
    <MoneyLines
      title={t('order:money.title')}
      today={t('pay:money.today', money)}
      note={free ? t('order:money.noteFree') : t('order:money.note')}
      amount={money.amount}
      rows={[
        {
          kind: 'next',
          term: free ? t('order:money.becomesFreeTerm') : t('order:money.becomesTerm'),
          text: free ? t('order:money.becomesFree') : t(`order:${kind}.becomes`),
        },
        {
          kind: 'due',
          term: t('pay:money.left.term'),
          text: free ? t(`order:${kind}.laterFree`) : t(`order:${kind}.later`),
        },
        {
          kind: 'back',
          term: free ? t('order:money.returnsFreeTerm') : t('order:money.returnsTerm'),
          text: free ? t('order:money.returnsFree') : t('order:money.returns', money),
        },
      ]}
    />
  )
}
