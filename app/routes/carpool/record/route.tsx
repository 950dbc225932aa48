import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { hasBoard } from '#app/domain/features/board/board.ts'
import { haveCompanions } from '#app/domain/group/companions.ts'
import { is } from '#app/domain/group/status.ts'
import { PHONE_SHOWN_MS } from '#app/domain/limits.ts'
import { londonDay } from '#app/domain/time.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { mailboxOf } from '#app/http/mailbox.server.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { formPath, requireRecord } from '#app/routes/carpool/record.server.ts'
import { suggestedFor } from '#app/routes/carpool/suggested.server.ts'
import { privateIdsOf } from '#app/services/groups/group-id.server.ts'
import { EmailLine } from '#app/ui/account/email-line.tsx'
import { asDocument } from '#app/ui/as-document.ts'
import { Banner } from '#app/ui/banner.tsx'
import { DriverCard } from '#app/ui/carpool/driver-card.tsx'
import { nextOf } from '#app/ui/carpool/next.ts'
import { recordPath } from '#app/ui/carpool/paths.ts'
import { isWaiting } from '#app/ui/carpool/stage.ts'
import { Followed } from '#app/ui/followed.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Choice } from './choice.tsx'
import { OtherActions, RecordFacts } from './more.tsx'
import { isChoice, OwnTicket } from './own-ticket.tsx'
import { Suggested } from './suggested.tsx'
import { WhatNext } from './what-next.tsx'

export const handle: PageHandle = { title: 'carpool:record.title', plain: true }

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const looking = requireUser(context, request)
  const [user, record] = await Promise.all([
    looking,
    requireRecord(context, looking, params.participantId),
  ])
  const others =
    is(record.status, 'failed') && record.seat === 'taken'
      ? await context.carpools.near({
          tripType: record.tripType,
          airportName: record.airportName.zh,
          date: londonDay(record.carpoolAt),
        })
      : []
  const { participantId, paymentStatus, movedTo } = record
  // Rows of private cars do not have it if they were written before it was stored.
  const isUnknown = paymentStatus === 'PRIVATE_CONVERTED' && movedTo === null
  const became = isUnknown ? (await privateIdsOf(participantId)).participantId : movedTo
  const now = context.clock.now()
  const until = record.carpoolAt + PHONE_SHOWN_MS
  const isShared = record.seat === 'taken' && !record.private
  const ride = { ...record, departureAt: record.carpoolAt }
  const shown = {
    record,
    companions: isShared && haveCompanions(ride, now),
    board: isShared && hasBoard(ride, now),
    others,
    suggested: await suggestedFor(context, record),
    formTo: formPath(record),
    becameTo: became && recordPath(became),
    contact: (await context.site.contact()).name,
    mailbox: mailboxOf(user),
    now,
  }
  return data(shown, {
    // Read at arrivals, where there may be no network: the service worker keeps it (decision 0075).
    headers: record.ride && now < until ? { 'Keep-Until': String(until) } : {},
  })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const clientLoader = asDocument

const LOOK_AGAIN_MS = 20_000

/** The viewer's own place in a carpool: one ticket, one sentence, one next step; then the rest. */
export default function RecordPage() {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { record, companions, board, others, suggested, now, contact, mailbox, ...ways } =
    useLoaderData<typeof loader>()
  const next = nextOf(record, { t, format, language, now }, ways)
  return (
    <Followed
      everyMs={isWaiting(next.stage) ? LOOK_AGAIN_MS : null}
      className="mx-auto flex w-full max-w-text flex-col gap-4"
    >
      <OwnTicket record={record} next={next} now={now} />
      {mailbox && <EmailLine of={mailbox} />}
      {record.flight?.isOpen && (
        <Banner
          tone={record.flight.fits ? 'info' : 'warn'}
          title={t(`account:flight.open.${record.flight.fits ? 'fits' : 'apart'}`)}
        >
          {t('account:flight.open.text', { contact })}
        </Banner>
      )}
      {suggested && <Suggested of={suggested} record={record} />}
      {record.ride && <DriverCard ride={record.ride} />}
      {isChoice(next) && <Choice record={record} others={others} />}
      <WhatNext record={record} stage={next.stage} contact={contact} />
      <OtherActions record={record} companions={companions} board={board} />
      <RecordFacts record={record} />
    </Followed>
  )
}
