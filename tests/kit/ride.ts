import type { Car } from '#app/features/ride/rules/ride-state.ts'
import type { Group } from '#app/group/rules/state.ts'
import { DEPARTURE } from './carpool.ts'

/** A car for everybody in a group, with room for three people and their luggage. */
export const carFor = (plate = 'AB12 CDE', over: Partial<Car> = {}): Omit<Car, 'version'> => ({
  id: 'ride_one',
  vehicle: {
    id: 'veh_one',
    plate,
    make: 'Toyota Prius',
    colour: 'white',
    seats: 4,
    bigCases: 8,
    smallCases: 4,
    licenceNo: 'PHV 1',
    licenceUntil: '2099-12-31',
  },
  driver: {
    id: 'drv_one',
    name: 'Sam Carter',
    phone: '07700900001',
    badgeNo: 'B 1',
    badgeUntil: '2099-12-31',
    languages: 'en, zh',
  },
  meetingPoint: 'T2 Arrivals',
  meetAt: DEPARTURE,
  note: '',
  places: null,
  ...over,
})

/** When a group of either kind leaves. */
export const startOf = (group: Group): number =>
  Number('carpoolAt' in group ? group.carpoolAt : (group as { tripStartAt?: number }).tripStartAt)
