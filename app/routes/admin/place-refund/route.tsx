import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { AdminId } from '#app/domain/id.ts'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { refused } from '#app/http/form.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { kindOf, requireGroup } from '#app/routes/admin/kind.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { GroupKind } from '#app/services/admin/groups.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { GiveBack } from '#app/ui/admin/give-back.tsx'
import { groupPath } from '#app/ui/admin/group-words.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { title: (t) => t('admin:group.giveBack.title'), console: true }

/** Money moves, so the administrator must have just entered their password. */
const ACCESS = { scope: 'groups', confirmed: true } as const

type Params = { groupId?: string; participantId?: string }

async function requirePlace(
  context: AppContext,
  by: AdminId,
  kind: GroupKind,
  { groupId, participantId }: Params,
) {
  const group = await requireGroup(context, by, kind, groupId)
  const place = group.places.find((one) => one.participantId === participantId)
  if (!place) throw new Response(null, { status: 404 })
  const refund = place.refund && { ...place.refund, person: place.person }
  // A fingerprint of what was shown: a payment may come in before the administrator confirms.
  return { group, place, refund, seen: refund ? `${refund.total}:${refund.points}` : '' }
}

/**
 * Before a student is refunded whose place was released or whose group was closed: exactly what
 * they get back.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id } = await requireAdmin(context, request, ACCESS)
  const { group, refund, seen } = await requirePlace(context, id, kindOf(request), params)
  return { group, refund, seen, now: context.clock.now() }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, ACCESS)
  const kind = kindOf(request)
  const { group, place, refund, seen } = await requirePlace(context, admin.id, kind, params)
  const form = await request.formData()
  if (refund && form.get('seen') !== seen)
    return refused({ text: context.t('admin:group.giveBack.changed') })
  const id = place.participantId
  const done = await context.admin.groups.refundPlace(kind, group.id, id, admin.id)
  if (!done.ok) return refused({ text: failureText(context.t, done.error) }, done.error.code)
  const isUnderWay = done.value.places.some((one) => one.participantId === id && one.returning)
  return redirectWithFlash(context, groupPath(group), {
    kind: isUnderWay ? 'info' : 'success',
    key: isUnderWay ? 'admin:group.giveBack.underWay' : 'admin:group.giveBack.done',
  })
}

export default function RefundPlace() {
  const t = useT()
  const format = useFormat()
  const { group, refund, seen, now } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <GiveBack
      title={t('admin:group.giveBack.title')}
      group={group}
      now={now}
      refusal={refusal ? { title: t('admin:group.giveBack.not'), text: refusal.text } : null}
      refunds={refund && [refund]}
      nothing={t('admin:group.giveBack.nothing')}
      heading={t('admin:group.giveBack.what')}
      consequence={t('admin:group.giveBack.consequence')}
      seen={seen}
      submit={
        refund?.total === 0
          ? t('admin:group.giveBack.submitPoints', { points: refund.points })
          : t('admin:group.giveBack.submit', { amount: format.money(refund?.total ?? 0) })
      }
      keep={t('admin:group.giveBack.keep')}
    />
  )
}
