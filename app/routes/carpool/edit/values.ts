import type { Party } from '#app/domain/carpool/state.ts'
import { type LuggageKind, luggageValues } from '#app/domain/luggage.ts'

/** The values of the form, as the browser sends them. */
export type InfoValues = Record<'nLocation' | 'flightNumber' | 'flightTime' | LuggageKind, string>
export type Info = Pick<Party, keyof InfoValues>

/** Travel details as form values; `wall` converts an instant to London wall time. */
export const infoValues = (info: Info, wall: (at: number) => string): InfoValues => ({
  nLocation: info.nLocation,
  flightNumber: info.flightNumber ?? '',
  flightTime: wall(info.flightTime),
  ...luggageValues(info),
})
