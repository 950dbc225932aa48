import { londonWall } from '#app/domain/time.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { CarpoolCard } from '#app/services/groups/carpools.server.ts'

/** Where a party stands on a waitlist: `前面还有 2 位`. */
export const aheadText = (t: Translate, ahead: number): string =>
  ahead === 0 ? t('carpool:wait.first') : t('carpool:wait.ahead', { count: ahead })

/** The pages of a carpool for those who are not in it, by its id. */
export const joinPath = (id: string): string => `/carpool/${id}/join`
export const waitPath = (id: string): string => `/carpool/${id}/wait`
/** The form that opens a carpool, filled in with the journey of this one. */
export const anotherPath = (car: Pick<CarpoolCard, 'tripType' | 'airportId' | 'carpoolAt'>) =>
  `/carpool/create?${new URLSearchParams({
    tripType: car.tripType,
    airportId: car.airportId,
    departure: londonWall(car.carpoolAt),
  })}`
