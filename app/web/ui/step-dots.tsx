import { useT } from '#app/i18n/context.tsx'
import { cx } from './cx.ts'
import { Check, Icon, X } from './icon.tsx'

/** Done, in progress, not yet, or it did not happen. */
export type StepState = 'done' | 'current' | 'upcoming' | 'stopped'
export type ShownStep = { name: string; state: StepState; label: string; detail: string }

const DOTS: Record<StepState, string> = {
  done: 'border-brand bg-brand text-on-brand',
  current: 'border-accent bg-surface text-accent',
  upcoming: 'border-edge bg-surface',
  stopped: 'border-edge bg-ground text-muted',
}

/** What has happened and what is next, from left to right. */
export function StepDots({ label, steps }: { label: string; steps: ShownStep[] }) {
  const t = useT()
  return (
    <ol aria-label={label} className="figures flex">
      {steps.map(({ name, state, label, detail }) => {
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
              {label}
            </span>
            <span className="for-ears">{t(`carpool:record.timeline.state.${state}`)}</span>
            <span className="break-keep text-13 text-muted">{detail}</span>
          </li>
        )
      })}
    </ol>
  )
}
