import { fillingOf } from '#app/domain/carpool/filling.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { FoundCarpool } from '#app/services/groups/carpool-reads.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { DepositLines } from '#app/ui/carpool/deposit-lines.tsx'
import { InFullLines, inFullPrice } from '#app/ui/carpool/in-full-lines.tsx'
import {
  AddressField,
  FlightNumberField,
  LuggageFields,
  luggageLabels,
  type PartyValues,
  TightLanding,
} from '#app/ui/carpool/party-fields.tsx'
import { RideLine } from '#app/ui/carpool/ride-line.tsx'
import { SharingLine } from '#app/ui/carpool/sharing-line.tsx'
import { type Terms, TermsPart } from '#app/ui/carpool/terms-part.tsx'
import { DialogRoute } from '#app/ui/dialog.tsx'
import { ErrorSummary, summaryOf } from '#app/ui/error-summary.tsx'
import { DateTimeField, SelectField } from '#app/ui/field.tsx'
import { OfflineNote } from '#app/ui/offline.tsx'
import { RefusedForm } from '#app/ui/place/refusal.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { Step, StepBar, StepButtons, StepForm, Steps } from '#app/ui/steps.tsx'
import {
  control,
  type FormField,
  type FormFields,
  type FormResult,
  useForm,
} from '#app/ui/use-form.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type JoinFormProps = {
  carpool: FoundCarpool
  values: PartyValues
  terminals: string[]
  window: { from: number; to: number }
  free: number
  terms: Terms
  contact: string
  closeTo: string
  waitTo: string | null
  /** Until when released seats can be taken by paying in full; null: it is not about those. */
  releasedUntil: number | null
  /** Until when seats are kept for the student; null: none are. */
  offeredUntil: number | null
  answer: { result: FormResult } | undefined
}

type Fields = FormFields<PartyValues>

/** The form that takes seats in an open car. */
export function JoinForm(props: JoinFormProps) {
  const { carpool, values, free, contact, closeTo, waitTo, offeredUntil, answer } = props
  const { releasedUntil } = props
  const t = useT()
  const format = useFormat()
  const result = answer?.result ?? null
  const { form, fields, check } = useForm('join', values, result)
  const labels = (['flight', 'party', 'deposit'] as const).map((n) => t(`carpool:form.steps.${n}`))
  const people = Math.min(Number(fields.people.value) || 1, Math.max(1, free))
  const { confirmed, prices, maxPassengers } = carpool
  const ride = { prices, maxPassengers, people }
  const filling = fillingOf({
    maxPassengers,
    confirmed,
    onHold: maxPassengers - free - confirmed,
    people,
  })
  const summary = summaryOf([
    [fields.flightTime, t('carpool:form.flightTime')],
    [fields.terminal, t('carpool:form.terminal')],
    [fields.people, t('carpool:form.people')],
    [fields.nLocation, t('carpool:form.address')],
    ...luggageLabels(t, fields),
    [fields.flightNumber, t('carpool:form.flightNumber')],
  ])
  return (
    <Steps labels={labels} form={form} check={check} answer={result}>
      <DialogRoute
        title={t('carpool:join.title')}
        closeTo={closeTo}
        footer={
          <StepButtons
            form={form.id}
            submit={
              <SubmitButton form={form.id} wide busyLabel={t('carpool:join.submitting')}>
                {t('carpool:nextStep')}
              </SubmitButton>
            }
          />
        }
      >
        <StepForm form={form}>
          <p>
            <RideLine carpool={carpool} />
          </p>
          {offeredUntil !== null && (
            <p className="font-semibold text-accent">
              {t('carpool:wait.offer', { count: free, until: format.dateTime(offeredUntil) })}
            </p>
          )}
          {releasedUntil !== null && (
            <p className="font-semibold text-accent">
              {t('carpool:join.released', { count: free, until: format.dateTime(releasedUntil) })}
            </p>
          )}
          <StepBar />
          <OfflineNote />
          <RefusedForm result={answer?.result} contact={contact} listTo={closeTo} waitTo={waitTo} />
          <ErrorSummary items={summary} />
          <Step n={0}>
            <FlightFields {...props} fields={fields} />
          </Step>
          <Step n={1}>
            <PeopleField
              field={fields.people}
              free={free}
              inFull={releasedUntil === null ? null : carpool.basePrice}
            />
            <AddressField field={fields.nLocation} />
            <LuggageFields
              fields={fields}
              hint={
                carpool.freeRoom > 0
                  ? t('carpool:form.roomHint', { count: carpool.freeRoom })
                  : t('carpool:form.noRoomHint')
              }
            />
          </Step>
          <Step n={2}>
            {releasedUntil === null ? (
              <DepositLines {...ride} filling={filling} />
            ) : (
              <InFullLines {...inFullPrice(carpool.basePrice, people)} />
            )}
            <TermsPart
              of={releasedUntil !== null ? 'inFull' : filling === 'fills' ? 'fills' : 'open'}
              {...props.terms}
            />
            <SharingLine />
          </Step>
        </StepForm>
      </DialogRoute>
    </Steps>
  )
}

type FlightFieldsProps = JoinFormProps & { fields: Fields }

function FlightFields({ carpool, fields, terminals, window }: FlightFieldsProps) {
  const t = useT()
  const format = useFormat()
  const live = useHydrated()
  const { from, to } = window
  const { value: flight } = fields.flightTime
  // London wall times in one form can be compared as text.
  const outside = live && flight && (flight < format.wall(from) || flight > format.wall(to))
  const other = carpool.terminals.filter((terminal) => terminal !== fields.terminal.value)
  const apart = fields.terminal.value && !carpool.terminals.includes(fields.terminal.value)
  return (
    <>
      <DateTimeField
        label={
          carpool.tripType === 'PICKUP' ? t('carpool:form.landing') : t('carpool:form.takeoff')
        }
        hint={t('carpool:form.joinWindow', {
          from: format.dateTime(from),
          to: format.dateTime(to),
        })}
        errors={outside ? [t('carpool:form.outOfRange')] : fields.flightTime.errors}
        input={{
          ...control(fields.flightTime),
          required: true,
          min: format.wall(from),
          max: format.wall(to),
        }}
      />
      <TightLanding {...carpool} flightTime={flight} />
      <FlightNumberField field={fields.flightNumber} />
      <SelectField
        label={t('carpool:form.terminal')}
        hint={
          apart
            ? t('carpool:form.terminalOther', { terminals: other.map(format.terminal).join(' · ') })
            : t('carpool:form.terminalShared')
        }
        errors={fields.terminal.errors}
        placeholder={terminals.length === 1 ? undefined : t('common:form.choose')}
        options={terminals.map((value) => ({ value, label: format.terminal(value) }))}
        input={{ ...control(fields.terminal), required: true }}
      />
    </>
  )
}

type PeopleFieldProps = {
  field: FormField
  free: number
  /** Pence per person for seats that are paid in full at once; null: only a deposit is paid. */
  inFull: number | null
}

/** Until scripts run, what is paid cannot follow the number: the hint says what holds for any. */
function PeopleField({ field, free, inFull }: PeopleFieldProps) {
  const t = useT()
  const format = useFormat()
  const live = useHydrated()
  const hint = () => {
    if (live) return t('carpool:form.peopleFree', { count: free })
    return inFull === null
      ? t('carpool:form.peopleFreeFill', { count: free })
      : t('carpool:form.peopleFreeInFull', { count: free, price: format.money(inFull) })
  }
  return (
    <Stepper
      label={t('carpool:form.people')}
      hint={hint()}
      field={field}
      min={1}
      max={Math.max(1, free)}
    />
  )
}
