import type { MinorUnits } from '#app/kernel/money.ts'

/** Carriers by code (docs/rules.md#postage), in the order used by tables and forms. */
export const CARRIERS = ['SF', 'HKA', 'HKS', 'RM', 'TW', 'MC', 'UPS', 'BPOST'] as const
export type Carrier = (typeof CARRIERS)[number]

/**
 * The destinations of parcels and their carriers (docs/rules.md#postage); the usual destination
 * first.
 */
export const DESTINATIONS = {
  CN: ['SF', 'HKA', 'HKS'],
  HK: ['HKA', 'HKS'],
  MO: ['MC'],
  TW: ['TW'],
  US: ['UPS', 'BPOST'],
  EU: ['RM'],
} as const satisfies Record<string, readonly Carrier[]>
export type Destination = keyof typeof DESTINATIONS
export const destinationOf = (text: unknown): Destination =>
  Object.hasOwn(DESTINATIONS, String(text)) ? (text as Destination) : 'CN'

/** The postage table's field for each carrier's price (docs/rules.md#postage). */
export const PRICE_FIELDS = {
  SF: 'sfExpress',
  HKA: 'hkPostAir',
  HKS: 'hkPostSea',
  RM: 'royalMail',
  TW: 'taiwanPrice',
  MC: 'macauPrice',
  UPS: 'upsUsa',
  BPOST: 'bpostUsa',
} as const satisfies Record<Carrier, string>

/** The price of a parcel of up to `grams`: fen, or null if a carrier does not take that weight. */
export type PostageRow = { id: string; grams: number; prices: Record<Carrier, MinorUnits | null> }

/** The weights a carrier takes, in grams: above `above` (0: any), up to and including `upTo`. */
export type Range = { above: number; upTo: number }

/**
 * price: `amount` fen, charged as a parcel of `grams`. notTaken: this carrier does not take the
 * weight; `takes` is what it does take, null for nothing at all. tooHeavy: no carrier takes it; the
 * table ends at `heaviest` grams.
 */
export type Estimate =
  | { kind: 'price'; grams: number; amount: MinorUnits }
  | { kind: 'notTaken'; takes: Range | null }
  | { kind: 'tooHeavy'; heaviest: number; takes: Range | null }

const byWeight = (rows: readonly PostageRow[]) => [...rows].sort((a, b) => a.grams - b.grams)

/** From the lightest to the heaviest parcel a carrier takes; gaps in between are not shown. */
function rangeOf(sorted: readonly PostageRow[], carrier: Carrier): Range | null {
  const taken = (row: PostageRow) => row.prices[carrier] !== null
  const last = sorted.findLast(taken)
  if (!last) return null
  return { above: sorted[sorted.findIndex(taken) - 1]?.grams ?? 0, upTo: last.grams }
}

/**
 * A carrier's price for a parcel, from rows in any order: the smallest row that covers its weight
 * applies. `grams` must be above 0.
 */
export function estimatePostage(
  rows: readonly PostageRow[],
  grams: number,
  carrier: Carrier,
): Estimate {
  const sorted = byWeight(rows)
  const takes = rangeOf(sorted, carrier)
  const row = sorted.find((row) => row.grams >= grams)
  const heaviest = sorted.at(-1)?.grams
  if (!row)
    return heaviest ? { kind: 'tooHeavy', heaviest, takes } : { kind: 'notTaken', takes: null }
  const amount = row.prices[carrier]
  return amount === null ? { kind: 'notTaken', takes } : { kind: 'price', grams: row.grams, amount }
}

export type Offer = { carrier: Carrier; estimate: Estimate }

/** These carriers' answers for a parcel: cheapest first, those that do not take it last. */
export function compareCarriers(
  rows: readonly PostageRow[],
  grams: number,
  carriers: readonly Carrier[] = CARRIERS,
): Offer[] {
  const cost = ({ estimate }: Offer) =>
    estimate.kind === 'price' ? estimate.amount : Number.MAX_SAFE_INTEGER
  return carriers
    .map((carrier) => ({ carrier, estimate: estimatePostage(rows, grams, carrier) }))
    .sort((a, b) => cost(a) - cost(b))
}

/** No carrier takes more; a higher number means the user typed grams or pounds. */
export const TYPED_GRAMS_MAX = 99_000

/**
 * Grams of a weight in kilograms as people type it: `2.5`, `2,5`, `２．５`, `2。5`, `.5`, `2.5 kg`,
 * down to the gram. Null if it is not a weight, not above 0, or above TYPED_GRAMS_MAX.
 */
export function gramsOf(text: string): number | null {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/\s*(kg|公斤|千克)$/i, '')
  const parts = /^(\d{0,4})(?:[.,。](\d{0,3}))?$/.exec(plain)
  if (!parts) return null
  const [, whole = '', rest = ''] = parts
  const grams = Number(whole) * 1000 + Number(rest.padEnd(3, '0'))
  return grams > 0 && grams <= TYPED_GRAMS_MAX ? grams : null
}
