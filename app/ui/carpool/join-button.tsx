import { useFormat } from '#app/i18n/context.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import type { FormField } from '#app/ui/use-form.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type Asked = Record<'flightTime' | 'terminal' | 'nLocation', FormField>
/** When the flight may be; null if nobody has given one yet. */
type Flight = { window: { from: number; to: number } | null }

/**
 * What disables a join form's button, updated while typing. Without scripts, the server reports it.
 * `asked`: null where no flight is asked for.
 */
export function useJoinProblem(
  fields: Asked,
  asked: Flight | null,
): 'outOfRange' | 'missing' | 'missingAddress' | null {
  const live = useHydrated()
  const format = useFormat()
  if (!live) return null
  const isAddress = fields.nLocation.value.trim() !== ''
  if (!asked) return isAddress ? null : 'missingAddress'
  const { window } = asked
  const { value: flight } = fields.flightTime
  // London wall times in one form can be compared as text.
  if (window && flight && (flight < format.wall(window.from) || flight > format.wall(window.to)))
    return 'outOfRange'
  return flight && fields.terminal.value && isAddress ? null : 'missing'
}

type JoinButtonProps = {
  form: string
  label: string
  busyLabel: string
  /** Why it is disabled, in words. */
  problem: string | null
}

/** The button of a join form, with the reason above it when it is disabled. */
export function JoinButton({ problem, label, ...submit }: JoinButtonProps) {
  return (
    <div className="flex w-full flex-col gap-2">
      <p id="join-problem" role="status" className="text-14 text-muted empty:hidden">
        {problem}
      </p>
      <SubmitButton
        {...submit}
        wide
        disabled={problem !== null}
        aria-describedby={problem ? 'join-problem' : undefined}
      >
        {label}
      </SubmitButton>
    </div>
  )
}
