import { useSearchParams } from '@remix-run/react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { MIN_CHARGE_PENCE } from '#app/kernel/limits.ts'
import { countOf } from '#app/kernel/number.ts'
import { Button } from '#app/web/ui/button.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import type { BalanceSum } from './carpool-balance.server.ts'

type PointsPartProps = { points: NonNullable<BalanceSum['points']>; used: number }

/** The number of points to use, from none to all; the server recalculates the sum. */
export function PointsPart({ points: { most, worth, atLeast }, used }: PointsPartProps) {
  const t = useT()
  const format = useFormat()
  const [search] = useSearchParams()
  const asked = search.get('points')?.trim() ?? ''
  const wrong = asked !== '' && (countOf(asked) ?? Number.POSITIVE_INFINITY) > most
  const input = {
    type: 'number',
    inputMode: 'numeric',
    id: 'points',
    name: 'points',
    min: 0,
    max: most,
    step: 1,
    required: true,
    defaultValue: wrong ? asked : used,
  } as const
  return (
    // The key remounts the form for each sum, so that the field shows the points in use.
    <Form key={`${used} ${asked}`} method="get" className="mt-1">
      <Field
        label={t('pay:balance.pointsField', { count: most, worth: format.money(worth) })}
        hint={atLeast && t('pay:balance.pointsAtLeast', { amount: format.money(MIN_CHARGE_PENCE) })}
        errors={wrong ? [t('pay:balance.pointsWrong', { count: most })] : undefined}
        input={input}
        after={
          <Button type="submit" variant="secondary">
            {t('pay:balance.pointsUse')}
          </Button>
        }
      />
    </Form>
  )
}
