/** One measurement of one side: its figure, and how many operations failed. */
export type Sample = { value: number; failures: number }

/** What is compared: the product, or a yardstick. */
export type Side = {
  name: string
  /** Does as much as it can for that many seconds; returns its figure in the row's unit. */
  measure(seconds: number): Promise<Sample>
}

/** A row of the table: sides that are measured in turn, and which of them are compared. */
export type Row = {
  id: string
  what: string
  unit: string
  /** Starts whatever the sides need. */
  open(): Promise<{ sides: Side[]; close(): Promise<void> }>
  ratios: Ratio[]
}
/** One side's figure as a fraction of another's; without another, the figure itself. */
export type Ratio = {
  of: string
  against?: string
  /** The target; `atMost` where less is better. */
  reach?: { atLeast: number } | { atMost: number }
}

export type SideResult = {
  name: string
  median: number
  spread: number
  failures: number
  values: number[]
}
export type RatioResult = Ratio & { value: number; worthless: boolean; reached: boolean | null }
export type RowResult = {
  id: string
  what: string
  unit: string
  sides: SideResult[]
  ratios: RatioResult[]
}

/** A row whose figures vary between rounds by more than this says nothing. */
export const SPREAD_MAX = 0.25

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  if (low === undefined || high === undefined) throw new Error('there are no values')
  return (low + high) / 2
}

/** How far apart the rounds are, as a fraction of their median. */
export const spreadOf = (values: number[]): number => {
  const middle = median(values)
  return middle === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / middle
}

type Options = { seconds: number; rounds: number }

/**
 * Measures a row: after a warm-up round, the sides take turns, each round in the opposite
 * direction, so that neither always runs on the machine as the other has left it.
 */
export async function measure(row: Row, { seconds, rounds }: Options): Promise<RowResult> {
  const { sides, close } = await row.open()
  const samples = new Map<string, Sample[]>(sides.map(({ name }) => [name, []]))
  try {
    for (const side of sides) await side.measure(Math.min(seconds, 1))
    for (let round = 0; round < rounds; round++)
      for (const side of round % 2 === 0 ? sides : sides.toReversed())
        samples.get(side.name)?.push(await side.measure(seconds))
  } finally {
    await close()
  }
  const results = sides.map(({ name }) => sideResult(name, samples.get(name) ?? []))
  return {
    id: row.id,
    what: row.what,
    unit: row.unit,
    sides: results,
    ratios: row.ratios.map((ratio) => ratioResult(ratio, results)),
  }
}

function sideResult(name: string, samples: Sample[]): SideResult {
  const values = samples.map(({ value }) => value)
  const failures = samples.reduce((sum, sample) => sum + sample.failures, 0)
  return { name, median: median(values), spread: spreadOf(values), failures, values }
}

function ratioResult(ratio: Ratio, sides: SideResult[]): RatioResult {
  const find = (name: string) => {
    const side = sides.find((one) => one.name === name)
    if (!side) throw new Error(`there is no side called ${name}`)
    return side
  }
  const of = find(ratio.of)
  const against = ratio.against === undefined ? null : find(ratio.against)
  const value = of.median / (against?.median ?? 1)
  const worthless = [of, against ?? of].some(
    ({ spread, failures }) => spread > SPREAD_MAX || failures > 0,
  )
  const { reach } = ratio
  const reached = !reach
    ? null
    : 'atLeast' in reach
      ? value >= reach.atLeast
      : value <= reach.atMost
  return { ...ratio, value, worthless, reached }
}
