import type { SVGAttributes } from 'react'
import { cx } from '#app/web/ui/cx.ts'

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
type Part = 'body' | 'glass' | 'taken' | 'mine' | 'missing' | 'free'
/**
 * Colours as attributes, for a picture that must look the same without the page's styles, and where
 * it is in that picture.
 */
type Painted = { x: number; y: number; paint: Record<Part, SVGAttributes<SVGPathElement>> }
/** How tall it is shown, in pixels, and classes of its own. */
export type VehicleLook = { height: number; className?: string; painted?: Painted }
type VehicleProps = Omit<Seating, 'max'> &
  VehicleLook & {
    seats: readonly Point[]
    size: SeatSize
    /** How long it is, where it is 52 wide, and the paths of its body and windows. */
    length: number
    body: string
    glass: string
  }

const WIDTH = 52

/**
 * A vehicle from above, each kind of seat in one path: taken, the viewer's own, missing, and free.
 * They fill from the front. Only a picture: what it shows stands beside it in words.
 */
export function Vehicle(props: VehicleProps) {
  const { seats, size, taken, mine = 0, missing = seats.length, length, height, painted } = props
  const others = Math.max(0, taken - mine)
  const wanted = taken + missing
  const kinds = [
    { kind: 'taken', of: seats.slice(0, others) },
    { kind: 'mine', of: seats.slice(others, taken) },
    { kind: 'missing', of: seats.slice(taken, wanted) },
    { kind: 'free', of: seats.slice(wanted) },
  ] as const
  const drawn = (part: Part) => (painted ? painted.paint[part] : { className: part })
  return (
    <svg
      aria-hidden
      x={painted?.x}
      y={painted?.y}
      viewBox={`0 0 ${length} ${WIDTH}`}
      height={height}
      width={Math.round((height * length) / WIDTH)}
      className={painted ? undefined : cx('vehicle shrink-0', props.className)}
    >
      <path {...drawn('body')} d={props.body} />
      <path {...drawn('glass')} d={props.glass} />
      {kinds.map(
        ({ kind, of }) =>
          of.length > 0 && (
            <path key={kind} {...drawn(kind)} d={of.map((at) => outline(at, size)).join('')} />
          ),
      )}
    </svg>
  )
}

/** A rectangle with round corners, as part of a path. */
function outline({ x, y }: Point, { width, height, radius: r }: SeatSize): string {
  const [w, h] = [width - 2 * r, height - 2 * r]
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${w}${arc(r, r)}v${h}${arc(-r, r)}h-${w}${arc(-r, -r)}v-${h}${arc(r, -r)}z`
}
