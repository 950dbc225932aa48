export type Seating = {
  /** People with a seat, the viewer's party included. */
  taken: number
  max: number
  /** How many of those seats are the viewer's. */
  mine?: number | undefined
  /** Seats that somebody is still wanted for; the other free ones are only outlined. */
  missing?: number | undefined
}

type Point = { x: number; y: number }
type SeatSize = { width: number; height: number; radius: number }
type VehicleProps = Omit<Seating, 'max'> & { seats: readonly Point[]; size: SeatSize }

/**
 * The seats of a car or coach, each kind of seat in one path: taken, the viewer's own, missing, and
 * free. They fill from the front.
 */
export function Vehicle({ seats, size, taken, mine = 0, missing = seats.length }: VehicleProps) {
  const others = Math.max(0, taken - mine)
  const wanted = taken + missing
  const kinds = [
    { kind: 'taken', of: seats.slice(0, others) },
    { kind: 'mine', of: seats.slice(others, taken) },
    { kind: 'missing', of: seats.slice(taken, wanted) },
    { kind: 'free', of: seats.slice(wanted) },
  ]
  return kinds.map(
    ({ kind, of }) =>
      of.length > 0 && (
        <path key={kind} className={kind} d={of.map((at) => outline(at, size)).join('')} />
      ),
  )
}

/** A rectangle with round corners, as part of a path. */
function outline({ x, y }: Point, { width, height, radius: r }: SeatSize): string {
  const [w, h] = [width - 2 * r, height - 2 * r]
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${w}${arc(r, r)}v${h}${arc(-r, r)}h-${w}${arc(-r, -r)}v-${h}${arc(r, -r)}z`
}
