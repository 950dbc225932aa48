import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { kindOf, requireGroup } from '#app/console/http/kind.server.ts'
import { saidSchema } from '#app/console/schemas/messages.server.ts'
import { cancelGroup, refundPlace } from '#app/console/service/groups.server.ts'
import { Refunds } from '#app/console/ui/group-refunds.tsx'
import { GroupBadges, groupPath, useGroupName } from '#app/console/ui/group-words.tsx'
import { SaidFields } from '#app/console/ui/said-fields.tsx'
import type { GroupKind } from '#app/group/rules/group-name.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Translate } from '#app/i18n/keys.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { asSent, readForm, refused, refuseForm } from '#app/web/http/form.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { formOf } from '#app/web/ui/form-state.ts'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

/** Cancelling a group, or refunding one place of a group that is closed or that released it. */
type Act = 'cancel' | 'giveBack'
type Data = Awaited<ReturnType<typeof loader>>

const titleOf = (t: Translate, act: Act, kind: GroupKind) =>
  act === 'cancel' ? t(`admin:group.cancel.title.${kind}`) : t('admin:group.giveBack.title')

export const handle: PageHandle<Data | undefined> = {
  title: (t, data) => titleOf(t, data?.act ?? 'cancel', data?.group.about.kind ?? 'carpool'),
  console: true,
}

/** Money moves, so the administrator must have entered their password recently. */
const ACCESS = { scope: 'groups', confirmed: true } as const

/** The refunds of this action; null if nothing is left to refund. */
async function requireRefunds(
  context: AppContext,
  by: AdminId,
  { request, params: { groupId, participantId } }: LoaderFunctionArgs,
) {
  const group = await requireGroup(context, by, kindOf(request), groupId)
  const place = group.places.find((one) => one.participantId === participantId)
  if (participantId && !place) throw new Response(null, { status: 404 })
  const ofPlace = place?.refund && [{ ...place.refund, person: place.person }]
  const refunds = place ? (ofPlace ?? null) : group.isCancellable ? group.refunds : null
  const act: Act = place ? 'giveBack' : 'cancel'
  // A fingerprint of the refunds shown: somebody may pay or leave before the administrator
  // confirms.
  const seen = (refunds ?? []).map((one) => `${one.participantId}:${one.total}:${one.points}`)
  return { group, place, act, refunds, seen: seen.join(' ') }
}

/** Before a refund: exactly who gets what. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const { id } = await requireAdmin(context, request, ACCESS)
  const { place: _, ...shown } = await requireRefunds(context, id, args)
  return { ...shown, now: context.clock.now() }
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const { id: by } = await requireAdmin(context, request, ACCESS)
  const { group, place, act, refunds, seen } = await requireRefunds(context, by, args)
  const form = await request.formData()
  const read = readForm(context, form, saidSchema)
  if (!read.ok) return refuseForm(context, form, read.error, { text: null })
  if (refunds && form.get('seen') !== seen)
    return refused({ text: context.t(`admin:group.${act}.changed`), result: asSent(form) })
  const { kind } = group.about
  const done = await (place
    ? refundPlace(context, kind, group.id, place.participantId, by)
    : cancelGroup(context, kind, group.id, by, read.value))
  if (!done.ok) {
    const text = failureText(context.t, done.error)
    return refused({ text, result: asSent(form) }, done.error.code)
  }
  const isUnderWay = done.value.places.some(
    (one) => one.returning && (!place || one.participantId === place.participantId),
  )
  return redirectWithFlash(context, groupPath(group), {
    kind: isUnderWay ? 'info' : 'success',
    key: `admin:group.${act}.${isUnderWay ? 'underWay' : 'done'}`,
  })
}

export default function GiveBack() {
  const t = useT()
  const format = useFormat()
  const nameOf = useGroupName()
  const { group, act, refunds, now } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <Page
      title={titleOf(t, act, group.about.kind)}
      lead={
        <span className="figures">
          {nameOf(group)} · {format.dateTime(group.at)} {t('common:londonTime')}
        </span>
      }
      action={<GroupBadges group={group} now={now} />}
      back={{ to: groupPath(group), label: t('admin:group.cancel.back') }}
    >
      {refusal?.text && (
        <Banner tone="danger" role="alert" title={t(`admin:group.${act}.not`)}>
          {refusal.text}
        </Banner>
      )}
      {refunds ? <Decision /> : <Banner tone="info">{t(`admin:group.${act}.nothing`)}</Banner>}
    </Page>
  )
}

/** Who gets what, and the button that confirms it. */
function Decision() {
  const t = useT()
  const format = useFormat()
  const { group, act, refunds, seen } = useLoaderData<typeof loader>()
  const total = (refunds ?? []).reduce((sum, one) => sum + one.total, 0)
  const points = refunds?.[0]?.points ?? 0
  const { form, fields } = formOf(
    'said',
    { zh: '', en: '' },
    useActionData<typeof action>()?.result,
  )
  const isPoints = act === 'giveBack' && total === 0
  const what = t(`admin:group.${act}.what`)
  return (
    <>
      <Section id="who" title={what}>
        <Refunds title={what} refunds={refunds ?? []} />
      </Section>
      <p className="max-w-text text-muted">{t(`admin:group.${act}.consequence`)}</p>
      <Form method="post" {...form} className="flex flex-wrap gap-3">
        {act === 'cancel' && (
          <fieldset className="flex w-full max-w-text flex-col gap-3">
            <legend className="mb-2 font-medium">{t('admin:group.cancel.reason')}</legend>
            <SaidFields fields={fields} />
          </fieldset>
        )}
        <input type="hidden" name="seen" value={seen} />
        <Button type="submit" variant="danger">
          {isPoints
            ? t('admin:group.giveBack.submitPoints', { points })
            : t(`admin:group.${act}.submit`, { amount: format.money(total) })}
        </Button>
        <LinkButton to={groupPath(group)} variant="quiet">
          {act === 'cancel'
            ? t(`admin:group.cancel.keep.${group.about.kind}`)
            : t('admin:group.giveBack.keep')}
        </LinkButton>
      </Form>
    </>
  )
}
