import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { CarpoolCard } from '#app/services/groups/carpools.server.ts'

type Ride = Pick<CarpoolCard, 'tripType' | 'airportName' | 'terminals'>

/** From where to where, with the terminals: `希思罗机场 T5 → 诺丁汉`. */
export const routeOf = (t: Translate, language: Language, ride: Ride): string =>
  t(`carpool:route.${ride.tripType}`, {
    airport: [ride.airportName[language], ride.terminals.join('/')].join(' ').trim(),
  })
