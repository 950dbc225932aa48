import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { answerAutoPay } from '#app/features/auto-pay/service.server.ts'
import { requireOwn } from '#app/group/http/place.server.ts'
import { recordPathOf } from '#app/group/ui/place.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { failureText } from '#app/schemas/issue.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { refused } from '#app/web/http/form.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'pay:autoPay.title' }

export async function loader(args: LoaderFunctionArgs) {
  const { place } = await requireOwn(args)
  const { autoPay, balanceDueAt } = place
  return { autoPay, balanceDueAt, recordTo: recordPathOf(place) }
}

/** Turns it off. */
export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const { user, place } = await requireOwn(args)
  const stopped =
    place.kind === 'trip'
      ? await answerAutoPay(tripKind, context, user, place.participantId ?? '', null)
      : await answerAutoPay(carpoolKind, context, user, place.participantId, null)
  if (!stopped.ok)
    return refused({ text: failureText(context.t, stopped.error) }, stopped.error.code)
  return redirectWithFlash(context, recordPathOf(place), { key: 'pay:autoPay.stopped' })
}

/** What was agreed, when the card is charged, and the button that turns it off. */
export default function AutoPayPage() {
  const t = useT()
  const format = useFormat()
  const { autoPay, recordTo } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const back = { to: recordTo, label: t('pay:autoPay.back') }
  if (!autoPay)
    return (
      <Page title={t('pay:autoPay.title')} back={back} width="text">
        <Banner tone="info">{t('pay:autoPay.off')}</Banner>
      </Page>
    )
  const { told, at, isDue } = autoPay
  return (
    <Page title={t('pay:autoPay.title')} back={back} width="text">
      {refusal && (
        <Banner tone="danger" role="alert">
          {refusal.text}
        </Banner>
      )}
      <p className="figures">
        {told
          ? t('pay:autoPay.told', {
              amount: format.money(told.amount),
              time: format.dateTime(told.chargeAt),
            })
          : t('pay:autoPay.on')}
      </p>
      <p className="text-muted">{t('pay:autoPay.agreed', { time: format.dateTime(at) })}</p>
      {!isDue && (
        <Form method="post" className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary">
            {t('pay:autoPay.stop')}
          </Button>
          <LinkButton to={recordTo} variant="quiet">
            {t('pay:autoPay.keep')}
          </LinkButton>
        </Form>
      )}
    </Page>
  )
}
