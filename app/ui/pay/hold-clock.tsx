import { useFormat, useT } from '#app/i18n/context.tsx'
import { Countdown, useTimeLeft } from '#app/ui/countdown.tsx'
import { Clock, Icon } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useRefresh } from '#app/ui/use-refresh.ts'

const SOON_MS = 2 * 60_000

type HoldClockProps = {
  until: number
  now: number
  busy: boolean
  /** What is being held. */
  what?: 'seat' | 'order' | 'trip'
}

/** How long something is held: the time in words, a countdown, and a warning near the end. */
export function HoldClock({ until, now, busy, what = 'seat' }: HoldClockProps) {
  const t = useT()
  const format = useFormat()
  const refresh = useRefresh()
  const ticking = useHydrated()
  // While the bank is being asked the page is not refreshed; a payment made in time keeps its seat.
  const left = useTimeLeft(until, now, () => !busy && refresh())
  return (
    <div className="flex flex-col gap-1 rounded-card bg-accent-soft px-4 py-3 text-accent">
      <p className="flex items-start gap-2 font-medium">
        <Icon of={Clock} className="mt-0.5" />
        <span className="flex flex-wrap gap-x-2">
          <span>{t(`pay:hold.${what}.until`, { time: format.time(until) })}</span>
          {/* A stopped clock would be wrong, so it is hidden, but its space is kept. */}
          <span className={ticking ? undefined : 'invisible'}>
            {t('pay:hold.left')} <Countdown until={until} now={now} />
          </span>
        </span>
      </p>
      {/* Announced to screen readers when it changes: twice in all, not every second. */}
      <p role="status" className="text-14 empty:hidden">
        {left === 0 ? t(`pay:hold.${what}.over`) : left <= SOON_MS && t(`pay:hold.${what}.soon`)}
      </p>
    </div>
  )
}
