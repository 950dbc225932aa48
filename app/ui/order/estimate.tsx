import { useHref, useLocation } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CARRIERS, gramsOf, type PostageRow, TYPED_GRAMS_MAX } from '#app/domain/order/postage.ts'
import { useT } from '#app/i18n/context.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, SelectField } from '#app/ui/field.tsx'
import { carrierOptions } from './carrier.ts'
import { type Asked, KG_LENGTH_MAX } from './estimate-query.ts'
import { EstimateResult } from './estimate-result.tsx'

type EstimateProps = { rows: PostageRow[]; asked: Asked | null }

/**
 * What a parcel would cost. Without scripts it is a GET form on its page, whose loader provides
 * what was `asked`; with them it updates while typing and the page stays as it is.
 */
export function PostageEstimate({ rows, asked }: EstimateProps) {
  const t = useT()
  const page = useHref('.')
  const { form, typed, checked, read, check } = useTyped(asked)
  const grams = gramsOf(typed.kg)
  const bad = grams === null && checked === typed.kg
  return (
    <Card className="flex flex-col gap-4">
      <h3 id="estimate" className="text-18">
        {t('order:estimate.title')}
      </h3>
      <form
        ref={form}
        action={`${page}#postage`}
        noValidate
        aria-labelledby="estimate"
        onInput={read}
        onBlur={() => typed.kg.trim() !== '' && check()}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          check()
          if (grams === null)
            event.currentTarget.querySelector<HTMLInputElement>('[name=kg]')?.focus()
        }}
        className="grid items-start gap-3 sm:grid-cols-3"
      >
        <OtherParameters />
        <Field
          label={t('order:estimate.kg')}
          hint={t('order:estimate.kgHint')}
          errors={
            bad ? [t('order:estimate.badWeight', { max: TYPED_GRAMS_MAX / 1000 })] : undefined
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
        <SelectField
          label={t('order:estimate.carrier')}
          placeholder={t('order:estimate.any')}
          options={carrierOptions(t)}
          input={{ id: 'estimate-carrier', name: 'carrier', defaultValue: asked?.carrier }}
        />
        {/* Offset by the height of the labels beside it. */}
        <Button type="submit" variant="secondary" className="sm:mt-[1.65rem]">
          {t('order:estimate.submit')}
        </Button>
      </form>
      <EstimateResult
        rows={rows}
        grams={grams}
        carrier={CARRIERS.find((code) => code === typed.carrier) ?? null}
      />
      <p className="text-13 text-muted">{t('order:estimate.final')}</p>
    </Card>
  )
}

/**
 * The current values of the form's uncontrolled fields, which the browser may have filled in before
 * the scripts ran. `checked` is the weight when it was last validated, so that no error appears
 * while 0.5 is being typed.
 */
function useTyped(asked: Asked | null) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Asked>(asked ?? { kg: '', carrier: '' })
  const [checked, setChecked] = useState(asked?.kg ?? null)
  const boxes = (): Asked => {
    const data = form.current ? new FormData(form.current) : undefined
    return { kg: String(data?.get('kg') ?? ''), carrier: String(data?.get('carrier') ?? '') }
  }
  const read = () => setTyped(boxes())
  const check = () => setChecked(boxes().kg)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts take over
  useEffect(read, [])
  return { form, typed, checked, read, check }
}

/**
 * The other parameters of the page's address, so that an estimate without scripts keeps the list
 * and its filters.
 */
function OtherParameters() {
  const { search } = useLocation()
  return [...new URLSearchParams(search)]
    .filter(([name]) => name !== 'kg' && name !== 'carrier')
    .map(([name, value]) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    ))
}
