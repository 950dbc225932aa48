import { cpus, release, totalmem } from 'node:os'
import type { RatioResult, RowResult, SideResult } from './harness.ts'
import { SPREAD_MAX } from './harness.ts'

/** A dash stands for a figure left out of a short run. */
function figure(value: number): string {
  if (Number.isNaN(value)) return '–'
  return value >= 1000 ? Math.round(value).toLocaleString('en-GB') : value.toPrecision(3)
}
const percent = (part: number): string => `${Math.round(part * 100)} %`

/** The machine the figures were measured on. */
export const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  kernel: release(),
  node: process.version,
})

const sideLine = (row: RowResult, side: SideResult) =>
  `| ${row.id} | ${row.what} | ${side.name} | ${figure(side.median)} ${row.unit} | ${percent(side.spread)} | ${side.failures} |`

function ratioLine({ of, against, value, reach, reached, worthless }: RatioResult): string {
  const goal = !reach
    ? ''
    : 'atLeast' in reach
      ? ` (target: at least ${reach.atLeast})`
      : ` (target: at most ${reach.atMost})`
  const verdict =
    reached === null || Number.isNaN(value) ? '' : reached ? ', reached' : ', not reached'
  const doubt = worthless
    ? `; not usable: the spread is over ${percent(SPREAD_MAX)}, or there were failures`
    : ''
  const what = against === undefined ? of : `${of} / ${against}`
  return `  ${what} = ${figure(value)}${goal}${verdict}${doubt}`
}

/** The rows as a readable table, each with its ratios below. */
export function table(rows: RowResult[]): string {
  const head = '| row | what | side | median | spread | failures |\n|---|---|---|---|---|---|'
  const body = rows.map((row) => row.sides.map((side) => sideLine(row, side)).join('\n')).join('\n')
  const ratios = rows
    .flatMap((row) => row.ratios.map((ratio) => `${row.id}${ratioLine(ratio)}`))
    .join('\n')
  return `${head}\n${body}\n\n${ratios}`
}
