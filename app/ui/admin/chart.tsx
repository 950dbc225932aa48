import { useT } from '#app/i18n/context.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { More } from './more.tsx'

/** One bar: its parts are stacked, the first at the bottom. */
export type Bar = { key: string; label: string; parts: number[] }

type BarChartProps = {
  id: string
  title: string
  /** What the bars show, in a sentence. */
  summary: string
  bars: readonly Bar[]
  /** What each part of a bar counts. */
  series: readonly string[]
  /** What the bars represent: the heading of their column in the table. */
  corner: string
}

const [WIDTH, HEIGHT, GAP, ABOVE] = [300, 96, 6, 14]
const fills = ['fill-brand', 'fill-line']
const swatches = ['bg-brand', 'bg-line']

/**
 * A small bar chart with its numbers above the bars. The picture is decorative; the sentence below
 * its title and the table behind it say the same to everyone.
 */
export function BarChart({ id, title, summary, bars, series, corner }: BarChartProps) {
  const t = useT()
  return (
    <Card as="section" labelledBy={id} className="figures flex flex-col gap-2">
      <h3 id={id} className="font-medium text-16">
        {title}
      </h3>
      <p className="text-14 text-muted">{summary}</p>
      {series.length > 1 && <Legend series={series} />}
      <Bars bars={bars} />
      <p aria-hidden className="flex justify-between text-13 text-muted">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <More label={t('admin:today.table')} about={title}>
        <table className="w-full text-14">
          <thead>
            <tr className="text-muted">
              <th scope="col" className="py-1 text-left font-medium">
                {corner}
              </th>
              {series.map((name) => (
                <th key={name} scope="col" className="py-1 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, label, parts }) => (
              <tr key={key} className="border-line border-t">
                <th scope="row" className="py-1 text-left font-normal">
                  {label}
                </th>
                {parts.map((value, at) => (
                  <td key={series[at]} className="py-1 text-right">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </More>
    </Card>
  )
}

function Legend({ series }: { series: readonly string[] }) {
  return (
    <p aria-hidden className="flex gap-4 text-13 text-muted">
      {series.map((name, at) => (
        <span key={name} className="inline-flex items-center gap-1">
          <span className={cx('size-3 rounded-sm border border-edge', swatches[at])} />
          {name}
        </span>
      ))}
    </p>
  )
}

function Bars({ bars }: { bars: readonly Bar[] }) {
  const sums = bars.map(({ parts }) => sum(parts))
  const unit = HEIGHT / Math.max(1, ...sums)
  const width = WIDTH / Math.max(1, bars.length)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT + ABOVE + 1}`}
      className="h-auto w-full"
      aria-hidden
      focusable="false"
    >
      {bars.map(({ key, parts }, at) => (
        <g key={key} transform={`translate(${at * width + GAP / 2} 0)`}>
          {parts.map((value, part) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar's parts are told apart by their place alone
              key={part}
              y={ABOVE + HEIGHT - sum(parts.slice(0, part + 1)) * unit}
              width={width - GAP}
              height={value * unit}
              className={cx(fills[part], part > 0 && 'stroke-edge')}
            />
          ))}
          <text
            x={(width - GAP) / 2}
            y={ABOVE + HEIGHT - (sums[at] ?? 0) * unit - 3}
            textAnchor="middle"
            className="fill-muted"
            fontSize="10"
          >
            {parts.length > 1 && sums[at] ? `${parts[0]}/${sums[at]}` : sums[at] || ''}
          </text>
        </g>
      ))}
      <line x1="0" x2={WIDTH} y1={HEIGHT + ABOVE} y2={HEIGHT + ABOVE} className="stroke-edge" />
    </svg>
  )
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
