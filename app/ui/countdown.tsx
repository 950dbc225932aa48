import { useEffect, useRef, useState } from 'react'
import { useFormat } from '#app/i18n/context.tsx'

/**
 * The milliseconds left until `until`, counted down from the server's `now`: of the phone's clock,
 * which may be wrong or in another zone, only what has gone by on it. Ticks once a second with
 * scripts, stands still without: show it only once they run.
 */
export function useTimeLeft(until: number, now: number, onEnd?: () => void): number {
  const [left, setLeft] = useState(Math.max(0, until - now))
  const ended = useRef(onEnd)
  ended.current = onEnd
  useEffect(() => {
    const [ran, read] = [performance.now(), Date.now()]
    // The one stands still while a phone sleeps, the other can be set back.
    const goneBy = () => Math.max(performance.now() - ran, Date.now() - read)
    const leftNow = () => Math.max(0, until - now - goneBy())
    setLeft(leftNow())
    if (leftNow() === 0) return
    const timer = setInterval(() => {
      setLeft(leftNow())
      if (leftNow() > 0) return
      clearInterval(timer)
      ended.current?.()
    }, 1000)
    return () => clearInterval(timer)
  }, [until, now])
  return left
}

type CountdownProps = { until: number; now: number; onEnd?: () => void; className?: string }

/**
 * What is left as `14:35`. It is not read out each second: say the time it ends in words beside it.
 */
export function Countdown({ until, now, onEnd, className }: CountdownProps) {
  const format = useFormat()
  const left = useTimeLeft(until, now, onEnd)
  return (
    <span role="timer" aria-live="off" className={`figures ${className ?? ''}`}>
      {format.clock(left)}
    </span>
  )
}
