import type { PlaceProgress, PlaceRide } from '#app/features/ride/rules/ride-state.ts'
import { PHONE_SHOWN_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'

/** The car as its passenger sees it. */
export type ShownRide = {
  /** Increases with every change of the car. */
  version: number
  plate: string
  make: string
  colour: string
  driver: string
  /** Null once the ride is long over. */
  phone: string | null
  meetingPoint: string
  meetAt: Instant
  /** Empty if there is nothing more to say. */
  note: string
  /** The driver's reports; null: none, or the ride is long over. */
  progress: PlaceProgress | null
}

/**
 * The car of a place as its owner sees it at `now`: without licence numbers, and with the phone
 * only for a time.
 */
export function shownRide(
  ride: PlaceRide | null,
  departureAt: Instant,
  now: Instant,
): ShownRide | null {
  if (!ride) return null
  const { version, vehicle, driver, meetingPoint, meetAt, note, progress = null } = ride
  const isRecent = now < departureAt + PHONE_SHOWN_MS
  return {
    version,
    plate: vehicle.plate,
    make: vehicle.make,
    colour: vehicle.colour,
    driver: driver.name,
    phone: isRecent ? driver.phone : null,
    meetingPoint,
    meetAt,
    note,
    progress: isRecent ? progress : null,
  }
}
