import estimateScript from 'virtual:estimate-script'
import { useHref, useLocation } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import type { Strings } from '#app/i18n/interpreter.ts'
import {
  DESTINATIONS,
  type Destination,
  gramsOf,
  type PostageRow,
  TYPED_GRAMS_MAX,
} from '#app/orders/rules/postage.ts'
import { Button } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Field, FieldErrors, SelectField } from '#app/web/ui/field.tsx'
import { type Asked, KG_LENGTH_MAX } from './estimate-query.ts'
import { EstimateResult, ResultParts } from './estimate-result.tsx'

const destinations = Object.keys(DESTINATIONS) as Destination[]

/** `texts`: those that the script answers with. */
export type EstimateProps = { rows: PostageRow[]; asked: Asked | null; texts: Strings }

/**
 * What a parcel would cost: a GET form on its page, whose loader provides what was `asked`. With
 * scripts it answers while one types and the page stays as it is
 * (app/orders/ui/estimate-script.ts).
 */
export function PostageEstimate({ rows, asked, texts }: EstimateProps) {
  const t = useT()
  const page = useHref('.')
  const grams = asked && gramsOf(asked.kg)
  const badWeight = [t('order:estimate.badWeight', { max: TYPED_GRAMS_MAX / 1000 })]
  return (
    <Card className="flex flex-col gap-4">
      <h3 id="estimate" className="text-18">
        {t('order:estimate.title')}
      </h3>
      <form
        action={`${page}#postage`}
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
          errors={asked && grams === null ? badWeight : undefined}
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
      </form>
      <EstimateResult rows={rows} grams={grams} to={asked?.to ?? 'CN'} />
      <p className="text-13 text-muted">{t('order:estimate.final')}</p>
      <template
        id="estimate-parts"
        data-rows={JSON.stringify(rows)}
        data-texts={JSON.stringify(texts)}
      >
        <FieldErrors id="estimate-kg" errors={badWeight} />
        <ResultParts />
      </template>
      <script type="module" async src={estimateScript} />
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
