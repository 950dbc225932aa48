import { useFormat, useT } from '#app/i18n/context.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Card, CardGrid } from '#app/ui/card.tsx'
import { Section } from '#app/ui/page.tsx'

/** Moves that students make, from the smallest. */
const EXAMPLES = [
  { name: 'room', boxes: 4, isHelp: false },
  { name: 'town', boxes: 10, isHelp: true },
  { name: 'away', boxes: 20, isHelp: true },
] as const

/**
 * What a few moves cost, as far as the product knows: the base price, the same for all of them, and
 * what the rest depends on (docs/rules.md#base-price). `amount`: pence, as set now.
 */
export function MoveExamples({ amount }: { amount: number }) {
  const t = useT()
  const format = useFormat()
  const free = amount === 0
  const today = free
    ? t('order:money.noteFree')
    : t('order:example.today', { amount: format.money(amount) })
  return (
    <Section id="examples" title={t('order:example.title')}>
      <p className="max-w-text text-muted">
        {t(free ? 'order:example.leadFree' : 'order:example.lead')}
      </p>
      <CardGrid>
        {EXAMPLES.map(({ name, boxes, isHelp }) => (
          <Card as="li" key={name} className="figures flex flex-col gap-1">
            <div className="flex flex-wrap items-start justify-between gap-2">
              <h3 className="text-16">{t(`order:example.${name}`)}</h3>
              <Badge>{t('order:example.badge')}</Badge>
            </div>
            <p className="text-14 text-muted">
              {t('order:card.boxes', { count: boxes })} ·{' '}
              {t(isHelp ? 'order:move.isHelpTerm' : 'order:example.alone')}
            </p>
            <p className="mt-auto font-medium">{today}</p>
          </Card>
        ))}
      </CardGrid>
    </Section>
  )
}
