import type { NextStage } from '#app/carpool/ui/next.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { StepDots } from '#app/web/ui/step-dots.tsx'
import type { PlaceRecord } from './place.ts'
import { stepDetail } from './step-words.ts'
import { type StepName, stepsOf } from './steps.ts'

/** A car that went with fewer people was not full. */
const FEWER = { context: 'fewer' }

/** The steps of a place: done, current and next. */
export function StepRow({ place, stage }: { place: PlaceRecord; stage: NextStage }) {
  const t = useT()
  const format = useFormat()
  const labelOf = (name: StepName) =>
    place.kind === 'trip' && (name === 'filled' || name === 'unfilled' || name === 'released')
      ? t(`ride:steps.trip.${name}`)
      : t(`ride:steps.${name}`, place.kind === 'carpool' && place.openedFor > 0 ? FEWER : {})
  const steps = stepsOf(stage, place).map((step) => ({
    ...step,
    label: labelOf(step.name),
    detail: stepDetail(place, step, { t, format }),
  }))
  return <StepDots label={t('ride:steps.label')} steps={steps} />
}
