import { londonWall } from '#app/domain/time.ts'
import type { CarpoolCard } from '#app/services/groups/carpools.server.ts'

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

/** The pages of one place in a carpool, by its id. */
export const ridesPath = '/rides'
export const recordPath = (id: string): string => `/carpool/record/${id}`
export const companionsPath = (id: string): string => `${recordPath(id)}/companions`
export const donePath = (id: string): string => `${recordPath(id)}/done`
/** The deposit of a place that is only held; one to be paid again; the balance. */
export const payPath = (id: string): string => `/carpool/pay/${id}`
export const repayPath = (id: string): string => `/carpool/deposit/${id}`
export const balancePath = (id: string): string => `/carpool/balance/${id}`
