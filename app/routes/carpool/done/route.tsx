import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '#app/http/guard.server.ts'
import { mailboxOf } from '#app/http/mailbox.server.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { requireRecord } from '#app/routes/carpool/record.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Mailbox } from '#app/ui/account/mailbox.ts'
import { nextOf } from '#app/ui/carpool/next.ts'
import { OwnCar } from '#app/ui/carpool/own-car.tsx'
import { recordPath, ridesPath } from '#app/ui/carpool/paths.ts'
import { routeOf } from '#app/ui/carpool/ride-route.ts'
import { useSeatsText } from '#app/ui/carpool/ride-ticket.tsx'
import { type Stage, stageOf } from '#app/ui/carpool/stage.ts'
import { DONE_PX, Done } from '#app/ui/done.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Perforation, Ticket, TimeHeading } from '#app/ui/ticket/ticket.tsx'
import { Progress } from './progress.tsx'

type Data = { record: CarpoolRecord; mailbox: Mailbox | null; now: number }

/** States that a payment has just led to; what has become of the place since is its record's. */
const REACHED = ['waiting', 'balanceDue', 'othersDue', 'ready', 'privateDue', 'private'] as const
type Reached = (typeof REACHED)[number]

const isReached = (stage: Stage): stage is Reached => REACHED.some((one) => one === stage)

export const handle: PageHandle<Data> = {
  plain: true,
  title: (t, { record }) => titleOf(t, record),
}

/** Says what has been achieved from what is so now, so that it can be reloaded and come back to. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Data> {
  const looking = requireUser(context, request)
  const [user, record] = await Promise.all([
    looking,
    requireRecord(context, looking, params.participantId),
  ])
  if (!isReached(stageOf(record))) throw redirect(recordPath(record.participantId))
  return { record, mailbox: mailboxOf(user), now: context.clock.now() }
}

/** What has been achieved, in a few words. */
function titleOf(t: Translate, record: CarpoolRecord): string {
  const stage = stageOf(record)
  const count = record.maxPassengers - record.currentPassengers
  if (stage === 'waiting') {
    if (count === 0) return t('ride:done.full')
    const isAlone = record.currentPassengers === record.party.people
    return t(isAlone ? 'ride:done.created' : 'ride:done.joined', { count })
  }
  if (stage === 'privateDue' || stage === 'private') return t(`ride:done.${stage}`)
  // The group has been filled, or the deposit has covered everything.
  if (stage === 'balanceDue' || record.originalRemainingAmount === 0) return t('ride:done.complete')
  return t(stage === 'ready' ? 'ride:done.ready' : 'ride:done.paid')
}

/**
 * Whether the deposit is part of the fare: a complete group's is, although the bank may be asked
 * for it a moment later; a private car's is only held until it is paid.
 */
const isCounted = (record: CarpoolRecord): boolean => {
  const stage = stageOf(record)
  return stage !== 'waiting' && stage !== 'privateDue'
}

/** What has happened to the money, and what is due by when. */
function moneyOf(t: Translate, record: CarpoolRecord): string[] {
  const format = formatOf(t)
  const { depositStory, balanceDueAt, remainingAmount } = record
  const amount = format.money(depositStory.amount)
  const due = t('ride:done.due', {
    due: format.dateTime(balanceDueAt),
    amount: format.money(remainingAmount ?? 0),
  })
  const isOwed = (remainingAmount ?? 0) > 0
  if (!isCounted(record)) return [t('ride:done.held', { amount }), ...(isOwed ? [due] : [])]
  if (isOwed) return [t('ride:done.charged', { amount }), due]
  return [t('ride:done.balance', { time: format.dateTime(record.carpoolAt) })]
}

const TITLE = 'ride'

/** The page after a payment: the seat fills, and what comes next. */
export default function DonePage() {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { record, mailbox, now } = useLoaderData<typeof loader>()
  const { carpoolAt, basePrice, participantId } = record
  const stage = stageOf(record)
  const price = { amount: format.money(basePrice), note: t('carpool:card.perPerson') }
  const { button } = nextOf(record, { t, format, language, now })
  return (
    <Done
      title={titleOf(t, record)}
      picture={<OwnCar record={record} height={DONE_PX} className="fills" />}
      words={useSeatsText(record)}
      lines={moneyOf(t, record)}
      mailbox={mailbox}
      // Sending it on while somebody is missing, or else the next step.
      first={button ?? { to: recordPath(participantId), label: t('ride:done.seeRecord') }}
      second={{ to: ridesPath, label: t('ride:done.seeRides') }}
    >
      <Ticket
        title={TITLE}
        className="text-ink"
        heading={
          <TimeHeading
            id={TITLE}
            as="h2"
            time={format.time(carpoolAt)}
            day={format.date(carpoolAt)}
            note={t('common:londonTime')}
          />
        }
        line={routeOf(t, language, record)}
        price={record.private ? undefined : price}
      >
        <Perforation />
        <div className="p-4">
          <Progress record={record} stage={stage} isCounted={isCounted(record)} />
        </div>
      </Ticket>
    </Done>
  )
}
