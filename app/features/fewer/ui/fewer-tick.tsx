import { fewerPrices } from '#app/features/fewer/rules/fewer-set.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { FieldErrors } from '#app/web/ui/field.tsx'
import type { FormFields } from '#app/web/ui/form-state.ts'

/** The tick and, in pence, the most that is accepted, as the browser sends them. */
export type FewerValues = Record<'fewer' | 'fewerMost', string>

/** The tick as it was set before; never set for somebody who has not set it. */
export const fewerValues = (own: { most: number } | null | undefined): FewerValues => ({
  fewer: own ? 'on' : '',
  fewerMost: own ? String(own.most) : '',
})

type FewerTickProps = {
  fields: FormFields<FewerValues>
  car: { prices: number[]; maxPassengers: number }
  /** The party's people: no price for fewer than these can come true. */
  people: number
}

/**
 * Whether a student goes if the car is not filled, and up to which of its prices. Nothing if it has
 * no price above the full one.
 */
export function FewerTick({ fields: { fewer, fewerMost }, car, people }: FewerTickProps) {
  const t = useT()
  const format = useFormat()
  const choices = fewerPrices(car).filter((one) => one.people >= people)
  const [first] = choices
  if (!first) return null
  const chosen = choices.find(({ price }) => String(price) === fewerMost.value) ?? first
  const hint = `${fewer.id}-hint`
  return (
    <div className="flex flex-col">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-medium">
        <input
          type="checkbox"
          id={fewer.id}
          name={fewer.name}
          defaultChecked={fewer.value === 'on'}
          aria-describedby={hint}
          className="size-6 shrink-0 accent-brand"
        />
        <span>
          {choices.length > 1
            ? t('carpool:fewer.label')
            : t('carpool:fewer.labelOne', {
                price: format.money(first.price),
                count: first.people,
              })}
        </span>
      </label>
      {choices.length > 1 ? (
        <fieldset
          data-needs={fewer.id}
          className="figures flex flex-wrap gap-x-6 pl-9 disabled:text-muted"
        >
          <legend className="sr-only">{t('carpool:fewer.most')}</legend>
          {choices.map(({ people: count, price }) => (
            <label key={price} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input
                type="radio"
                name={fewerMost.name}
                value={price}
                defaultChecked={price === chosen.price}
                className="size-6 shrink-0 accent-brand"
              />
              <span>{t('carpool:fewer.atMost', { price: format.money(price), count })}</span>
            </label>
          ))}
        </fieldset>
      ) : (
        <input type="hidden" name={fewerMost.name} value={first.price} />
      )}
      {fewer.errors && <FieldErrors id={`${fewer.id}-error`} errors={fewer.errors} />}
      <p id={hint} className="text-13 text-muted">
        {t('carpool:fewer.what')}
      </p>
    </div>
  )
}
