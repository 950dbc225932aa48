import type { CarpoolState, Participant } from '#app/carpool/rules/state.ts'
import { type Car, carOf, hasRide, meetsAt } from '#app/features/ride/rules/ride-state.ts'
import type { BookingEnd, BookingRow } from '#app/group/rows/bookings.server.ts'
import type { Group, Place } from '#app/group/rules/state.ts'
import type { TripState } from '#app/trip/rules/state.ts'

/** The journey as a licensing officer reads it. */
type Journey = Pick<BookingRow, 'pickUp' | 'destination'>

/**
 * The booking record of a place: its ride, or the end of it; null: neither. A place refunded after
 * its ride was over keeps its record.
 */
function bookingOf(
  state: Group,
  p: Place,
  version: number,
  journey: (car: Car) => Journey,
): BookingRow | BookingEnd | null {
  if (!hasRide(state) || p.leaving === 'refunded') return null
  const car = carOf(state, p)
  if (!car) return { id: p.id, version, state: endOf(p) }
  return {
    id: p.id,
    groupId: state.id,
    userId: p.userId,
    version,
    people: p.party.people,
    bookedAt: p.heldAt,
    consentAt: p.consent?.at ?? null,
    consentVersion: p.consent?.version ?? null,
    pickUpAt: meetsAt(car, p),
    ...journey(car),
    driver: car.driver.name,
    badgeNo: car.driver.badgeNo,
    plate: car.vehicle.plate,
    licenceNo: car.vehicle.licenceNo,
    dispatchedBy: car.by ?? null,
    dispatchedAt: car.at ?? null,
    state: 'booked',
  }
}

function endOf({ seat, leaving }: Place): BookingEnd['state'] {
  if (seat === 'taken') return 'unassigned'
  return leaving === 'moved' ? 'moved' : 'left'
}

export const carpoolBookingOf = (state: CarpoolState, p: Participant, version: number) =>
  bookingOf(state, p, version, ({ meetingPoint }) => {
    const airport = `${state.airportName.en} ${p.party.terminal}`
    return state.tripType === 'PICKUP'
      ? { pickUp: `${airport}: ${meetingPoint}`, destination: p.party.nLocation }
      : { pickUp: `${meetingPoint} (${p.party.nLocation})`, destination: airport }
  })

/** A trip's destination is in its name. */
export const tripBookingOf = (state: TripState, p: Place, version: number) =>
  bookingOf(state, p, version, ({ meetingPoint }) => ({
    pickUp: meetingPoint,
    destination: state.tripName,
  }))
