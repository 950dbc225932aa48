import type { OrderKind } from '#app/domain/order/order.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { MoneyLines } from '#app/ui/money-lines.tsx'

type BaseLinesProps = {
  kind: OrderKind
  /** Pence; 0 if nothing is due. */
  amount: number
  /** Whether the next button is the one that charges the card. */
  paying?: boolean
}

/**
 * What happens to the base price, in four lines, above any button that orders or pays
 * (docs/rules.md#base-price).
 */
export function BaseLines({ kind, amount, paying = false }: BaseLinesProps) {
  const t = useT()
  const format = useFormat()
  const money = { amount: format.money(amount) }
  const title = t('order:money.title')
  if (amount === 0)
    return (
      <MoneyLines
        title={title}
        now={t('order:money.nowFree')}
        becomes={t('order:money.becomesFree')}
        returns={t('order:money.returnsFree')}
        rest={t(`order:${kind}.laterFree`)}
      />
    )
  return (
    <MoneyLines
      title={title}
      now={paying ? t('order:money.nowPaying', money) : t('order:money.now', money)}
      becomes={t(`order:${kind}.becomes`)}
      returns={t('order:money.returns')}
      rest={t(`order:${kind}.later`)}
    />
  )
}
