import { cx } from '#app/web/ui/cx.ts'
import { Check, Icon, X } from '#app/web/ui/icon.tsx'

export type TimelineStep = {
  label: string
  /** The time, if it is known. */
  detail?: string
  state: 'done' | 'current' | 'upcoming' | 'stopped'
  /** The state in words, for screen readers. */
  stateLabel: string
}

/** The state of a step, by its position and the number of steps done. */
export const stateAt = (at: number, done: number): 'done' | 'current' | 'upcoming' =>
  at < done ? 'done' : at === done ? 'current' : 'upcoming'

const dots: Record<TimelineStep['state'], string> = {
  done: 'border-brand bg-brand text-on-brand',
  current: 'border-brand bg-surface',
  upcoming: 'border-edge bg-surface',
  stopped: 'border-edge bg-ground text-muted',
}

/** The steps done and to come, from top to bottom. */
export function Timeline({ steps }: { steps: TimelineStep[] }) {
  return (
    <ol className="flex flex-col">
      {steps.map(({ label, detail, state, stateLabel }, at) => (
        <li
          key={label}
          aria-current={state === 'current' ? 'step' : undefined}
          className="group flex gap-3"
        >
          <span aria-hidden className="flex flex-col items-center">
            <span
              className={cx(
                'flex size-6 shrink-0 items-center justify-center rounded-full border-2',
                dots[state],
              )}
            >
              {state === 'done' && <Icon of={Check} size={14} />}
              {state === 'stopped' && <Icon of={X} size={14} />}
              {state === 'current' && <span className="size-2 rounded-full bg-brand" />}
            </span>
            {at < steps.length - 1 && (
              <span className={cx('w-0.5 flex-1', state === 'done' ? 'bg-brand' : 'bg-line')} />
            )}
          </span>
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 pb-4 group-last:pb-0">
            <span
              className={cx(
                state === 'current' && 'font-semibold',
                state === 'stopped' && 'text-muted',
              )}
            >
              {label}
            </span>
            <span className="for-ears">{stateLabel}</span>
            {detail && <span className="figures text-14 text-muted">{detail}</span>}
          </div>
        </li>
      ))}
    </ol>
  )
}
