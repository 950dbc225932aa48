import { useFormat, useT } from '#app/i18n/context.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { Icon } from '#app/web/ui/icon.tsx'
import { toneText } from '#app/web/ui/tone.ts'
import type { Next } from './next.ts'

/** The part that is shown; bookings other than carpools are shown the same way. */
export type NextStepFacts = Omit<Next, 'stage'>

type NextStepProps = {
  next: NextStepFacts
  now: number
  /** The route and time, for screen reader users who reach the button out of context. */
  about?: { route: string; time: string }
  wide?: boolean
}

/** The state's name, one sentence about the next step, and its button. */
export function NextStep({ next, now, about, wide }: NextStepProps) {
  const t = useT()
  const format = useFormat()
  const { tone, icon, name, text, until, button } = next
  return (
    <div role={wide ? 'status' : undefined} className="flex flex-col gap-2">
      <div
        className={cx(
          'figures flex flex-wrap items-center justify-between gap-x-3',
          toneText[tone],
        )}
      >
        <p className="flex items-center gap-2 font-semibold">
          <Icon of={icon} size={18} />
          <span>{name}</span>
        </p>
        {until !== null && <p className="text-14">{format.remaining(until, now)}</p>}
      </div>
      <p className={wide ? undefined : 'text-14'}>{text}</p>
      {button && (
        <div className="flex">
          <LinkButton
            to={button.to}
            variant={button.quiet ? 'secondary' : 'primary'}
            wide={wide}
            aria-label={
              about && t('account:record.action.about', { action: button.label, ...about })
            }
            // Above the link to the record, which is as large as its ticket in a list.
            className="relative"
          >
            {button.label}
          </LinkButton>
        </div>
      )}
    </div>
  )
}
