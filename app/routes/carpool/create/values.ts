import type { PartyValues } from '#app/ui/carpool/party-fields.tsx'

/** The create form's values, as the browser sends them. */
export type CreateValues = PartyValues & {
  tripType: string
  airportId: string
  carpoolDatetime: string
  maxPassengers: string
}
