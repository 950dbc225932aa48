import type { CarpoolCard } from '#app/carpool/service/carpools.server.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'

type Ride = Pick<CarpoolCard, 'tripType' | 'shortName' | 'terminals'>

/** The route, with the names that students use: `Heathrow T5 → Nottingham`. */
export function routeOf(t: Translate, language: Language, ride: Ride): string {
  const { tripType, shortName, terminals } = ride
  const at = terminals.map(formatOf(t).terminal).join('/')
  const airport = `${shortName[language]} ${at}`.trim()
  return t(`carpool:route.${tripType}`, { airport })
}

export function useRoute(ride: Ride): string {
  const [t, language] = [useT(), useLanguage()]
  return routeOf(t, language, ride)
}
