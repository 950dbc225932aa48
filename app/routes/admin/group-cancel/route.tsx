import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { refused } from '#app/http/form.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { kindOf, requireGroup } from '#app/routes/admin/kind.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { GroupView } from '#app/services/admin/groups.server.ts'
import { GiveBack } from '#app/ui/admin/give-back.tsx'
import { groupPath } from '#app/ui/admin/group-words.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  title: (t, data) => t(`admin:group.cancel.title.${data?.group.about.kind ?? 'carpool'}`),
  console: true,
}

/** Money moves, so the administrator must have just entered their password. */
const ACCESS = { scope: 'groups', confirmed: true } as const

/**
 * A fingerprint of what was shown: who gets how much. A student may pay or leave before the
 * administrator confirms.
 */
const seenOf = ({ refunds }: GroupView): string =>
  refunds.map(({ participantId, total, points }) => `${participantId}:${total}:${points}`).join(' ')

/** Before a group is cancelled: exactly who gets what. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id } = await requireAdmin(context, request, ACCESS)
  const group = await requireGroup(context, id, kindOf(request), params.groupId)
  return { group, seen: seenOf(group), now: context.clock.now() }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, ACCESS)
  const kind = kindOf(request)
  const group = await requireGroup(context, admin.id, kind, params.groupId)
  const form = await request.formData()
  if (group.isCancellable && form.get('seen') !== seenOf(group))
    return refused({ text: context.t('admin:group.cancel.changed') })
  const done = await context.admin.groups.cancel(kind, group.id, admin.id)
  if (!done.ok) return refused({ text: failureText(context.t, done.error) }, done.error.code)
  const isUnderWay = done.value.places.some((place) => place.returning)
  return redirectWithFlash(context, groupPath(group), {
    kind: isUnderWay ? 'info' : 'success',
    key: isUnderWay ? 'admin:group.cancel.underWay' : 'admin:group.cancel.done',
  })
}

export default function CancelGroup() {
  const t = useT()
  const format = useFormat()
  const { group, seen, now } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const { kind } = group.about
  const amount = format.money(group.refunds.reduce((sum, one) => sum + one.total, 0))
  return (
    <GiveBack
      title={t(`admin:group.cancel.title.${kind}`)}
      group={group}
      now={now}
      refusal={refusal ? { title: t('admin:group.cancel.not'), text: refusal.text } : null}
      refunds={group.isCancellable ? group.refunds : null}
      nothing={t('admin:group.cancel.over')}
      heading={t('admin:group.cancel.who')}
      consequence={t('admin:group.cancel.consequence')}
      seen={seen}
      submit={t('admin:group.cancel.submit', { amount })}
      keep={t(`admin:group.cancel.keep.${kind}`)}
    />
  )
}
