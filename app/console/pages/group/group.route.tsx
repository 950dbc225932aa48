import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { kindOf, requireGroup } from '#app/console/http/kind.server.ts'
import { openFlights } from '#app/console/service/changed-flights.server.ts'
import type { GroupPlace } from '#app/console/service/group-views.server.ts'
import {
  changeBalancePrice,
  readUnsentSms,
  weighBalancePrice,
} from '#app/console/service/groups.server.ts'
import { readNotes } from '#app/console/service/notes.server.ts'
import { Disputes } from '#app/console/ui/disputes.tsx'
import { FailedRefunds } from '#app/console/ui/failed-refunds.tsx'
import { PlaceCard } from '#app/console/ui/group-place.tsx'
import { Refunds } from '#app/console/ui/group-refunds.tsx'
import { GroupBadges, groupPath, listPath, useGroupName } from '#app/console/ui/group-words.tsx'
import { NothingHere } from '#app/console/ui/kit.tsx'
import { is } from '#app/group/rules/status.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { formatOf } from '#app/i18n/format.ts'
import { TRIP_BALANCE_PENCE } from '#app/kernel/limits.ts'
import { minorUnitsOf } from '#app/kernel/money.ts'
import { readDisputesOf } from '#app/reconciliation/service/disputes.server.ts'
import { readFailedRefundsOf } from '#app/reconciliation/service/failed-refunds.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { readTripTexts } from '#app/trip/service/trip-texts.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { refused } from '#app/web/http/form.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { closeMissed, decideTexts, keepFlight } from './actions.server.ts'
import { Cars } from './cars.tsx'
import { GroupFacts } from './facts.tsx'
import { Flights } from './flights.tsx'
import { Missed, UnsentSms } from './missing-passengers.tsx'
import { PriceForm, type WeighedPrice } from './price-form.tsx'
import { Shortfall } from './shortfall.tsx'
import { TripTexts } from './texts.tsx'

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  title: (t, found) =>
    t(`admin:group.one.${found?.group.about.kind ?? 'carpool'}`, {
      day: found ? formatOf(t).date(found.group.at) : '',
    }),
  console: true,
}

const ACCESS = { scope: 'groups' } as const

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id, scopes } = await requireAdmin(context, request, ACCESS)
  const group = await requireGroup(context, id, kindOf(request), params.groupId)
  const text = new URL(request.url).searchParams.get('price')
  const pricing =
    text === null || group.about.kind !== 'trip' ? null : await weighPrice(context, group.id, text)
  if (pricing?.change?.asksPassword)
    await requireAdmin(context, request, { ...ACCESS, confirmed: true })
  const [disputes, failedRefunds, texts, unsentSms, flights, notes] = await Promise.all([
    readDisputesOf(context, group.id),
    readFailedRefundsOf(context, group.id),
    readTripTexts(context, group.id),
    readUnsentSms(context, group.id),
    openFlights(context, group),
    readNotes(context, group.id),
  ])
  const seesLog = scopes.includes('records')
  const mayDispatch = scopes.includes('dispatch')
  const now = context.clock.now()
  const tasks = { disputes, failedRefunds, unsentSms, flights }
  const noteId = crypto.randomUUID()
  return { group, texts, ...tasks, notes, noteId, pricing, seesLog, mayDispatch, now }
}

/**
 * Closes the task about a missing passenger or a changed flight, approves or declines a trip's
 * texts, or sets its price as previewed.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, ACCESS)
  const group = await requireGroup(context, admin.id, kindOf(request), params.groupId)
  const form = await request.formData()
  const sent = { context, group, by: admin.id, form }
  if (group.about.kind === 'trip' && form.has('decision')) return decideTexts(sent)
  const step = form.get('step')
  if (step === 'missed' || step === 'flight') {
    await requireAdmin(context, request, { scope: 'dispatch' })
    return step === 'missed' ? closeMissed(sent) : keepFlight(sent)
  }
  if (group.about.kind !== 'trip') throw new Response(null, { status: 405 })
  const text = String(form.get('price') ?? '')
  const { change, error } = await weighPrice(context, group.id, text)
  if (!change) return refused({ text, error })
  if (change.asksPassword) await requireAdmin(context, request, { ...ACCESS, confirmed: true })
  if (change.isLeap && minorUnitsOf(String(form.get('again') ?? '')) !== change.to)
    return refused({ text, error: null, notAgain: context.t('admin:draft.notAgain') })
  const set = await changeBalancePrice(context, group.id, admin.id, change.to)
  if (!set.ok) return refused({ text, error: failureText(context.t, set.error) }, set.error.code)
  return redirectWithFlash(context, groupPath(group), { key: 'admin:group.price.saved' })
}

/** What a typed price would change, or what is wrong with it. */
async function weighPrice(context: AppContext, id: string, text: string): Promise<WeighedPrice> {
  const pence = minorUnitsOf(text)
  const { min, max } = TRIP_BALANCE_PENCE
  if (pence !== null && pence >= min && pence <= max)
    return { text, change: await weighBalancePrice(context, id, pence), error: null }
  const { t } = context
  const { money } = formatOf(t)
  return {
    text,
    change: null,
    error: t('admin:group.price.wrong', { min: money(min), max: money(max) }),
  }
}

