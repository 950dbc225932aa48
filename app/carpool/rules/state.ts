import type { Party as AnyParty, Group, Place } from '#app/group/rules/state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import type { AirportId, CarpoolId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'

export type CarpoolStatus = GroupStatus
export type TripType = 'PICKUP' | 'DROPOFF'

/** The people travelling on one deposit. In a carpool, everyone gives their travel details. */
export type Party = AnyParty & { terminal: string; flightTime: Instant; nLocation: string }

/** A carpool's terms, copied in when it is drafted so that later price changes don't affect it. */
export type Terms = {
  tripType: TripType
  airportId: AirportId
  airportName: { zh: string; en: string }
  airportTerminals: string[]
  /** Pence per person for 1, 2 … 5 people. */
  prices: MinorUnits[]
  maxPassengers: number
  carpoolAt: Instant
}

/** A carpool; docs/carpool.md describes its lifecycle. */
export type CarpoolState = Group<Terms, Party> & { id: CarpoolId }
/** A place in a carpool. */
export type Participant = Place<Party>
