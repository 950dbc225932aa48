import { useFormat } from '#app/i18n/context.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import type { FormField } from '#app/ui/use-form.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type Asked = Record<'flightTime' | 'terminal' | 'nLocation', FormField>
/** When the flight may be; null: nobody has said one yet. */
type Window = { from: number; to: number } | null

/**
 * What keeps a join form's button off, told as it is typed. Without scripts the server tells it.
 */
export function useJoinProblem(fields: Asked, window: Window): 'outOfRange' | 'missing' | null {
  const live = useHydrated()
  const format = useFormat()
  if (!live) return null
  const { value: flight } = fields.flightTime
  // London wall times of one form compare as text.
  if (window && flight && (flight < format.wall(window.from) || flight > format.wall(window.to)))
    return 'outOfRange'
  return flight && fields.terminal.value && fields.nLocation.value.trim() ? null : 'missing'
}

type JoinButtonProps = {
  form: string
  label: string
  busyLabel: string
  /** What keeps it off, in words. */
  problem: string | null
}

/** The button of a join form, and above it what keeps it off. */
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
