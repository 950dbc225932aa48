import { useFormat } from '#app/i18n/context.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import type { FormField } from '#app/ui/use-form.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type Asked = Record<'flightTime' | 'terminal' | 'nLocation', FormField>
/** When the flight may be; null if nobody has given one yet. */
type Window = { from: number; to: number } | null

/**
 * What disables a join form's button, updated while typing. Without scripts, the server reports it.
 */
export function useJoinProblem(fields: Asked, window: Window): 'outOfRange' | 'missing' | null {
  const live = useHydrated()
  const format = useFormat()
  if (!live) return null
  const { value: flight } = fields.flightTime
  // London wall times in one form can be compared as text.
  if (window && flight && (flight < format.wall(window.from) || flight > format.wall(window.to)))
    return 'outOfRange'
  return flight && fields.terminal.value && fields.nLocation.value.trim() ? null : 'missing'
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
