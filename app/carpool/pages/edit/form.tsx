import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { FlightNumberField, PartyFields, partyLabels } from '#app/carpool/ui/party-fields.tsx'
import { partyValues } from '#app/carpool/ui/party-values.ts'
import { RideLine } from '#app/carpool/ui/ride-line.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { ErrorSummary, summaryOf } from '#app/web/ui/error-summary.tsx'
import { DateTimeField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'

type InfoFormProps = {
  id: string
  record: CarpoolRecord
  /** The window for the flight; without an end, until the last allowed day. */
  window: { from: number; to: number | null }
  latest: string
  result: FormResult | null
}

/** The travel details, filled in with the current values. */
export function InfoForm({ id, record, window, latest, result }: InfoFormProps) {
  const t = useT()
  const format = useFormat()
  const values = partyValues(record.party, format.wall)
  const { form, fields } = formOf(id, values, result)
  const shared = record.currentPassengers > record.party.people
  const { from, to } = window
  const hint = { from: format.dateTime(from) }
  const span = to === null ? null : { ...hint, to: format.dateTime(to) }
  const summary = summaryOf(partyLabels(t, fields))
  return (
    <Form method="post" {...form} className="flex flex-col gap-4">
      <p>
        <RideLine carpool={record} />
        <span className="block text-14 text-muted">{t('account:info.lead')}</span>
      </p>
      <ErrorSummary items={summary} />
      <DateTimeField
        label={record.tripType === 'PICKUP' ? t('carpool:form.landing') : t('carpool:form.takeoff')}
        hint={
          span
            ? t(shared ? 'account:info.flightHintShared' : 'account:info.flightHintAlone', span)
            : t('account:info.flightHint', hint)
        }
        errors={fields.flightTime.errors}
        // A flight that was valid when it was entered stays valid, even if it is now outside the
        // window.
        input={{
          ...control(fields.flightTime),
          required: true,
          min: format.wall(Math.min(from, record.party.flightTime)),
          max: to === null ? `${latest}T23:59` : format.wall(Math.max(to, record.party.flightTime)),
        }}
      />
      <FlightNumberField field={fields.flightNumber} />
      <PartyFields fields={fields} hint={t('account:info.luggageHint')} />
    </Form>
  )
}
