import { useFormat, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { Timeline } from '#app/ui/carpool/timeline.tsx'
import { type Stage, type Step, stepsOf } from './stage.ts'

/** The record as a timeline. */
export function Progress({ record, stage }: { record: CarpoolRecord; stage: Stage }) {
  const t = useT()
  const format = useFormat()
  // A confirmed seat whose deposit the bank has released.
  const lost = record.seat === 'taken' && record.deposit.status === 'released'
  const label = ({ name, state }: Step): string => {
    const done = state === 'done'
    switch (name) {
      case 'held':
        if (lost) return t('carpool:record.timeline.heldLost')
        return done ? t('carpool:record.timeline.held') : t('carpool:record.timeline.heldPending')
      case 'completed':
        if (record.status === 'FAILED') return t('carpool:record.timeline.notFilled')
        return done
          ? t('carpool:record.timeline.completed')
          : t('carpool:record.timeline.completedPending')
      case 'private':
        return t('carpool:record.timeline.private')
      case 'balance':
        return done
          ? t('carpool:record.timeline.balancePaid')
          : t('carpool:record.timeline.balance')
      case 'departure':
        return done ? t('carpool:record.timeline.departed') : t('carpool:record.timeline.departure')
    }
  }
  const detail = ({ name, state }: Step): string | undefined => {
    if (name === 'departure') return format.dateTime(record.carpoolAt)
    if (state === 'done' || state === 'stopped') return undefined
    if (name === 'completed')
      return t('carpool:record.timeline.by', { time: format.dateTime(record.cutoffAt) })
    // Not known before the group completes.
    if (name === 'balance' && record.remainingAmount !== null)
      return t('carpool:record.timeline.by', { time: format.dateTime(record.balanceDueAt) })
    if (name === 'held' && record.holdExpiresAt !== null)
      return t('carpool:record.timeline.by', { time: format.time(record.holdExpiresAt) })
    return undefined
  }
  const steps = stepsOf(stage, record.private).map(
    (step): Step => (lost && step.name === 'held' ? { ...step, state: 'stopped' } : step),
  )
  return (
    <Timeline
      steps={steps.map((step) => ({
        state: step.state,
        label: label(step),
        detail: detail(step),
        stateLabel: t(`carpool:record.timeline.state.${step.state}`),
      }))}
    />
  )
}
