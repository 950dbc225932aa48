import { useT } from '#app/i18n/context.tsx'
import type { TripView } from '#app/trip/service/trips.server.ts'
import { cx } from '#app/web/ui/cx.ts'
import { Coach } from '#app/web/ui/ticket/coach.tsx'

type PeopleProps = {
  trip: Pick<TripView, 'currentPassengers' | 'maxPassengers' | 'minPassengers' | 'neededPassengers'>
  /** Whether others can still join; then the number still needed is shown. */
  open: boolean
  /** Number of people in the viewer's party. */
  mine?: number | undefined
}

/** Height of the coach in a list. */
const COACH_PX = 38

/**
 * The number of people who have joined: as a coach that fills, and in words with the number still
 * needed.
 */
export function People({ trip, open, mine }: PeopleProps) {
  const t = useT()
  const { currentPassengers: taken, maxPassengers: max, neededPassengers: needed } = trip
  return (
    <div className="flex items-center gap-3">
      <Coach
        taken={taken}
        max={max}
        mine={mine}
        missing={open ? needed : 0}
        height={COACH_PX}
        className="max-w-[45%]"
      />
      <p data-say className="figures min-w-0 text-14">
        <span>{t('trip:card.taken', { taken, max })}</span>
        {open && (
          <strong className={cx('block font-semibold', needed > 0 ? 'text-accent' : 'text-ok')}>
            {needed > 0 ? t('trip:card.needed', { count: needed }) : t('trip:card.enough')}
          </strong>
        )}
      </p>
    </div>
  )
}
