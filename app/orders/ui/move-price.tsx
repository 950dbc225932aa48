import { useFormat, useT } from '#app/i18n/context.tsx'
import { Section } from '#app/web/ui/page.tsx'

/**
 * The payment when ordering a move, and the factors of the rest (docs/rules.md#base-price).
 * `amount`: pence, as set now.
 */
export function MovePrice({ amount }: { amount: number }) {
  const t = useT()
  const format = useFormat()
  const isFree = amount === 0
  return (
    <Section
      id="price"
      title={t(isFree ? 'order:price.free' : 'order:price.title', { amount: format.money(amount) })}
    >
      <p className="figures max-w-text text-muted">
        {t(isFree ? 'order:price.leadFree' : 'order:price.lead')}
      </p>
    </Section>
  )
}
