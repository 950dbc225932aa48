import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requirePlace } from '#app/carpool/http/place.server.ts'
import { fewerIn } from '#app/carpool/schema.server.ts'
import { recordPath } from '#app/carpool/ui/paths.ts'
import { answerFewer } from '#app/features/fewer/service.server.ts'
import { FewerTick, fewerValues } from '#app/features/fewer/ui/fewer-tick.tsx'
import { mayAnswerFewer } from '#app/features/fewer/ui/may-answer.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { refuseForm } from '#app/web/http/form.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { formOf } from '#app/web/ui/form-state.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'carpool:fewer.title' }

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { record } = await requirePlace(context, request, params.participantId)
  return { record, open: mayAnswerFewer(record) }
}

/** Ticks it, changes it or takes it back. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, record } = await requirePlace(context, request, params.participantId)
  const form = await request.formData()
  const passed = await context.shield('fewer')
  if (!passed.ok) return refuseForm(context, form, passed.error)
  const most = fewerIn(form)
  const answered = await answerFewer(context, user, record.participantId, most)
  if (!answered.ok) return refuseForm(context, form, answered.error)
  const key = most === null ? 'carpool:fewer.off' : 'carpool:fewer.saved'
  return redirectWithFlash(context, recordPath(record.participantId), { key })
}

/** What a passenger accepts if the car is not filled, with what that costs now. */
export default function FewerPage() {
  const t = useT()
  const format = useFormat()
  const { record, open } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { form, fields, errors } = formOf('fewer', fewerValues(record.fewer), answer?.result)
  const back = recordPath(record.participantId)
  const cutoff = format.dateTime(record.cutoffAt)
  return (
    <Page
      title={t('carpool:fewer.title')}
      back={{ to: back, label: t('pay:autoPay.back') }}
      width="text"
    >
      {errors.map((text) => (
        <Banner key={text} tone="danger" role="alert">
          {text}
        </Banner>
      ))}
      {open ? (
        <Form method="post" {...form} className="flex flex-col gap-4">
          <p className="figures">
            {t('carpool:fewer.lead', { price: format.money(record.basePrice), cutoff })}
          </p>
          <FewerTick fields={fields} car={record} people={record.party.people} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit">{t('carpool:fewer.save')}</Button>
            <LinkButton to={back} variant="quiet">
              {t('carpool:fewer.back')}
            </LinkButton>
          </div>
        </Form>
      ) : (
        <Banner tone="info">{t('carpool:fewer.closed', { cutoff })}</Banner>
      )}
    </Page>
  )
}
