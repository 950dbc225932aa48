import { useFormat } from '#app/i18n/context.tsx'
import type { TripView } from '#app/trip/service/trips.server.ts'

type When = Pick<TripView, 'tripStartAt' | 'tripEndAt'>

/** When a trip starts and ends: `start` with its day, `end` with its day only if it differs. */
function usePeriod({ tripStartAt, tripEndAt }: When): { start: string; end: string } {
  const format = useFormat()
  const oneDay = format.wall(tripStartAt).slice(0, 10) === format.wall(tripEndAt).slice(0, 10)
  return {
    start: format.dateTime(tripStartAt),
    end: oneDay ? format.time(tripEndAt) : format.dateTime(tripEndAt),
  }
}

/** The same in one line; a date is never split across lines. */
export function Period({ trip }: { trip: When }) {
  const { start, end } = usePeriod(trip)
  return (
    <>
      <span className="whitespace-nowrap">{`${start} –`}</span>{' '}
      <span className="whitespace-nowrap">{end}</span>
    </>
  )
}

/** The trip's name and period, for use within a sentence. */
export function TripLine({ trip }: { trip: When & Pick<TripView, 'tripName'> }) {
  return (
    <span className="figures">
      <strong className="break-words font-semibold">{trip.tripName}</strong>{' '}
      <span className="text-14 text-muted">
        <Period trip={trip} />
      </span>
    </span>
  )
}
