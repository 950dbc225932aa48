import type { SVGAttributes } from 'react'
import { Car } from '#app/web/ui/ticket/car.tsx'
import { Coach } from '#app/web/ui/ticket/coach.tsx'
import { type FittedText, fitText, LINE } from './fit-text.ts'
import type { PosterFacts } from './poster-facts.ts'
import { POSTER, POSTER_ID } from './poster-size.ts'

const FONTS =
  'system-ui, -apple-system, "PingFang SC", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif'
/** The light theme's colours (app/styles.css), whatever theme the page has. */
const COLOUR = {
  field: '#0b6b4f',
  foot: '#08543e',
  paper: '#ffffff',
  onField: '#ffffff',
  onFieldAccent: '#f0a06a',
  ink: '#1c2421',
  muted: '#56625d',
  accent: '#b4480f',
}
const SEAT: SVGAttributes<SVGPathElement> = {
  fill: 'none',
  stroke: COLOUR.onField,
  strokeWidth: 1.5,
}
const PAINT = {
  body: { ...SEAT, strokeWidth: 2, strokeOpacity: 0.6, fill: '#ffffff', fillOpacity: 0.12 },
  glass: { ...SEAT, strokeOpacity: 0.45 },
  free: { ...SEAT, strokeOpacity: 0.45 },
  taken: { fill: COLOUR.onField },
  mine: { fill: COLOUR.onFieldAccent },
  missing: { ...SEAT, stroke: COLOUR.onFieldAccent, strokeWidth: 2, strokeDasharray: '3 2' },
}

const MARGIN = 72
const WIDTH = POSTER.width - 2 * MARGIN
/** Top and bottom of the green part's texts, and top of the footer. */
const TOP = 164
const PAPER_TOP = 984
const FOOT_TOP = 1336
const VEHICLE_HEIGHT = 220
const GAP = 44
/** The gap between the lines about money. */
const APART = 10
const QR_SIDE = 280
const BESIDE_QR = WIDTH - QR_SIDE - 40

/** `qr`: the code's modules as an SVG path, `side` modules wide. */
export type PosterProps = { facts: PosterFacts; brand: string; alt: string; qr: Code }
export type Code = { path: string; side: number }

/**
 * The poster as one self-contained picture, without styles or files of its page. It is complete
 * without scripts, and the script draws the same as an image (app/features/share/poster-script.ts).
 */
export function Poster({ facts, brand, alt, qr }: PosterProps) {
  return (
    <svg
      id={POSTER_ID}
      role="img"
      aria-label={alt}
      viewBox={`0 0 ${POSTER.width} ${POSTER.height}`}
      width={POSTER.width}
      height={POSTER.height}
      fontFamily={FONTS}
      className="h-auto w-full rounded-card shadow-card"
    >
      <rect width={POSTER.width} height={POSTER.height} fill={COLOUR.field} />
      <Brand name={brand} />
      <Group facts={facts} />
      <rect y={PAPER_TOP} width={POSTER.width} height={FOOT_TOP - PAPER_TOP} fill={COLOUR.paper} />
      <Money facts={facts} />
      <QrCode {...qr} />
      <rect
        y={FOOT_TOP}
        width={POSTER.width}
        height={POSTER.height - FOOT_TOP}
        fill={COLOUR.foot}
      />
      <Lines
        of={fitText(facts.scan, { width: WIDTH, height: 60, size: 40 })}
        x={POSTER.width / 2}
        y={FOOT_TOP + 27}
        textAnchor="middle"
        fill={COLOUR.onField}
      />
    </svg>
  )
}

/** The logo of app/favicon.svg, and the product's name. */
function Brand({ name }: { name: string }) {
  return (
    <>
      <svg aria-hidden x={MARGIN} y={64} width={84} height={84} viewBox="0 0 32 32">
        <rect width="32" height="32" rx="8" fill={COLOUR.onField} />
        <path
          d="M6 24V15l5.5-4.5L17 15v9M15 24V12l5.5-4.5L26 12v12"
          fill="none"
          stroke={COLOUR.field}
          strokeWidth="2.2"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
      <Lines
        of={{ lines: [name], size: 48 }}
        x={MARGIN + 108}
        y={76}
        fill={COLOUR.onField}
        fontWeight={700}
      />
    </>
  )
}

