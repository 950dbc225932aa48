import { useFormat, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/carpools.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Ban, Car, CircleCheck, CircleX, Hourglass, type IconType } from '#app/ui/icon.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { Stage } from './stage.ts'

const looks: Record<Stage, [Tone, IconType]> = {
  awaiting: ['accent', Hourglass],
  checking: ['info', Hourglass],
  gone: ['neutral', CircleX],
  waiting: ['brand', Hourglass],
  balanceDue: ['accent', CircleCheck],
  ready: ['ok', CircleCheck],
  failed: ['warn', CircleX],
  privateDue: ['accent', Car],
  private: ['ok', Car],
  completed: ['neutral', CircleCheck],
  closed: ['neutral', Ban],
  cancelled: ['neutral', Ban],
}

type StandingProps = { record: CarpoolRecord; stage: Stage; now: number; formTo: string; share: string }

/** The status as icon, word and colour; below it the one next step with its deadline. */
export function Standing({ record, stage, now, formTo, share }: StandingProps) {
  const t = useT()
  const [tone, icon] = looks[stage]
  const released = record.deposit.status === 'released' && stage !== 'gone'
  return (
    <div role="status" className="flex flex-col gap-3">
      <Banner
        tone={tone}
        icon={icon}
        title={t(`carpool:record.status.${stage}`)}
        action={
          hasNextStep(record, stage) && (
            <NextStep record={record} stage={stage} formTo={formTo} share={share} />
          )
        }
      >
        <p className="figures">{useNextWords(record, stage, now)}</p>
      </Banner>
      {released && <Banner tone="danger">{t('carpool:record.step.released')}</Banner>}
    </div>
  )
}

/** What comes next, and until when. */
function useNextWords(record: CarpoolRecord, stage: Stage, now: number): string {
  const t = useT()
  const format = useFormat()
  const { carpoolAt, cutoffAt, holdExpiresAt, remainingAmount } = record
  const missing = record.maxPassengers - record.currentPassengers
  const withLeft = (at: number) => `${format.dateTime(at)} · ${format.remaining(at, now)}`
  switch (stage) {
    case 'awaiting':
      return t('carpool:record.step.awaiting', { until: format.time(holdExpiresAt ?? now) })
    case 'waiting':
      return missing > 0
        ? t('carpool:record.step.waiting', { count: missing, cutoff: withLeft(cutoffAt) })
        : t('carpool:record.step.waitingFull')
    case 'balanceDue':
    case 'privateDue':
      return t('carpool:record.step.balanceDue', {
        departure: withLeft(carpoolAt),
        amount: format.money(remainingAmount ?? 0),
      })
    case 'ready':
    case 'private':
      return t('carpool:record.step.ready', { departure: format.dateTime(carpoolAt) })
    default:
      return t(`carpool:record.step.${stage}`)
  }
}

/** Whether there is anything she can do about it. */
const hasNextStep = ({ status }: CarpoolRecord, stage: Stage): boolean =>
  stage === 'awaiting' || stage === 'gone' || (stage === 'waiting' && status === 'OPEN')

function NextStep({ record, stage, formTo, share }: Omit<StandingProps, 'now'>) {
  const t = useT()
  if (stage === 'awaiting')
    return (
      // The payment page brings its own security policy, so it is loaded as a document.
      <LinkButton to={`/carpool/pay/${record.participantId}`} reloadDocument>
        {t('carpool:record.payNow')}
      </LinkButton>
    )
  if (stage === 'gone')
    return (
      <LinkButton variant="secondary" to={formTo}>
        {t('carpool:record.joinAgain')}
      </LinkButton>
    )
  return (
    <>
      <p className="w-full text-14">{t('carpool:record.share')}</p>
      <code className="min-w-0 flex-1 basis-full break-all text-13 sm:basis-0">{share}</code>
      <CopyButton text={share} />
    </>
  )
}
