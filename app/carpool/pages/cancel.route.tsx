import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { closedFor, refusedFor, requirePlace } from '#app/carpool/http/place.server.ts'
import { cancelFailed } from '#app/carpool/service/carpool-actions.server.ts'
import { depositWay } from '#app/carpool/ui/deposit-way.ts'
import { Effects } from '#app/carpool/ui/effects.tsx'
import { recordPath } from '#app/carpool/ui/paths.ts'
import { RideLine } from '#app/carpool/ui/ride-line.tsx'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { PlaceDialog } from '#app/group/ui/place-dialog.tsx'
import { useT } from '#app/i18n/context.tsx'
import { refused } from '#app/web/http/form.server.ts'
import { replaceWithFlash } from '#app/web/http/replace-document.server.ts'
import { CreditCard, Info } from '#app/web/ui/icon.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'account:cancel.title' }

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { record } = await requirePlace(context, request, params.participantId)
  return {
    record,
    closed: closedFor(context, record, 'cancelFailed'),
    contact: (await readContact(context)).name,
  }
}

/** Returns the deposit of a group that did not fill (docs/rules.md#failed-carpools). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, record } = await requirePlace(context, request, params.participantId)
  const cancelled = await cancelFailed(context, user, record.id)
  if (!cancelled.ok)
    return refused({ refused: refusedFor(context, cancelled.error) }, cancelled.error.code)
  return replaceWithFlash(context, recordPath(record.participantId), {
    key: 'account:cancel.done',
  })
}

export default function CancelDialog() {
  const t = useT()
  const { record, closed, contact } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <PlaceDialog
      title={t('account:cancel.title')}
      closeTo={recordPath(record.participantId)}
      which={
        <>
          <span>{t('account:cancel.which')}</span> <RideLine carpool={record} />
        </>
      }
      closed={answer ? { title: t('account:cancel.failed'), text: answer.refused.text } : closed}
      contact={contact}
      keep={t('account:cancel.keep')}
      submit={{
        label: t('account:cancel.submit'),
        busy: t('account:cancel.submitting'),
        variant: 'danger',
      }}
    >
      <Effects
        items={[
          { icon: CreditCard, text: t(`account:exit.money.${depositWay(record)}`) },
          { icon: Info, text: t('account:cancel.list') },
        ]}
      />
    </PlaceDialog>
  )
}
