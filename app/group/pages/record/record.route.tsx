import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { mailboxOf } from '#app/account/http/mailbox.server.ts'
import { EmailLine } from '#app/account/ui/email-line.tsx'
import { suggestedFor } from '#app/carpool/http/flight-suggestion.server.ts'
import { formPath } from '#app/carpool/http/record.server.ts'
import { findNear } from '#app/carpool/service/carpool-reads.server.ts'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { DriverCard } from '#app/carpool/ui/driver-card.tsx'
import { NextStep } from '#app/carpool/ui/next-step.tsx'
import { recordPath } from '#app/carpool/ui/paths.ts'
import { isWaiting } from '#app/carpool/ui/stage.ts'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { hasBoard } from '#app/features/board/rules/board.ts'
import { requireOwn } from '#app/group/http/place.server.ts'
import { haveCompanions } from '#app/group/rules/companions.ts'
import { is } from '#app/group/rules/status.ts'
import { privateIdsOf } from '#app/group/service/group-id.server.ts'
import { placeNextOf } from '#app/group/ui/next.ts'
import { departureOf } from '#app/group/ui/place.ts'
import { PlaceTicket } from '#app/group/ui/place-ticket.tsx'
import { StepRow } from '#app/group/ui/step-row.tsx'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { PHONE_SHOWN_MS } from '#app/kernel/limits.ts'
import { londonDay } from '#app/kernel/time.ts'
import { readMessages } from '#app/notices/service/notices.server.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { AutoRefresh } from '#app/web/ui/auto-refresh.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Perforation } from '#app/web/ui/ticket/ticket.tsx'
import { WrittenText } from '#app/web/ui/written-text.tsx'
import { Choice, isChoice } from './choice.tsx'
import { SuggestedFlight } from './flight-suggestion.tsx'
import { OtherActions, RecordFacts } from './more.tsx'
import { Texts } from './texts.tsx'
import { WhatNext } from './what-next.tsx'

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>['data']> = {
  title: (t, { place }) => t(place.kind === 'trip' ? 'trip:record.title' : 'carpool:record.title'),
}

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args
  const { viewerRef, t } = context
  const [{ user, place }, messages] = await Promise.all([
    requireOwn(args),
    viewerRef ? readMessages(context, viewerRef, params.participantId ?? '', t) : [],
  ])
  const now = context.clock.now()
  const departureAt = departureOf(place)
  const until = departureAt + PHONE_SHOWN_MS
  const isAlone = place.kind === 'carpool' && place.private
  const ride = { status: place.status, private: isAlone, departureAt }
  const isShared = place.seat === 'taken' && !isAlone
  const shown = {
    place,
    messages: messages.map(({ id, at, message }) => ({ id, at, message })),
    ...(place.kind === 'carpool' ? await moreOfCarpool(context, place) : NO_MORE),
    companions: isShared && haveCompanions(ride, now),
    board: isShared && hasBoard(ride, now),
    contact: (await readContact(context)).name,
    mailbox: mailboxOf(user),
    now,
  }
  return data(shown, {
    // Read at arrivals, where there may be no network: the service worker keeps it (decision 0016).
    headers: place.ride && now < until ? { 'Keep-Until': String(until) } : {},
  })
}

type More = Awaited<ReturnType<typeof moreOfCarpool>>
const NO_MORE: More = { others: [], suggested: null, formTo: '', becameTo: null }

/** The further links of a place in a carpool, and the suggestion about its flight. */
async function moreOfCarpool(context: AppContext, record: CarpoolRecord) {
  const others =
    is(record.status, 'failed') && record.seat === 'taken'
      ? await findNear(context, {
          tripType: record.tripType,
          airportName: record.airportName.zh,
          date: londonDay(record.carpoolAt),
        })
      : []
  const { participantId, paymentStatus, movedTo } = record
  // Rows of private cars lack `movedTo` if they are older than the column.
  const isUnknown = paymentStatus === 'PRIVATE_CONVERTED' && movedTo === null
  const became = isUnknown ? (await privateIdsOf(participantId)).participantId : movedTo
  return {
    others,
    suggested: await suggestedFor(context, record),
    formTo: formPath(record),
    becameTo: became && recordPath(became),
  }
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

const LOOK_AGAIN_MS = 20_000

/** The viewer's own place in a group: one ticket, one sentence, one next step; then the rest. */
export default function RecordPage() {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { place, messages, companions, board, others, suggested, now, contact, mailbox, ...ways } =
    useLoaderData<typeof loader>()
  const next = placeNextOf(place, { t, format, language, now }, ways)
  const carpool = place.kind === 'carpool' ? place : null
  return (
    <AutoRefresh
      everyMs={isWaiting(next.stage) ? LOOK_AGAIN_MS : null}
      className="mx-auto flex w-full max-w-text flex-col gap-4"
    >
      <PlaceTicket place={place} as="h1">
        <div className="p-4">
          {/* A group that did not fill leaves a choice, which follows below. */}
          <NextStep next={isChoice(next) ? { ...next, button: null } : next} now={now} wide />
        </div>
        <Perforation />
        <div className="px-2 py-4">
          <StepRow place={place} stage={next.stage} />
        </div>
      </PlaceTicket>
      {messages.map(({ id, at, message }) => (
        <Banner key={id} tone="warn" title={t('ride:said', { time: format.dateTime(at) })}>
          <WrittenText text={message} />
        </Banner>
      ))}
      {mailbox && <EmailLine of={mailbox} />}
      {carpool?.flight?.isOpen && (
        <Banner
          tone={carpool.flight.fits ? 'info' : 'warn'}
          title={t(`account:flight.open.${carpool.flight.fits ? 'fits' : 'apart'}`)}
        >
          {t('account:flight.open.text', { contact })}
        </Banner>
      )}
      {carpool && suggested && <SuggestedFlight of={suggested} record={carpool} />}
      {place.ride && <DriverCard ride={place.ride} />}
      {carpool && isChoice(next) && <Choice record={carpool} others={others} />}
      {carpool && <WhatNext record={carpool} stage={next.stage} contact={contact} />}
      {place.kind === 'trip' && <Texts trip={place} />}
      <OtherActions place={place} companions={companions} board={board} />
      <RecordFacts place={place} />
    </AutoRefresh>
  )
}
