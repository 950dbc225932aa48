import { useT } from '#app/i18n/context.tsx'
import type { BareTrip } from '#app/services/groups/trip-views.server.ts'
import { PICTURE_PX, Subject } from '#app/ui/pay/subject.tsx'
import { Coach } from '#app/ui/ticket/coach.tsx'
import { Period } from './trip-line.tsx'

type PaidTripProps = { trip: BareTrip; people: number }

/** Which places on which trip a payment is for. */
export function PaidTrip({ trip, people }: PaidTripProps) {
  const t = useT()
  const { currentPassengers: taken, maxPassengers: max, neededPassengers: missing } = trip
  const mine = Math.min(people, taken)
  return (
    <Subject
      picture={<Coach taken={taken} max={max} mine={mine} missing={missing} height={PICTURE_PX} />}
      title={trip.tripName}
    >
      <Period trip={trip} /> <span>{`· ${t('carpool:form.peopleOption', { count: people })}`}</span>
    </Subject>
  )
}
