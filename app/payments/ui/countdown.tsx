import { useEffect, useRef, useState } from 'react'
import { useFormat } from '#app/i18n/context.tsx'

/**
 * The milliseconds left until `until`, counted down from the server's `now`. Only the elapsed time
 * is taken from the phone's clock, which may be wrong or in another zone. Ticks once a second with
 * scripts and does not move without: show it only once they run.
 */
export function useTimeLeft(until: number, now: number, onEnd?: () => void): number {
  const [left, setLeft] = useState(Math.max(0, until - now))
  const ended = useRef(onEnd)
  ended.current = onEnd
  useEffect(() => {
    const [ran, read] = [performance.now(), Date.now()]
    // `performance.now` does not advance while a phone sleeps; the system clock can be set back.
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
 * The time left as `14:35`. It is not announced every second: state the end time in words beside
 * it.
 */
export function Countdown({ until, now, onEnd, className }: CountdownProps) {
  const format = useFormat()
  const left = useTimeLeft(until, now, onEnd)
  return (
    <span role="timer" aria-live="off" translate="no" className={`figures ${className ?? ''}`}>
      {format.clock(left)}
    </span>
  )
}
