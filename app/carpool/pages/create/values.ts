import type { PartyValues } from '#app/carpool/ui/party-values.ts'
import type { FewerValues } from '#app/features/fewer/ui/fewer-tick.tsx'

/** The create form's values, as the browser sends them. */
export type CreateValues = PartyValues &
  FewerValues & {
    tripType: string
    airportId: string
    carpoolDatetime: string
    maxPassengers: string
    /** The car's time as last proposed by the form itself. */
    proposed: string
  }

/** The basis of a price in the form: the airport, the day and the size of the car. */
export const pricedOf = (airportId: string, carpoolDatetime = '', maxPassengers = 0): string =>
  [airportId, carpoolDatetime.slice(0, 10), maxPassengers].join('/')
