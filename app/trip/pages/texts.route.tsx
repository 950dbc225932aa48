import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import type { Result } from '#app/kernel/result.ts'
import { failureText } from '#app/schemas/issue.ts'
import { requireTrip } from '#app/trip/http/require.server.ts'
import { NO_TEXTS } from '#app/trip/rules/state.ts'
import { tripTextsSchema } from '#app/trip/schema.server.ts'
import {
  openTripTexts,
  readOwnTripTexts,
  writeTripTexts,
} from '#app/trip/service/trip-texts.server.ts'
import { recordPath } from '#app/trip/ui/query.ts'
import { TextFields } from '#app/trip/ui/text-fields.tsx'
import { TripLine } from '#app/trip/ui/trip-line.tsx'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { requireLogin } from '#app/web/http/guard.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { ErrorSummary, FormErrors, summaryOf } from '#app/web/ui/error-summary.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { formOf } from '#app/web/ui/form-state.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'trip:texts.title' }

/** The creator's texts; somebody else's trip is not found. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireLogin(context, request)
  const trip = await requireTrip(context, params.tripId, user)
  const open = found(await openTripTexts(context, user, trip.id))
  const known = await readOwnTripTexts(context, user, trip.id)
  const { itinerary, meetingPoint, included } = known ?? NO_TEXTS
  return {
    trip,
    values: { itinerary, meetingPoint, included },
    reason: known?.reason ?? null,
    closed: open.ok ? null : failureText(context.t, open.error),
  }
}

/** The 404 page for a trip that is not the viewer's. */
function found<T>(asked: Result<T>): Result<T> {
  if (!asked.ok && asked.error.code === 'notFound') throw new Response(null, { status: 404 })
  return asked
}

/** Saves the texts, which then wait for approval (docs/rules.md#a-trips-texts). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireLogin(context, request)
  const { id } = await requireTrip(context, params.tripId, user)
  const form = await request.formData()
  const passed = await context.shield('trip/texts')
  const read = passed.ok ? readForm(context, form, tripTextsSchema) : passed
  if (!read.ok) return refuseForm(context, form, read.error)
  const written = found(await writeTripTexts(context, user, id, read.value))
  if (!written.ok) return refuseForm(context, form, written.error)
  return redirectWithFlash(context, recordPath(id), { key: 'trip:texts.saved' })
}

export default function TextsDialog() {
  const t = useT()
  const { trip, values, reason, closed } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { form, fields, errors } = formOf('texts', values, answer?.result ?? null)
  const summary = summaryOf([
    [fields.itinerary, t('trip:form.itinerary')],
    [fields.meetingPoint, t('trip:form.meetingPoint')],
    [fields.included, t('trip:form.included')],
  ])
  return (
    <DialogRoute
      title={t('trip:texts.title')}
      closeTo={recordPath(trip.id)}
      footer={
        closed === null && (
          <SubmitButton form={form.id} wide busyLabel={t('trip:texts.busy')}>
            {t('trip:texts.submit')}
          </SubmitButton>
        )
      }
    >
      <Form method="post" {...form} className="flex flex-col gap-4">
        <p>
          <TripLine trip={trip} />
        </p>
        {closed === null ? (
          <>
            <p className="text-muted">{t('trip:texts.lead')}</p>
            {reason && (
              <Banner tone="warn" title={t('trip:texts.declined')}>
                {t('trip:texts.reason', { reason })}
              </Banner>
            )}
            <FormErrors errors={errors} title={t('trip:texts.failed')} />
            <ErrorSummary items={summary} />
            <TextFields fields={fields} />
          </>
        ) : (
          <Banner tone="neutral" title={t('trip:texts.closed')}>
            {closed}
          </Banner>
        )}
      </Form>
    </DialogRoute>
  )
}
