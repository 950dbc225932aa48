import { londonDay, londonWall } from '#app/domain/time.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { CarpoolCard } from '#app/services/groups/carpools.server.ts'

/** Where a party stands on a waitlist: `前面还有 2 位`. */
export const aheadText = (t: Translate, ahead: number): string =>
  ahead === 0 ? t('carpool:wait.first') : t('carpool:wait.ahead', { count: ahead })

/** The pages of a carpool for those who are not in it, by its id. */
export const joinPath = (id: string): string => `/carpool/${id}/join`
export const waitPath = (id: string): string => `/carpool/${id}/wait`
type Journey = Pick<CarpoolCard, 'tripType' | 'airportId' | 'carpoolAt'>

const journeyOf = ({ tripType, airportId, carpoolAt }: Journey) =>
  new URLSearchParams({
    tripType,
    airportId,
    date: londonDay(carpoolAt),
    clock: londonWall(carpoolAt).slice(11),
  })
/** The forms that open a carpool, and leave a wish, filled in with the journey of this one. */
export const anotherPath = (car: Journey): string => `/carpool/create?${journeyOf(car)}`
export const wishPath = (car: Journey): string => `/wishes/new?${journeyOf(car)}`
