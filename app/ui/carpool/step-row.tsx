import { useFormat, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { cx } from '#app/ui/cx.ts'
import { Check, Icon, X } from '#app/ui/icon.tsx'
import type { Stage } from './stage.ts'
import { stepDetail } from './step-words.ts'
import { type StepState, stepsOf } from './steps.ts'

const DOTS: Record<StepState, string> = {
  done: 'border-brand bg-brand text-on-brand',
  current: 'border-accent bg-surface text-accent',
  upcoming: 'border-edge bg-surface',
  stopped: 'border-edge bg-ground text-muted',
}

/** What has happened to a place and what is next, from left to right. */
export function StepRow({ record, stage }: { record: CarpoolRecord; stage: Stage }) {
  const t = useT()
  const format = useFormat()
  return (
    <ol aria-label={t('ride:steps.label')} className="figures flex">
      {stepsOf(stage, record).map((step) => {
        const { name, state } = step
        const isCurrent = state === 'current'
        return (
          <li
            key={name}
            aria-current={isCurrent ? 'step' : undefined}
            className="flex min-w-0 flex-1 flex-col items-center px-0.5 text-center"
          >
            <span
              aria-hidden
              className={cx(
                'mb-1 flex size-6 items-center justify-center rounded-full border-2',
                DOTS[state],
              )}
            >
              {state === 'done' && <Icon of={Check} size={14} />}
              {state === 'stopped' && <Icon of={X} size={14} />}
              {isCurrent && <span className="size-2 rounded-full bg-current" />}
            </span>
            <span className={cx('text-14', isCurrent ? 'font-semibold' : 'font-medium')}>
              {t(`ride:steps.${name}`)}
            </span>
            <span className="for-ears">{t(`carpool:record.timeline.state.${state}`)}</span>
            <span className="break-keep text-13 text-muted">
              {stepDetail(record, step, { t, format })}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
