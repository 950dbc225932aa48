import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listOpenAirports } from '#app/catalog/service/catalog.server.ts'
import { askedWish } from '#app/features/wishes/http/wish-params.server.ts'
import { wishOf, wishSchema } from '#app/features/wishes/schema.server.ts'
import { makeWish } from '#app/features/wishes/service/wishes.server.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { BIG_LUGGAGE, MAX_PASSENGERS, SMALL_LUGGAGE } from '#app/kernel/limits.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { requireLogin } from '#app/web/http/guard.server.ts'
import { Button } from '#app/web/ui/button.tsx'
import { ErrorSummary, FormErrors, summaryOf } from '#app/web/ui/error-summary.tsx'
import { DateTimeField, Field, SelectField } from '#app/web/ui/field.tsx'
import { control, formOf } from '#app/web/ui/form-state.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Stepper } from '#app/web/ui/stepper.tsx'

export const handle: PageHandle = { title: 'wish:new' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireLogin(context, request)
  const airports = await listOpenAirports(context)
  return {
    airports: airports.map(({ id, name }) => ({ id, name })),
    values: askedWish(new URL(request.url), airports),
  }
}

/** Makes the wish, and shows the cars that fit it already (docs/rules.md#wishes). */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireLogin(context, request)
  const form = await request.formData()
  const passed = await context.shield('wishes/new')
  const read = passed.ok
    ? readForm(context, form, wishSchema({ now: context.clock.now() }))
    : passed
  const made = read.ok ? await makeWish(context, viewer, wishOf(read.value)) : read
  if (!made.ok) return refuseForm(context, form, made.error)
  return redirectWithFlash(context, '/wishes', { key: 'wish:made' })
}

/** The form's fields and what they are called, for the summary of errors. */
const FIELDS = [
  ['tripType', 'carpool:tripType.label'],
  ['airportId', 'carpool:form.airport'],
  ['day', 'wish:day'],
  ['from', 'wish:from'],
  ['to', 'wish:to'],
  ['people', 'carpool:form.people'],
  ['bigLuggage', 'carpool:form.bigLuggage'],
  ['smallLuggage', 'carpool:form.smallLuggage'],
] as const

export default function NewWishPage() {
  const t = useT()
  const language = useLanguage()
  const { airports, values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { form, fields, errors } = formOf('wish', values, answer?.result ?? null)
  const labelled = FIELDS.map(([name, label]) => [fields[name], t(label)] as const)
  return (
    <Page width="form" title={t('wish:new')} lead={t('wish:newLead')}>
      <form method="post" id={form.id} noValidate className="flex flex-col gap-4">
        <FormErrors errors={errors} />
        <ErrorSummary items={summaryOf(labelled)} />
        <SelectField
          label={t('carpool:tripType.label')}
          errors={fields.tripType.errors}
          options={(['PICKUP', 'DROPOFF'] as const).map((value) => ({
            value,
            label: t(`carpool:tripType.${value}`),
          }))}
          input={control(fields.tripType)}
        />
        <SelectField
          label={t('carpool:form.airport')}
          errors={fields.airportId.errors}
          placeholder={t('common:form.choose')}
          options={airports.map(({ id, name }) => ({ value: id, label: name[language] }))}
          input={{ ...control(fields.airportId), required: true }}
        />
        <DateTimeField
          kind="date"
          label={t('wish:day')}
          errors={fields.day.errors}
          input={{ ...control(fields.day), required: true }}
        />
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={t('wish:from')}
            errors={fields.from.errors}
            input={{ ...control(fields.from), type: 'time', required: true }}
          />
          <Field
            label={t('wish:to')}
            errors={fields.to.errors}
            input={{ ...control(fields.to), type: 'time', required: true }}
          />
        </div>
        <p className="text-13 text-muted">{t('wish:timesHint')}</p>
        <Stepper
          label={t('carpool:form.people')}
          field={fields.people}
          min={1}
          max={MAX_PASSENGERS}
        />
        <Stepper label={t('carpool:form.bigLuggage')} field={fields.bigLuggage} {...BIG_LUGGAGE} />
        <Stepper
          label={t('carpool:form.smallLuggage')}
          field={fields.smallLuggage}
          {...SMALL_LUGGAGE}
        />
        <Button type="submit" wide>
          {t('wish:make')}
        </Button>
      </form>
    </Page>
  )
}
