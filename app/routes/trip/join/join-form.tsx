import { Form } from '@remix-run/react'
import { DEPOSIT_PENCE, TRIP_LUGGAGE, TRIP_TERMINALS } from '#app/domain/limits.ts'
import { tripTotal } from '#app/domain/trip/state.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { TripView } from '#app/services/groups/trips.server.ts'
import { JoinButton, useJoinProblem } from '#app/ui/carpool/join-button.tsx'
import {
  AddressField,
  FlightNumberField,
  LuggageFields,
  luggageLabels,
  type PartyValues,
} from '#app/ui/carpool/party-fields.tsx'
import { SharingLine } from '#app/ui/carpool/sharing-line.tsx'
import { type Terms, TermsPart } from '#app/ui/carpool/terms-part.tsx'
import { DialogRoute } from '#app/ui/dialog.tsx'
import { ErrorSummary, summaryOf } from '#app/ui/error-summary.tsx'
import { DateTimeField, SelectField } from '#app/ui/field.tsx'
import { ShownPrice } from '#app/ui/shown-price.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { DepositLines } from '#app/ui/trip/deposit-lines.tsx'
import type { FormAnswer } from '#app/ui/trip/form-answer.ts'
import { FormNotes } from '#app/ui/trip/form-notes.tsx'
import { Said } from '#app/ui/trip/said.tsx'
import { TripLine } from '#app/ui/trip/trip-line.tsx'
import { control, type FormFields, useForm } from '#app/ui/use-form.ts'

type JoinFormProps = {
  trip: TripView
  values: PartyValues
  /** When the student's flight may be; null if they are the first to give one. */
  window: { from: number; to: number } | null
  /** The last day allowed. */
  latest: string
  free: number
  terms: Terms
  closeTo: string
  answer: FormAnswer | undefined
}

type Fields = FormFields<PartyValues>

/** The form that takes places on an open trip. */
export function JoinForm(props: JoinFormProps) {
  const { trip, values, window, latest, free, terms, closeTo, answer } = props
  const t = useT()
  const format = useFormat()
  const { form, fields, errors } = useForm('join', values, answer?.result ?? null)
  const problem = useJoinProblem(fields, trip.needsFlight ? { window } : null)
  const summary = summaryOf([
    [fields.flightTime, t('trip:form.flightTime')],
    [fields.flightNumber, t('carpool:form.flightNumber')],
    [fields.terminal, t('carpool:form.terminal')],
    [fields.people, t('trip:form.people')],
    [fields.nLocation, t('carpool:form.address')],
    ...luggageLabels(t, fields),
  ])
  const most = Math.max(1, free)
  return (
    <DialogRoute
      title={t('trip:join.title')}
      closeTo={closeTo}
      footer={
        <JoinButton
          form={form.id}
          label={t('trip:join.submit', { amount: format.money(DEPOSIT_PENCE) })}
          busyLabel={t('trip:join.busy')}
          problem={problem && t(`trip:form.${problem}`)}
        />
      }
    >
      <Form method="post" {...form} className="flex flex-col gap-4">
        <p>
          <TripLine trip={trip} />
        </p>
        {trip.texts && <Said texts={trip.texts} />}
        <FormNotes answer={answer} errors={errors} />
        <ErrorSummary items={summary} />
        {trip.needsFlight && (
          <FlightFields
            fields={fields}
            window={window}
            latest={latest}
            outside={problem === 'outOfRange'}
          />
        )}
        <Stepper
          label={t('trip:form.people')}
          hint={t('trip:form.peopleFree', { count: free })}
          field={fields.people}
          min={1}
          max={most}
        />
        <AddressField field={fields.nLocation} hint={t('trip:form.addressHint')} />
        <LuggageFields fields={fields} most={TRIP_LUGGAGE.max} />
        <ShownPrice amount={tripTotal(trip.balancePrice)} />
        <DepositLines
          balancePrice={trip.balancePrice}
          people={Math.min(Number(fields.people.value) || 1, most)}
        />
        <TermsPart of="trip" {...terms} />
        <SharingLine />
      </Form>
    </DialogRoute>
  )
}

type FlightFieldsProps = Pick<JoinFormProps, 'window' | 'latest'> & {
  fields: Fields
  outside: boolean
}

function FlightFields({ fields, window, latest, outside }: FlightFieldsProps) {
  const t = useT()
  const format = useFormat()
  const { flightTime, terminal } = fields
  return (
    <>
      <DateTimeField
        label={t('trip:form.flightTime')}
        hint={
          window
            ? t('trip:form.window', {
                from: format.dateTime(window.from),
                to: format.dateTime(window.to),
              })
            : t('trip:form.windowFirst')
        }
        errors={flightTime.errors ?? (outside ? [t('trip:form.outOfRange')] : undefined)}
        input={{
          ...control(flightTime),
          required: true,
          min: window ? format.wall(window.from) : undefined,
          max: window ? format.wall(window.to) : `${latest}T23:59`,
        }}
      />
      <FlightNumberField field={fields.flightNumber} />
      <SelectField
        label={t('carpool:form.terminal')}
        hint={t('trip:form.terminalHint')}
        errors={terminal.errors}
        placeholder={t('common:form.choose')}
        options={TRIP_TERMINALS.map((value) => ({ value, label: value }))}
        input={{ ...control(terminal), required: true }}
      />
    </>
  )
}
