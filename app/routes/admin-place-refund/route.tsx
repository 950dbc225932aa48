import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { refused } from '#app/http/form.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { requireGroup } from '#app/routes/admin-groups/kind.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { Refunds } from '#app/ui/admin/group-refunds.tsx'
import { GroupBadges, groupPath, useGroupName } from '#app/ui/admin/group-words.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { title: (t) => t('admin:group.giveBack.title'), console: true }

/** Money moves, so her password must have been given just now. */
const ACCESS = { scope: 'groups', confirmed: true } as const

type Params = { groupId?: string; participantId?: string }

/** A place of a carpool; a trip is never closed, so nothing of one is to be decided here. */
async function requirePlace(context: AppContext, { groupId, participantId }: Params) {
  const group = await requireGroup(context, 'carpool', groupId)
  const place = group.places.find((one) => one.participantId === participantId)
  if (!place) throw new Response(null, { status: 404 })
  const refund = place.refund && { ...place.refund, person: place.person }
  // What was shown, in short: a payment may come in before she says yes.
  return { group, place, refund, seen: refund ? `${refund.total}:${refund.points}` : '' }
}

/** Before somebody gets her money back whose carpool was closed: exactly what. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, ACCESS)
  const { group, refund, seen } = await requirePlace(context, params)
  return { group, refund, seen, now: context.clock.now() }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, ACCESS)
  const { group, place, refund, seen } = await requirePlace(context, params)
  const form = await request.formData()
  if (refund && form.get('seen') !== seen) return refused({ text: context.t('admin:group.giveBack.changed') })
  const id = place.participantId
  const done = await context.admin.groups.refundPlace('carpool', group.id, id, admin.id)
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
  const nameOf = useGroupName()
  const { group, refund, seen, now } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const here = groupPath(group)
  return (
    <Page
      title={t('admin:group.giveBack.title')}
      lead={
        <span className="figures">
          {nameOf(group)} · {format.dateTime(group.at)} {t('common:londonTime')}
        </span>
      }
      action={<GroupBadges group={group} now={now} />}
      back={{ to: here, label: t('admin:group.cancel.back') }}
    >
      {refusal && (
        <Banner tone="danger" role="alert" title={t('admin:group.giveBack.not')}>
          {refusal.text}
        </Banner>
      )}
      {refund ? (
        <>
          <Section id="what" title={t('admin:group.giveBack.what')}>
            <Refunds title={t('admin:group.giveBack.what')} refunds={[refund]} />
          </Section>
          <p className="max-w-text text-muted">{t('admin:group.giveBack.told')}</p>
          <Form method="post" className="flex flex-wrap gap-3">
            <input type="hidden" name="seen" value={seen} />
            <Button type="submit" variant="danger">
              {t('admin:group.giveBack.submit', { amount: format.money(refund.total) })}
            </Button>
            <LinkButton to={here} variant="quiet">
              {t('admin:group.giveBack.keep')}
            </LinkButton>
          </Form>
        </>
      ) : (
        <Banner tone="info">{t('admin:group.giveBack.nothing')}</Banner>
      )}
    </Page>
  )
}