export default function GroupPage() {
  const t = useT()
  const format = useFormat()
  const nameOf = useGroupName()
  const { group, texts, pricing, disputes, failedRefunds, now, ...rest } =
    useLoaderData<typeof loader>()
  const { unsentSms, flights, notes, noteId, seesLog, mayDispatch } = rest
  const cardOf = (place: GroupPlace) => (
    <PlaceCard
      key={place.participantId}
      group={group}
      place={place}
      notes={notes.filter(({ subjectId }) => subjectId === place.participantId)}
      noteId={noteId}
    />
  )
  const { kind } = group.about
  const answer = useActionData<typeof action>()
  const refusal = answer && 'missed' in answer ? answer.missed : null
  const result = answer && 'result' in answer ? (answer.result ?? null) : null
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
            group.places.some((p) => p.returning)
              ? 'admin:group.refundsUnderWay'
              : 'admin:group.refundsDone',
          )}
        </Banner>
      )}
      <Missed group={group} mayDispatch={mayDispatch} refusal={refusal} />
      <Flights group={group} flights={flights} mayDispatch={mayDispatch} result={result} />
      <UnsentSms places={group.places.filter((p) => unsentSms.includes(p.participantId))} />
      {group.shortfall > 0 && <Shortfall group={group} />}
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
        {kind === 'trip' && !is(group.status, 'ended') && (
          <PriceForm
            group={group}
            pricing={pricing}
            answer={answer && 'text' in answer ? answer : null}
          />
        )}
      </div>
      {kind === 'trip' && <TripTexts texts={texts} result={result} />}
      {(group.isAssignable || group.ride.cars.length > 0) && (
        <Cars group={group} mayDispatch={mayDispatch} />
      )}
      <Section
        id="group-people"
        title={t('admin:group.who', { count: seated.reduce((sum, p) => sum + p.party.people, 0) })}
      >
        {seated.length === 0 && <NothingHere>{t('admin:group.empty')}</NothingHere>}
        <ul className="grid items-start gap-3 lg:grid-cols-2">{seated.map(cardOf)}</ul>
      </Section>
      {gone.length > 0 && (
        <details open={gone.some((p) => p.refund)}>
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
            {t('admin:group.gone', { count: gone.length })}
          </summary>
          <ul className="grid items-start gap-3 pt-2 lg:grid-cols-2">{gone.map(cardOf)}</ul>
        </details>
      )}
      {failedRefunds.length > 0 && (
        <Section id="failed-refunds" title={t('admin:failedRefund.title')}>
          <FailedRefunds refunds={failedRefunds} />
        </Section>
      )}
      {disputes.length > 0 && (
        <Section id="disputes" title={t('admin:dispute.title')}>
          <Disputes disputes={disputes} />
        </Section>
      )}
      {seated.some(({ seat }) => seat === 'taken') && (
        <LinkButton
          to={`/admin/messages/new?car=${group.id}`}
          variant="secondary"
          className="self-start"
        >
          {t('admin:message.send')}
        </LinkButton>
      )}
      {!group.private && (
        <LinkButton to="board" variant="secondary" className="self-start">
          {t('admin:board.title')}
        </LinkButton>
      )}
      {group.cancelled && group.refunds.length > 0 && (
        <Section id="group-refunds" title={t('admin:group.refund.was')}>
          <Refunds title={t('admin:group.refund.was')} refunds={group.refunds} />
        </Section>
      )}
      {group.isCancellable && (
        <LinkButton to="cancel" variant="danger" className="self-start">
          {t(`admin:group.cancel.open.${kind}`)}
        </LinkButton>
      )}
    </Page>
  )
}
