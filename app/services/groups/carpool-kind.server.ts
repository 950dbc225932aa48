import { rules } from '#app/domain/carpool/rules.ts'
import type { CarpoolState } from '#app/domain/carpool/state.ts'
import type { PlaceKind } from './place-kind.server.ts'

/** What is specific to carpools when their places are paid. */
export const carpoolPlaces: PlaceKind<CarpoolState> = {
  rules,
  named: ({ id }) => ({ carpoolId: id }),
  pointsParams: ({ airportName: { zh, en }, carpoolAt }) => ({
    airportZh: zh,
    airportEn: en,
    carpoolAt,
  }),
}
