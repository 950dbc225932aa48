import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '#app/http/guard.server.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { requireRecord } from '#app/routes/carpool/pay-view.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { nextOf } from '#app/ui/carpool/next.ts'
import { OwnCar } from '#app/ui/carpool/own-car.tsx'
import { recordPath, ridesPath } from '#app/ui/carpool/paths.ts'
import { routeOf } from '#app/ui/carpool/ride-route.ts'
import { useSeatsText } from '#app/ui/carpool/ride-ticket.tsx'
import { type Stage, stageOf } from '#app/ui/carpool/stage.ts'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Perforation, Ticket, TimeHeading } from '#app/ui/ticket/ticket.tsx'
import { Progress } from './progress.tsx'

type Data = { record: CarpoolRecord; now: number }

/** States that a payment has just led to; what has become of the place since is its record's. */
const DONE = ['waiting', 'balanceDue', 'othersDue', 'ready', 'privateDue', 'private'] as const
type Done = (typeof DONE)[number]

const isDone = (stage: Stage): stage is Done => DONE.some((one) => one === stage)

export const handle: PageHandle<Data> = {
  plain: true,
  title: (t, { record }) => titleOf(t, record),
}

/** Says what has been achieved from what is so now, so that it can be reloaded and come back to. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Data> {
  const user = await requireUser(context, request)
  const record = await requireRecord(context, user, params.participantId)
  if (!isDone(stageOf(record))) throw redirect(recordPath(record.participantId))
  return { record, now: context.clock.now() }
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

const CAR_PX = 120
const TITLE = 'ride'

/** The page after a payment: the seat fills, and what comes next. */
export default function DonePage() {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { record, now } = useLoaderData<typeof loader>()
  const { carpoolAt, basePrice } = record
  const stage = stageOf(record)
  const price = { amount: format.money(basePrice), note: t('carpool:card.perPerson') }
  return (
    <div className="field -mx-4 -my-6 flex flex-1 flex-col items-center gap-4 px-4 py-8 md:mx-auto md:my-0 md:max-w-text md:rounded-card">
      <h1 className="text-center text-28">{titleOf(t, record)}</h1>
      <div className="flex flex-col items-center gap-1">
        <OwnCar record={record} height={CAR_PX} className="fills" />
        <p className="figures text-14">{useSeatsText(record)}</p>
      </div>
      <p className="figures text-center">
        {moneyOf(t, record).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
      <div className="w-full max-w-form">
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
      </div>
      <Buttons record={record} now={now} />
    </div>
  )
}

const onField = 'border-on-field! bg-transparent! text-on-field!'

/** Sending it on while somebody is missing, or else the next step; and one's own bookings. */
function Buttons({ record, now }: Data) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { button } = nextOf(record, { t, format, language, now })
  const first = button ?? { to: recordPath(record.participantId), label: t('ride:done.seeRecord') }
  return (
    <div className="flex w-full max-w-form flex-col gap-3">
      <LinkButton to={first.to} variant="secondary" wide reloadDocument className="min-h-12">
        {first.label}
      </LinkButton>
      <LinkButton to={ridesPath} reloadDocument wide className={onField}>
        {t('ride:done.seeRides')}
      </LinkButton>
    </div>
  )
}
