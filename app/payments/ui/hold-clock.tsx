import { useFormat, useT } from '#app/i18n/context.tsx'
import { Countdown, useTimeLeft } from './countdown.tsx'
import { useHydrated } from './use-hydrated.ts'
import { useRefresh } from './use-refresh.ts'

const SOON_MS = 2 * 60_000

type HoldClockProps = {
  until: number
  now: number
  busy: boolean
  /** The thing on hold. */
  what?: 'seat' | 'order' | 'trip'
}

/**
 * The clock of a hold, for the head of a dialog: the end time, a countdown, and a warning near the
 * end.
 */
export function HoldClock({ until, now, busy, what = 'seat' }: HoldClockProps) {
  const t = useT()
  const format = useFormat()
  const refresh = useRefresh()
  const ticking = useHydrated()
  // While the bank is being asked the page is not refreshed; a payment made in time keeps its seat.
  const left = useTimeLeft(until, now, () => !busy && refresh())
  return (
    <>
      <p className="figures shrink-0 font-medium text-14 text-accent">
        <span>{t(`pay:hold.${what}.until`, { time: format.time(until) })}</span>
        {/* A stopped clock would be wrong, so it is hidden, but its space is kept. */}
        <span className={ticking ? undefined : 'invisible'}>
          <span>{' · '}</span>
          <span className="for-ears">{t('pay:hold.left')}</span>
          <Countdown until={until} now={now} />
        </span>
      </p>
      {/* Announced to screen readers when it changes: twice in all, not every second. */}
      <p role="status" className="basis-full text-14 text-accent empty:hidden">
        {left === 0 ? t(`pay:hold.${what}.over`) : left <= SOON_MS && t(`pay:hold.${what}.soon`)}
      </p>
    </>
  )
}
