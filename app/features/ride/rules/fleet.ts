import type { DriverId, VehicleId } from '#app/kernel/id.ts'
import type { LondonDay } from '#app/kernel/time.ts'

/** A ride's copy of a vehicle; later changes of the fleet do not change past rides. */
export type Vehicle = {
  id: VehicleId
  plate: string
  make: string
  colour: string
  /** Number of passengers, without the driver. */
  seats: number
  bigCases: number
  smallCases: number
  licenceNo: string
  /** The last London day on which the licence is valid. */
  licenceUntil: LondonDay
}

export type Driver = {
  id: DriverId
  name: string
  phone: string
  badgeNo: string
  /** The last London day on which the badge is valid. */
  badgeUntil: LondonDay
  languages: string
}
