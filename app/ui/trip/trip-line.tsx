import { useFormat, useT } from '#app/i18n/context.tsx'
import type { TripView } from '#app/services/trips.server.ts'

/** Which trip it is about, within a sentence: its name and when it is; a date is never broken in two. */
export function TripLine({ trip }: { trip: Pick<TripView, 'tripName' | 'tripStartAt' | 'tripEndAt'> }) {
  const t = useT()
  const format = useFormat()
  return (
    <span className="figures">
      <strong className="break-words font-semibold">{trip.tripName}</strong>{' '}
      <span className="text-14 text-muted">
        {t('trip:card.period', {
          start: format.dateTime(trip.tripStartAt),
          end: format.dateTime(trip.tripEndAt),
        })}
      </span>
    </span>
  )
}
