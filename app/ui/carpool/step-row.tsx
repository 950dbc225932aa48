import { useFormat, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { StepDots } from '#app/ui/step-dots.tsx'
import type { Stage } from './stage.ts'
import { stepDetail } from './step-words.ts'
import { stepsOf } from './steps.ts'

/** What has happened to a place and what is next. */
export function StepRow({ record, stage }: { record: CarpoolRecord; stage: Stage }) {
  const t = useT()
  const format = useFormat()
  const steps = stepsOf(stage, record).map((step) => ({
    ...step,
    label: t(`ride:steps.${step.name}`),
    detail: stepDetail(record, step, { t, format }),
  }))
  return <StepDots label={t('ride:steps.label')} steps={steps} />
}
