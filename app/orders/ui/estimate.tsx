import { useLocation } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import {
  DESTINATIONS,
  type Destination,
  gramsOf,
  type PostageRow,
  TYPED_GRAMS_MAX,
} from '#app/orders/rules/postage.ts'
import { Button } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Field, SelectField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { useScripted } from '#app/web/ui/page-context.tsx'
import { type EstimateQuery, KG_LENGTH_MAX } from './estimate-query.ts'
import { EstimateResult } from './estimate-result.tsx'

const destinations = Object.keys(DESTINATIONS) as Destination[]

export type EstimateProps = { rows: PostageRow[]; asked: EstimateQuery | null }

/**
 * The postage estimate: a GET form on its page, whose loader provides `asked`. Where scripts run it
 * answers while one types (app/web/page-script/preview.ts).
 */
export function PostageEstimate({ rows, asked }: EstimateProps) {
  const t = useT()
  const scripted = useScripted()
  const grams = asked && gramsOf(asked.kg)
  // Nothing is wrong yet with a weight that has not been typed.
  const isBad = asked && grams === null && !(scripted && asked.kg.trim() === '')
  return (
    <Card className="flex flex-col gap-4">
      <h3 id="estimate" className="text-18">
        {t('order:estimate.title')}
      </h3>
      <Form
        action="/mail#postage"
        preview
        noValidate
        aria-labelledby="estimate"
        className="grid items-start gap-3 sm:grid-cols-3"
      >
        <OtherParameters />
        <SelectField
          label={t('order:estimate.to')}
          options={destinations.map((value) => ({
            value,
            label: t(`order:destination.${value}`),
          }))}
          input={{ id: 'estimate-to', name: 'to', defaultValue: asked?.to }}
        />
        <Field
          label={t('order:estimate.kg')}
          hint={t('order:estimate.kgHint')}
          errors={
            isBad ? [t('order:estimate.badWeight', { max: TYPED_GRAMS_MAX / 1000 })] : undefined
          }
          input={{
            id: 'estimate-kg',
            name: 'kg',
            defaultValue: asked?.kg,
            inputMode: 'decimal',
            autoComplete: 'off',
            maxLength: KG_LENGTH_MAX,
          }}
        />
        {/* Offset by the height of the labels beside it. */}
        <Button type="submit" variant="secondary" className="sm:mt-[1.65rem]">
          {t('order:estimate.submit')}
        </Button>
      </Form>
      <EstimateResult rows={rows} grams={grams} to={asked?.to ?? 'CN'} />
      <p className="text-13 text-muted">{t('order:estimate.final')}</p>
    </Card>
  )
}

/**
 * The other parameters of the page's address, so that an estimate without scripts keeps the list
 * and its filters.
 */
function OtherParameters() {
  const { search } = useLocation()
  return [...new URLSearchParams(search)]
    .filter(([name]) => name !== 'kg' && name !== 'to')
    .map(([name, value]) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    ))
}
