import { type Seating, Vehicle, type VehicleLook } from './vehicle.tsx'

const SEAT = { width: 11, height: 8, radius: 2.5 }
const ACROSS = [5, 15, 29, 39]
const COLUMNS_MIN = 3
const COLUMNS_MAX = 6
const COLUMN = 16

/**
 * A coach from above, for group trips, as long as the trip is large: a seat for each person, or
 * each a share of them where a trip takes more people than a coach has seats.
 */
export function Coach({ taken, max, mine = 0, missing = 0, ...shown }: Seating & VehicleLook) {
  const columns = Math.min(COLUMNS_MAX, Math.max(COLUMNS_MIN, Math.ceil(max / ACROSS.length)))
  const seats = Array.from({ length: columns }, (_, at) => 13 + (columns - 1 - at) * COLUMN)
    .flatMap((x) => ACROSS.map((y) => ({ x, y })))
    .slice(0, max)
  // Nobody who is there vanishes.
  const seatsOf = (people: number) => Math.ceil((people * seats.length) / max)
  const cabin = columns * COLUMN
  return (
    <Vehicle
      seats={seats}
      size={SEAT}
      taken={seatsOf(taken)}
      mine={seatsOf(mine)}
      missing={seatsOf(missing)}
      length={cabin + 34}
      body={`M10 2h${cabin + 6}c11 0 16 10 16 24s-5 24-16 24H10c-5 0-8-3-8-8V10c0-5 3-8 8-8z`}
      glass={`M${cabin + 22} 9c4 10 4 24 0 34`}
      {...shown}
    />
  )
}
