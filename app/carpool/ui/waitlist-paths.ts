import type { CarpoolCard } from '#app/carpool/service/carpools.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'

/** The position of a party on a waitlist: `前面还有 2 位`. */
export const aheadText = (t: Translate, ahead: number): string =>
  ahead === 0 ? t('carpool:wait.first') : t('carpool:wait.ahead', { count: ahead })

/** The pages of a carpool for those who are not in it, by its id. */
export const joinPath = (id: string): string => `/carpool/${id}/join`
export const waitPath = (id: string): string => `/carpool/${id}/wait`
type Journey = Pick<CarpoolCard, 'tripType' | 'airportId' | 'carpoolAt'>

function journeyOf(t: Translate, { tripType, airportId, carpoolAt }: Journey): URLSearchParams {
  const [date = '', clock = ''] = formatOf(t).wall(carpoolAt).split('T')
  return new URLSearchParams({ tripType, airportId, date, clock })
}
/** The forms that open a carpool, and leave a wish, filled in with the journey of this one. */
export const anotherPath = (t: Translate, car: Journey): string =>
  `/carpool/create?${journeyOf(t, car)}`
export const wishPath = (t: Translate, car: Journey): string => `/wishes/new?${journeyOf(t, car)}`
