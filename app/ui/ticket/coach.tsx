import { cx } from '#app/ui/cx.ts'
import { type Seating, Vehicle } from './vehicle.tsx'

type CoachProps = Seating & { height: number; className?: string }

const SEAT = { width: 11, height: 8, radius: 2.5 }
const ACROSS = [5, 15, 29, 39]
const COLUMNS_MIN = 3
const COLUMNS_MAX = 6
const COLUMN = 16

/**
 * A coach from above, for group trips, as long as the trip is large: a seat for each person, or
 * each a share of them where a trip takes more people than a coach has seats. Only a picture: what
 * it shows stands beside it in words.
 */
export function Coach({ taken, max, mine = 0, missing = 0, height, className }: CoachProps) {
  const columns = Math.min(COLUMNS_MAX, Math.max(COLUMNS_MIN, Math.ceil(max / ACROSS.length)))
  const seats = Array.from({ length: columns }, (_, at) => 13 + (columns - 1 - at) * COLUMN)
    .flatMap((x) => ACROSS.map((y) => ({ x, y })))
    .slice(0, max)
  const share = seats.length / max
  // Nobody who is there vanishes.
  const shown = (people: number) => Math.ceil(people * share)
  const length = columns * COLUMN
  const width = length + 34
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} 52`}
      height={height}
      width={Math.round((height * width) / 52)}
      className={cx('vehicle shrink-0', className)}
    >
      <path
        className="body"
        d={`M10 2h${length + 6}c11 0 16 10 16 24s-5 24-16 24H10c-5 0-8-3-8-8V10c0-5 3-8 8-8z`}
      />
      <path className="glass" d={`M${length + 22} 9c4 10 4 24 0 34`} />
      <Vehicle
        seats={seats}
        size={SEAT}
        taken={shown(taken)}
        mine={shown(mine)}
        missing={shown(missing)}
      />
    </svg>
  )
}
