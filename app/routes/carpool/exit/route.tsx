import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { refused } from '#app/http/form.server.ts'
import { replaceWithFlash } from '#app/http/replace-document.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { closedFor, refusedFor, requirePlace } from '#app/routes/carpool/place.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { depositWay } from '#app/ui/carpool/deposit-way.ts'
import { type Effect, Effects } from '#app/ui/carpool/effects.tsx'
import { recordPath } from '#app/ui/carpool/paths.ts'
import { PlaceDialog } from '#app/ui/carpool/place-dialog.tsx'
import { Car, Clock, CreditCard, Users } from '#app/ui/icon.tsx'
import { keepForm, keepRead, useAnswer } from '#app/ui/offline.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'account:exit.title' }

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { record } = await requirePlace(context, request, params.participantId)
  return {
    record,
    closed: closedFor(context, record, 'exit'),
    late: record.private && context.clock.now() >= record.cutoffAt,
    contact: (await context.site.contact()).name,
  }
}

/** Leaves the carpool; the deposit is returned automatically (docs/rules.md#exits). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, record } = await requirePlace(context, request, params.participantId)
  const left = await context.carpools.exit(user, record.id)
  if (!left.ok) return refused({ refused: refusedFor(context, left.error) }, left.error.code)
  return replaceWithFlash(context, recordPath(record.participantId), {
    kind: 'success',
    key: record.private ? 'account:exit.donePrivate' : 'account:exit.done',
  })
}

export const clientAction = keepForm
export const shouldRevalidate = keepRead

export default function ExitDialog() {
  const t = useT()
  const { record, closed, late, contact } = useLoaderData<typeof loader>()
  const answer = useAnswer<typeof action>()
  const whole = record.private
  const refusal = answer ? { title: t('account:exit.failed'), text: answer.refused.text } : closed
  return (
    <PlaceDialog
      title={whole ? t('account:exit.titlePrivate') : t('account:exit.title')}
      closeTo={recordPath(record.participantId)}
      record={record}
      which={whole ? t('account:exit.whichPrivate') : t('account:exit.which')}
      closed={refusal}
      contact={contact}
      keep={whole ? t('account:exit.stayPrivate') : t('account:exit.stay')}
      submit={{
        label: whole ? t('account:exit.submitPrivate') : t('account:exit.submit'),
        busy: t('account:exit.submitting'),
        variant: 'danger',
      }}
    >
      <Effects items={useEffects(record, late)} />
    </PlaceDialog>
  )
}

/** What happens to the money, the seat and the car. */
function useEffects(record: CarpoolRecord, late: boolean): Effect[] {
  const t = useT()
  const alone = record.currentPassengers <= record.party.people
  const seat: Effect = record.private
    ? { icon: Car, text: t('account:exit.lastPrivate') }
    : alone
      ? { icon: Car, text: t('account:exit.last') }
      : { icon: Users, text: t('account:exit.seat') }
  return [
    { icon: CreditCard, text: t(`account:exit.money.${depositWay(record)}`) },
    seat,
    ...(late ? [{ icon: Clock, text: t('account:exit.late') }] : []),
  ]
}