/** Who is wanted, for what and when, in the middle of the green part. */
function Group({ facts }: { facts: PosterFacts }) {
  const headline = fitText(facts.headline, { width: WIDTH, height: 230, size: 160 })
  const what = fitText(facts.what, { width: WIDTH, height: 164, size: 78 })
  const when = fitText(facts.when, { width: WIDTH, height: 76, size: 58 })
  const vehicle = VEHICLE_HEIGHT + 2 * GAP
  const whole = heightOf(headline) + vehicle + heightOf(what) + heightOf(when)
  const top = TOP + (PAPER_TOP - TOP - whole) / 2
  const below = top + heightOf(headline) + vehicle
  const shown = { x: MARGIN, fill: COLOUR.onField }
  return (
    <>
      <Lines of={headline} {...shown} y={top} fontWeight={800} figures={COLOUR.onFieldAccent} />
      <Drawing facts={facts} y={top + heightOf(headline) + GAP} />
      <Lines of={what} {...shown} y={below} fontWeight={700} />
      <Lines of={when} {...shown} y={below + heightOf(what)} />
    </>
  )
}

function Drawing({ facts: { vehicle }, y }: { facts: PosterFacts; y: number }) {
  const { of, ...seating } = vehicle
  const Drawn = of === 'car' ? Car : Coach
  return <Drawn {...seating} height={VEHICLE_HEIGHT} painted={{ x: MARGIN, y, paint: PAINT }} />
}

/** The price, what happens to the deposit, and by when to join. */
function Money({ facts: { price, promise, deadline } }: { facts: PosterFacts }) {
  const amount = fitText(price.amount, { width: BESIDE_QR, height: 108, size: 88 })
  const promised = fitText(promise, { width: BESIDE_QR, height: 130, size: 34 })
  const until = fitText(deadline, { width: BESIDE_QR, height: 44, size: 34 })
  const priced = heightOf(amount) + APART
  const whole = priced + heightOf(promised) + APART + heightOf(until)
  const top = PAPER_TOP + (FOOT_TOP - PAPER_TOP - whole) / 2
  const below = top + priced
  return (
    <>
      <Lines of={amount} x={MARGIN} y={top} fill={COLOUR.ink} fontWeight={800}>
        <tspan dx={12} fontSize={34} fontWeight={400} fill={COLOUR.muted}>
          {price.note}
        </tspan>
      </Lines>
      <Lines of={promised} x={MARGIN} y={below} fill={COLOUR.ink} />
      <Lines of={until} x={MARGIN} y={below + heightOf(promised) + APART} fill={COLOUR.accent} />
    </>
  )
}

function QrCode({ path, side }: Code) {
  return (
    <svg
      aria-hidden
      x={POSTER.width - MARGIN - QR_SIDE}
      y={PAPER_TOP + (FOOT_TOP - PAPER_TOP - QR_SIDE) / 2}
      width={QR_SIDE}
      height={QR_SIDE}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000000" />
    </svg>
  )
}

const heightOf = ({ lines, size }: FittedText): number => lines.length * size * LINE

type LinesProps = SVGAttributes<SVGTextElement> & {
  of: FittedText
  x: number
  /** The top of the first line. */
  y: number
  /** The colour of highlighted figures. */
  figures?: string
}

/** A text's lines below each other; children follow the last one. */
function Lines({ of: { lines, size }, x, y: top, figures, children, ...props }: LinesProps) {
  const placed = lines.map((line, at) => ({ line, y: top + size * (at * LINE + 1) }))
  return (
    <text fontSize={size} {...props}>
      {placed.map(({ line, y }) => (
        <tspan key={y} x={x} y={y}>
          <Coloured text={line} figures={figures} />
        </tspan>
      ))}
      {children}
    </text>
  )
}

/** A text with its first number in another colour. */
function Coloured({ text, figures }: { text: string; figures: string | undefined }) {
  const [, before, number, after] = (figures && text.match(/^(\D*)(\d+)(.*)$/)) || []
  if (!number) return text
  return (
    <>
      {before}
      <tspan fill={figures}>{number}</tspan>
      {after}
    </>
  )
}
