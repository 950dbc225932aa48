import { useFormat, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Stage } from '#app/ui/carpool/stage.ts'
import { stepDetail } from '#app/ui/carpool/step-words.ts'
import { type Step, stepsOf } from '#app/ui/carpool/steps.ts'
import { Timeline } from '#app/ui/carpool/timeline.tsx'

type ProgressProps = { record: CarpoolRecord; stage: Stage; isCounted: boolean }

/** The four steps of a place that goes on. `isCounted`: the deposit is part of the fare. */
export function Progress({ record, stage, isCounted }: ProgressProps) {
  const t = useT()
  const format = useFormat()
  const label = ({ name, state }: Step): string => {
    const isDone = state === 'done'
    switch (name) {
      case 'deposit':
        return t(isCounted ? 'ride:done.depositCounted' : 'carpool:record.timeline.held')
      case 'filled':
        return t(`carpool:record.timeline.${isDone ? 'completed' : 'completedPending'}`)
      case 'private':
        return t('carpool:record.timeline.private')
      case 'balance':
        return t(`carpool:record.timeline.${isDone ? 'balancePaid' : 'balance'}`)
      default:
        return t('carpool:record.timeline.departure')
    }
  }
  const detail = (step: Step): string | undefined => {
    const { cutoffAt, carpoolAt, balanceDueAt, remainingAmount } = record
    const by = (at: number) => t('carpool:record.timeline.by', { time: format.dateTime(at) })
    if (step.name === 'departure') return format.dateTime(carpoolAt)
    if (step.state === 'done') return undefined
    if (step.name === 'filled') return by(cutoffAt)
    const amount = stepDetail(record, step, { t, format })
    // Until when is not known before the group completes.
    return remainingAmount === null ? amount : `${amount} · ${by(balanceDueAt)}`
  }
  return (
    <Timeline
      steps={stepsOf(stage, record).map((step) => ({
        state: step.state,
        label: label(step),
        detail: detail(step),
        stateLabel: t(`carpool:record.timeline.state.${step.state}`),
      }))}
    />
  )
}
