import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { TRIP_BALANCE_PENCE } from '#app/domain/limits.ts'
import { minorUnitsOf } from '#app/domain/money.ts'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { refused } from '#app/http/form.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { formatOf } from '#app/i18n/format.ts'
import { kindOf, requireGroup } from '#app/routes/admin-groups/kind.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import { PlaceCard } from '#app/ui/admin/group-place.tsx'
import { Refunds } from '#app/ui/admin/group-refunds.tsx'
import { GroupBadges, groupPath, listPath, useGroupName } from '#app/ui/admin/group-words.tsx'
import { NothingHere } from '#app/ui/admin/kit.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { GroupFacts } from './facts.tsx'
import { PriceForm } from './price-form.tsx'

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  title: (t, found) =>
    t(`admin:group.one.${found?.group.about.kind ?? 'carpool'}`, {
      day: found ? formatOf(t).date(found.group.at) : '',
    }),
  console: true,
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { scopes } = await requireAdmin(context, request, { scope: 'groups' })
  const group = await requireGroup(context, kindOf(request), params.groupId)
  return { group, seesLog: scopes.includes('records'), now: context.clock.now() }
}

/** Sets the balance price of a trip: shown first, then saved. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, { scope: 'groups' })
  const group = await requireGroup(context, kindOf(request), params.groupId)
  const form = await request.formData()
  const text = String(form.get('price') ?? '')
  const pence = minorUnitsOf(text)
  const { min, max } = TRIP_BALANCE_PENCE
  if (group.about.kind !== 'trip') throw new Response(null, { status: 405 })
  if (pence === null || pence < min || pence > max) {
    const format = formatOf(context.t)
    const range = { min: format.money(min), max: format.money(max) }
    return refused({ text, price: null, error: context.t('admin:group.price.wrong', range) })
  }
  const { balancePrice } = group.about
  if (form.get('step') !== 'save')
    return data({ text, price: { from: balancePrice, to: pence }, error: null })
  const set = await context.admin.groups.setBalancePrice(group.id, admin.id, pence)
  if (!set.ok) return refused({ text, price: null, error: failureText(context.t, set.error) }, set.error.code)
  return redirectWithFlash(context, groupPath(group), { kind: 'success', key: 'admin:group.price.saved' })
}

export default function GroupPage() {
  const t = useT()
  const format = useFormat()
  const nameOf = useGroupName()
  const { group, now, seesLog } = useLoaderData<typeof loader>()
  const { kind } = group.about
  const seated = group.places.filter((p) => p.seat !== 'gone')
  const gone = group.places.filter((p) => p.seat === 'gone')
  return (
    <Page
      title={nameOf(group)}
      lead={
        <span className="figures">
          {format.dateTime(group.at)} {t('common:londonTime')}
        </span>
      }
      action={<GroupBadges group={group} now={now} />}
      back={{ to: listPath(kind), label: t(`admin:group.title.${kind}`) }}
    >
      {group.cancelled && (
        <Banner
          tone="warn"
          title={t('admin:group.cancelledAt', { time: format.dateTime(group.cancelled.at) })}
        >
          {t(
            group.places.some((p) => p.returning) ? 'admin:group.refundsUnderWay' : 'admin:group.refundsDone',
          )}
        </Banner>
      )}
      {group.places.some((p) => p.refund) && (
        <Banner tone="warn" title={t('admin:group.giveBack.closed')}>
          {t('admin:group.giveBack.decide')}
        </Banner>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section id="group-facts" title={t('admin:group.facts')}>
          <Card>
            <GroupFacts group={group} seesLog={seesLog} />
          </Card>
        </Section>
        {kind === 'trip' && ['PENDING', 'OPEN', 'FULL', 'SUCCESS'].includes(group.status) && <PriceForm />}
      </div>
      <Section
        id="group-people"
        title={t('admin:group.who', { count: seated.reduce((sum, p) => sum + p.people, 0) })}
      >
        {seated.length === 0 && <NothingHere>{t('admin:group.empty')}</NothingHere>}
        <ul className="grid items-start gap-3 lg:grid-cols-2">
          {seated.map((place) => (
            <PlaceCard key={place.participantId} place={place} />
          ))}
        </ul>
      </Section>
      {group.cancelled && group.refunds.length > 0 && (
        <Section id="group-refunds" title={t('admin:group.refund.was')}>
          <Refunds title={t('admin:group.refund.was')} refunds={group.refunds} />
        </Section>
      )}
      {gone.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
            {t('admin:group.gone', { count: gone.length })}
          </summary>
          <ul className="grid items-start gap-3 pt-2 lg:grid-cols-2">
            {gone.map((place) => (
              <PlaceCard key={place.participantId} place={place} />
            ))}
          </ul>
        </details>
      )}
      {group.isCancellable && (
        <LinkButton to="cancel" variant="danger" className="self-start">
          {t(`admin:group.cancel.open.${kind}`)}
        </LinkButton>
      )}
    </Page>
  )
}
