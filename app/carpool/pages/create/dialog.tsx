import { DepositLines } from '#app/carpool/ui/deposit-lines.tsx'
import { PartyFields, partyLabels } from '#app/carpool/ui/party-fields.tsx'
import { SharingLine } from '#app/carpool/ui/sharing-line.tsx'
import { type Terms, TermsPart } from '#app/carpool/ui/terms-part.tsx'
import type { AirportPrices, Period, SpecialPeriod } from '#app/catalog/service/catalog.server.ts'
import { FewerTick } from '#app/features/fewer/ui/fewer-tick.tsx'
import { RefusedForm } from '#app/group/ui/refusal.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { ErrorSummary, summaryOf } from '#app/web/ui/error-summary.tsx'
import { type FormResult, formOf } from '#app/web/ui/form-state.ts'
import { Part } from '#app/web/ui/part.tsx'
import { ShownPrice } from '#app/web/ui/shown-price.tsx'
import { FirstStep, Step, StepBar, StepButtons, StepForm, Steps } from '#app/web/ui/steps.tsx'
import { GroupFields } from './group-fields.tsx'
import { RideFields } from './ride-fields.tsx'
import { type CreateValues, pricedOf } from './values.ts'

type CreateDialogProps = {
  values: CreateValues
  attemptId: string
  prices: Record<Period, AirportPrices[]> & { periods: SpecialPeriod[] }
  terms: Terms
  /** The car's time as the list's search suggests it: a flight may replace it. */
  guess: string
  earliest: number
  latest: string
  contact: string
  closeTo: string
  answer: { result: FormResult } | undefined
}

/** The form that opens a car: the ride, the group, the travellers, and the deposit's conditions. */
export function CreateDialog(props: CreateDialogProps) {
  const { values, attemptId, prices, terms, guess, earliest, latest, contact, closeTo, answer } =
    props
  const t = useT()
  const result = answer?.result ?? null
  const { form, fields } = formOf('create', { ...values, attemptId }, result)
  const labels = (['flight', 'party', 'deposit'] as const).map((n) => t(`carpool:form.steps.${n}`))
  const chosen = quote(prices, fields.airportId.value, fields.carpoolDatetime.value)
  const maxPassengers = Number(fields.maxPassengers.value) || null
  const people = Math.min(Number(fields.people.value) || 1, maxPassengers ?? 1)
  const summary = summaryOf([
    [fields.tripType, t('carpool:tripType.label')],
    [fields.airportId, t('carpool:form.airport')],
    [fields.carpoolDatetime, t('carpool:form.carpoolTime')],
    [fields.maxPassengers, t('carpool:form.maxPassengers')],
    ...partyLabels(t, fields),
  ])
  const ride = { prices: chosen?.prices ?? null, maxPassengers, people }
  const filling = people === maxPassengers ? 'fills' : 'open'
  return (
    <Steps form={form.id} labels={labels}>
      <DialogRoute
        title={t('carpool:create.title')}
        closeTo={closeTo}
        footer={
          <StepButtons
            submit={
              <SubmitButton form={form.id} wide busyLabel={t('carpool:create.submitting')}>
                {t('carpool:nextStep')}
              </SubmitButton>
            }
          />
        }
      >
        <StepForm>
          <input type="hidden" name="attemptId" value={fields.attemptId.value} />
          <StepBar />
          <FirstStep>
            <p className="text-muted">{t('carpool:create.lead')}</p>
          </FirstStep>
          <RefusedForm kind="carpool" result={answer?.result} contact={contact} listTo={closeTo} />
          <ErrorSummary items={summary} />
          <Step n={0}>
            <RideFields
              fields={fields}
              airports={prices.normal}
              earliest={earliest}
              latest={latest}
              guess={guess}
            />
          </Step>
          <Step n={1}>
            <GroupFields fields={fields} prices={chosen?.prices ?? null} />
            <PartyFields fields={fields} />
          </Step>
          <Step n={2}>
            <Part name="price">
              {chosen && maxPassengers && (
                <ShownPrice
                  amount={chosen.prices[maxPassengers - 1] ?? 0}
                  of={pricedOf(chosen.id, fields.carpoolDatetime.value, maxPassengers)}
                />
              )}
              {chosen && maxPassengers && (
                <PricePreview chosen={chosen} maxPassengers={maxPassengers} people={people} />
              )}
              <DepositLines {...ride} filling={filling} />
              {chosen && maxPassengers && filling !== 'fills' && (
                <FewerTick
                  fields={fields}
                  car={{ prices: chosen.prices, maxPassengers }}
                  people={people}
                />
              )}
              <TermsPart
                of={maxPassengers === 1 ? 'private' : filling === 'fills' ? 'fills' : 'open'}
                {...terms}
              />
            </Part>
            <SharingLine />
          </Step>
        </StepForm>
      </DialogRoute>
    </Steps>
  )
}

/** The airport's price row on the day of the car; the day decides which table applies. */
function quote(prices: CreateDialogProps['prices'], airportId?: string, carpoolDatetime = '') {
  const day = carpoolDatetime.slice(0, 10)
  const special = prices.periods.some(({ from, to }) => day >= from && day <= to)
  return prices[special ? 'special' : 'normal'].find(({ id }) => id === airportId) ?? null
}

type PricePreviewProps = { chosen: AirportPrices; maxPassengers: number; people: number }

function PricePreview({ chosen, maxPassengers, people }: PricePreviewProps) {
  const t = useT()
  const format = useFormat()
  const each = chosen.prices[maxPassengers - 1] ?? 0
  const price = format.money(each)
  return (
    <p className="figures">
      <span className="font-medium">{t('carpool:form.price')}</span>{' '}
      <span>
        {maxPassengers === 1
          ? t('carpool:form.pricePrivate', { price })
          : people === 1
            ? t('carpool:form.priceTextOne', { price })
            : t('carpool:form.priceText', { price, people, total: format.money(each * people) })}
      </span>{' '}
      {chosen.period === 'special' && <span>{t('carpool:form.priceSpecial')}</span>}
    </p>
  )
}
