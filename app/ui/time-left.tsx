import { useFormat } from '#app/i18n/context.tsx'

/**
 * After a time: how much is left until it, both in milliseconds. A line may break before it, not in
 * it, and the dot goes along.
 */
export function TimeLeft({ until, now }: { until: number; now: number }) {
  const format = useFormat()
  return (
    <>
      {' '}
      <span className="whitespace-nowrap">· {format.remaining(until, now)}</span>
    </>
  )
}
