import { cx } from '#app/ui/cx.ts'
import { type Seating, Vehicle } from './vehicle.tsx'

type CarProps = Seating & {
  /** How tall it is shown, in pixels. */
  height: number
  className?: string
}

const WIDTH = 100
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

/**
 * A car from above, whose seats fill as students join; it drives to the right, so the driver of a
 * British car sits below. Only a picture: what it shows always stands beside it in words.
 */
export function Car({ max, height, className, ...seating }: CarProps) {
  const seats = SEATS[Math.min(max, SEATS.length - 1)] ?? []
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} 52`}
      height={height}
      width={Math.round((height * WIDTH) / 52)}
      className={cx('vehicle shrink-0', className)}
    >
      <path
        className="body"
        d="M16 2h60c14 0 22 10 22 24s-8 24-22 24H16C7 50 2 45 2 37V15C2 7 7 2 16 2z"
      />
      <path
        className="glass"
        d="M81 8c5 10 5 26 0 36M9 12c-2 9-2 19 0 28M64 32h7a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3z"
      />
      <Vehicle seats={seats} size={SEAT} {...seating} />
    </svg>
  )
}
