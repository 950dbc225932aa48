import { type Seating, Vehicle, type VehicleLook } from './vehicle.tsx'

const SEAT = { width: 13, height: 11, radius: 3 }

/** Where a row of seats is, from the front, and across the car from left to right. */
const FRONT = [{ x: 61, y: 9 }]
const pair = (x: number) => [
  { x, y: 9 },
  { x, y: 32 },
]
const three = (x: number) => [
  { x, y: 6.5 },
  { x, y: 20.5 },
  { x, y: 34.5 },
]

/** The passengers' seats for each number of them; the driver's is drawn with the car. */
const SEATS = [
  [],
  [{ x: 36, y: 20.5 }],
  pair(36),
  three(36),
  [...FRONT, ...three(36)],
  [...FRONT, ...pair(39), ...pair(17)],
] as const

/** A car from above, driving to the right, so the driver of a British car sits below. */
export const Car = ({ max, ...props }: Seating & VehicleLook) => (
  <Vehicle
    seats={SEATS[Math.min(max, SEATS.length - 1)] ?? []}
    size={SEAT}
    length={100}
    body="M16 2h60c14 0 22 10 22 24s-8 24-22 24H16C7 50 2 45 2 37V15C2 7 7 2 16 2z"
    glass="M81 8c5 10 5 26 0 36M9 12c-2 9-2 19 0 28M64 32h7a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3z"
    {...props}
  />
)
