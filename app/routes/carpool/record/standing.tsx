import { useFormat, useT } from '#app/i18n/context.tsx'
import { releasedAs } from '#app/i18n/deposit-words.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import {
  Ban,
  Car,
  CircleCheck,
  CircleX,
  Hourglass,
  type IconType,
  TriangleAlert,
} from '#app/ui/icon.tsx'
import { owedOf } from '#app/ui/money-back.ts'
import type { Tone } from '#app/ui/tone.ts'
import type { Stage } from './stage.ts'

/** A place that is gone and whose refund failed says so, whatever ended it. */
type Said = Stage | 'refundOwed'

const looks: Record<Said, [Tone, IconType]> = {
  refundOwed: ['danger', TriangleAlert],
  awaiting: ['accent', Hourglass],
  checking: ['info', Hourglass],
  gone: ['neutral', CircleX],
  waiting: ['brand', Hourglass],
  balanceDue: ['accent', CircleCheck],
  othersDue: ['brand', Hourglass],
  ready: ['ok', CircleCheck],
  failed: ['warn', CircleX],
  failedOver: ['neutral', CircleX],
  privateDue: ['accent', Car],
  private: ['ok', Car],
  completed: ['neutral', CircleCheck],
  closed: ['neutral', Ban],
  closedPaid: ['warn', Ban],
  cancelled: ['neutral', Ban],
  exited: ['neutral', Ban],
  refunded: ['neutral', CircleX],
  converted: ['info', Car],
  departed: ['neutral', Ban],
  groupCancelled: ['warn', Ban],
  moneyBack: ['neutral', CircleX],
  released: ['warn', CircleX],
}

type StandingProps = {
  record: CarpoolRecord
  stage: Stage
  now: number
  formTo: string
  share: string
  /** The student's place in the private car that this place was converted to. */
  becameTo: string | null
}

/** The status as icon, word and colour; below it the next step with its deadline. */
export function Standing(props: StandingProps) {
  const { record, stage, now } = props
  const t = useT()
  const said: Said = record.seat === 'gone' && owedOf(record) > 0 ? 'refundOwed' : stage
  const [tone, icon] = looks[said]
  return (
    <div role="status" className="flex flex-col gap-3">
      {record.actions.includes('payDeposit') && <DepositLost record={record} />}
      <Banner
        tone={tone}
        icon={icon}
        title={t(`carpool:record.status.${said}`)}
        action={<NextStep {...props} />}
      >
        <p className="figures">{useNextWords(record, said, now)}</p>
      </Banner>
    </div>
  )
}

/** The bank has released the deposit, or will: shown before anything else. */
function DepositLost({ record }: { record: CarpoolRecord }) {
  const t = useT()
  const expiring = record.deposit.status === 'held'
  return (
    <Banner
      tone="danger"
      title={expiring ? t('pay:again.expiringTitle') : t('pay:again.releasedTitle')}
      action={
        <LinkButton to={`/profile/deposit/${record.participantId}`} reloadDocument>
          {t('pay:again.payNow')}
        </LinkButton>
      }
    >
      {t('pay:again.seatStands')}
    </Banner>
  )
}

/** What comes next, and until when. */
function useNextWords(record: CarpoolRecord, said: Said, now: number): string {
  const t = useT()
  const format = useFormat()
  const { carpoolAt, cutoffAt, balanceDueAt, holdExpiresAt, remainingAmount } = record
  const missing = record.maxPassengers - record.currentPassengers
  const withLeft = (at: number) => `${format.dateTime(at)} · ${format.remaining(at, now)}`
  switch (said) {
    case 'refundOwed':
      return t('carpool:record.step.refundOwed', { amount: format.money(owedOf(record)) })
    case 'awaiting':
      return t('carpool:record.step.awaiting', { until: format.time(holdExpiresAt ?? now) })
    case 'waiting':
      return missing > 0
        ? t('carpool:record.step.waiting', { count: missing, cutoff: withLeft(cutoffAt) })
        : t('carpool:record.step.waitingFull')
    case 'balanceDue':
    case 'privateDue':
      return t(`carpool:record.step.${said}`, {
        due: withLeft(balanceDueAt),
        amount: format.money(remainingAmount ?? 0),
      })
    case 'ready':
    case 'private':
      return t('carpool:record.step.ready', { departure: format.dateTime(carpoolAt) })
    case 'othersDue':
      return t('carpool:record.step.othersDue', { due: format.dateTime(balanceDueAt) })
    case 'released':
      return t(`carpool:record.step.${releasedAs(record.depositStory)}`, {
        due: format.dateTime(balanceDueAt),
        amount: format.money(record.depositStory.back),
      })
    case 'failed':
      return t('carpool:record.step.failed', { day: format.date(carpoolAt) })
    default:
      return t(`carpool:record.step.${said}`)
  }
}

/** The next step, if there is anything the student can do. */
function NextStep({ record, stage, formTo, share, becameTo }: StandingProps) {
  const t = useT()
  const { participantId, actions, status } = record
  // The payment pages have their own security policy, so they are loaded as documents.
  if (stage === 'awaiting')
    return (
      <LinkButton to={`/carpool/pay/${participantId}`} reloadDocument>
        {t('carpool:record.payNow')}
      </LinkButton>
    )
  if (actions.includes('payRemaining'))
    return (
      <LinkButton to={`/profile/pay/${participantId}`} reloadDocument>
        {t('carpool:record.payRemaining')}
      </LinkButton>
    )
  if (stage === 'failed') return <AfterFailure record={record} />
  if (stage === 'converted' && becameTo)
    return <LinkButton to={becameTo}>{t('carpool:record.seePrivate')}</LinkButton>
  if (stage === 'gone')
    return (
      <LinkButton variant="secondary" to={formTo}>
        {t('carpool:record.joinAgain')}
      </LinkButton>
    )
  if (stage !== 'waiting' || status !== 'OPEN') return null
  return (
    <>
      <p className="w-full text-14">{t('carpool:record.share')}</p>
      <code className="min-w-0 flex-1 basis-full break-all text-13 sm:basis-0">{share}</code>
      <CopyButton text={share} />
    </>
  )
}

function AfterFailure({ record: { participantId, actions } }: { record: CarpoolRecord }) {
  const t = useT()
  return (
    <>
      {actions.includes('convertToPrivate') && (
        <LinkButton to={`/profile/convert/${participantId}`}>
          {t('carpool:record.convert')}
        </LinkButton>
      )}
      {actions.includes('cancelFailed') && (
        <LinkButton to={`/profile/cancel/${participantId}`} variant="secondary">
          {t('carpool:record.cancelFailed')}
        </LinkButton>
      )}
    </>
  )
}
