import { useT } from '#app/i18n/context.tsx'
import type { TripView } from '#app/services/groups/trips.server.ts'
import { cx } from '#app/ui/cx.ts'

type PeopleProps = {
  trip: Pick<TripView, 'currentPassengers' | 'maxPassengers' | 'minPassengers' | 'neededPassengers'>
  /** Whether others can still join, so that the number still needed is shown. */
  open: boolean
}

/** Above this number, a bar replaces the dots. */
const DOTS_MAX = 12

/**
 * How many of the possible people have joined, as dots or a bar, and in words together with how
 * many are still needed.
 */
export function People({ trip, open }: PeopleProps) {
  const t = useT()
  const { currentPassengers: taken, maxPassengers: max, neededPassengers: needed } = trip
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {max <= DOTS_MAX ? <Dots taken={taken} max={max} /> : <Bar taken={taken} max={max} />}
      <span className="figures text-14">
        {t('trip:card.taken', { taken, max })}
        {open && (
          <strong className={cx('ml-2 font-medium', needed > 0 ? 'text-accent' : 'text-ok')}>
            {needed > 0 ? t('trip:card.needed', { count: needed }) : t('trip:card.enough')}
          </strong>
        )}
      </span>
    </div>
  )
}

function Dots({ taken, max }: { taken: number; max: number }) {
  return (
    <span aria-hidden className="flex flex-wrap gap-1">
      {Array.from({ length: max }, (_, at) => at).map((at) => (
        <span
          key={at}
          className={cx(
            'size-3 rounded-full border-2',
            at < taken ? 'border-brand bg-brand' : 'border-edge',
          )}
        />
      ))}
    </span>
  )
}

function Bar({ taken, max }: { taken: number; max: number }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="h-2 w-full rounded-full bg-line"
    >
      <rect width={Math.min(100, (100 * taken) / max)} height="8" className="fill-brand" />
    </svg>
  )
}
