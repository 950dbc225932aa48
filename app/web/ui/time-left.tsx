import { useFormat } from '#app/i18n/context.tsx'

/**
 * Shown after a time: how much is left until it. Both props are in milliseconds. A line may break
 * before it but not inside it, and the dot moves with it.
 */
export function TimeLeft({ until, now }: { until: number; now: number }) {
  const format = useFormat()
  return (
    <>
      {' '}
      <span className="whitespace-nowrap">
        <span>{'· '}</span>
        <span>{format.remaining(until, now)}</span>
      </span>
    </>
  )
}
