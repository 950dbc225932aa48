import { useLocation } from '@remix-run/react'
import { SharingLine } from '#app/carpool/ui/sharing-line.tsx'
import { type Terms, TermsPart } from '#app/carpool/ui/terms-part.tsx'
import { RefusedForm } from '#app/group/ui/refusal.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { tripTotal } from '#app/trip/rules/state.ts'
import { DepositLines } from '#app/trip/ui/deposit-lines.tsx'
import { underPath } from '#app/trip/ui/query.ts'
import type { TripValues } from '#app/trip/ui/values.ts'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { ErrorSummary, summaryOf } from '#app/web/ui/error-summary.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { type FormResult, formOf } from '#app/web/ui/form-state.ts'
import { ShownPrice } from '#app/web/ui/shown-price.tsx'
import { CreateFields } from './fields.tsx'

type CreateDialogProps = {
  values: TripValues
  attemptId: string
  balancePrice: number
  earliest: number
  latest: string
  terms: Terms
  contact: string
  answer: { result: FormResult } | undefined
}

/** The form that starts a trip: place and times, number of people, and the deposit's conditions. */
export function CreateDialog(props: CreateDialogProps) {
  const { values, attemptId, balancePrice, earliest, latest, terms, contact, answer } = props
  const t = useT()
  const format = useFormat()
  const { search } = useLocation()
  const closeTo = underPath(search)
  const { form, fields } = formOf('trip', { ...values, attemptId }, answer?.result ?? null)
  const summary = summaryOf([
    [fields.tripName, t('trip:form.tripName')],
    [fields.cutoffTime, t('trip:form.cutoffTime')],
    [fields.tripStartDatetime, t('trip:form.tripStart')],
    [fields.tripEndDatetime, t('trip:form.tripEnd')],
    [fields.minPassenger, t('trip:form.minPassenger')],
    [fields.maxPassenger, t('trip:form.maxPassenger')],
    [fields.itinerary, t('trip:form.itinerary')],
    [fields.meetingPoint, t('trip:form.meetingPoint')],
    [fields.included, t('trip:form.included')],
  ])
  return (
    <DialogRoute
      title={t('trip:create.title')}
      closeTo={closeTo}
      footer={
        <SubmitButton form={form.id} wide busyLabel={t('trip:create.busy')}>
          {t('trip:create.submit', { amount: format.money(DEPOSIT_PENCE) })}
        </SubmitButton>
      }
    >
      <Form method="post" {...form} preview className="flex flex-col gap-4">
        <input type="hidden" name="attemptId" value={fields.attemptId.value} />
        <p className="text-muted">{t('trip:create.lead')}</p>
        <RefusedForm kind="trip" result={answer?.result} contact={contact} listTo={closeTo} />
        <ErrorSummary items={summary} />
        <CreateFields
          fields={fields}
          earliest={earliest}
          latest={latest}
          balancePrice={balancePrice}
        />
        <ShownPrice amount={tripTotal(balancePrice)} />
        <DepositLines balancePrice={balancePrice} people={1} />
        <TermsPart of="trip" {...terms} />
        <SharingLine />
      </Form>
    </DialogRoute>
  )
}
