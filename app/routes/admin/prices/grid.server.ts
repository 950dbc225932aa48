import { minorUnitsOf } from '#app/domain/money.ts'
import { PRICE_PENCE } from '#app/domain/offer/limits.ts'
import type { PriceLine } from '#app/domain/offer/prices.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { SentLine } from '#app/services/admin/prices.server.ts'

/** Pence as a field holds them, `38.50`; empty for none. */
const poundsText = (pence: number | null): string =>
  pence === null ? '' : (pence / 100).toFixed(2)

/** A cell of the table by its field's name: `air_lhr.3` is Heathrow's price for three. */
export const cellName = (airportId: string, people: number): string => `${airportId}.${people}`

/**
 * What a form holds: the texts of its cells, what they were when it was opened, and the table's
 * version then.
 */
export type Grid = { texts: Record<string, string>; was: Record<string, string>; version: number }
/** What is wrong with cells, by their names. */
export type GridErrors = Record<string, string>

const namesOf = ({ airportId, prices }: PriceLine): string[] =>
  prices.map((_, at) => cellName(airportId, at + 1))

/** The texts of a table that is shown as it stands. */
export const textsOf = (lines: readonly PriceLine[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap((line) =>
      namesOf(line).map((name, at) => [name, poundsText(line.prices[at] ?? null)]),
    ),
  )

export const gridOf = (lines: readonly PriceLine[], version: number): Grid => {
  const texts = textsOf(lines)
  return { texts, was: texts, version }
}

/**
 * A form's grid. An airport that came while it was open has its cells as they stand, one that went
 * is left out.
 */
export function readGrid(form: FormData, lines: readonly PriceLine[]): Grid {
  const standing = textsOf(lines)
  const read = (prefix: string) =>
    Object.fromEntries(
      Object.entries(standing).map(([name, text]) => [
        name,
        String(form.get(prefix + name) ?? text),
      ]),
    )
  return { texts: read('price.'), was: read('was.'), version: Number(form.get('version')) }
}

/**
 * A grid brought onto a table that somebody else has saved meanwhile: cells that were not touched
 * take what stands now, touched ones keep what was typed. `theirs` is what stands now in the cells
 * that both have changed.
 */
export function bringGridOnto(grid: Grid, lines: readonly PriceLine[], version: number) {
  const standing = textsOf(lines)
  const theirs: Record<string, string> = {}
  const texts: Record<string, string> = {}
  for (const [name, now] of Object.entries(standing)) {
    const typed = grid.texts[name] ?? now
    const was = grid.was[name] ?? now
    const touched = minorUnitsOf(typed) !== minorUnitsOf(was)
    texts[name] = touched ? typed : now
    if (touched && now !== was && minorUnitsOf(typed) !== minorUnitsOf(now)) theirs[name] = now
  }
  return { grid: { texts, was: standing, version }, theirs }
}

/**
 * The lines of a grid as the service takes them, or what is wrong with which cell. An airport whose
 * cells are all empty is left out while it has no prices.
 */
export function checkGrid(
  t: Translate,
  grid: Grid,
  lines: readonly PriceLine[],
): { sent: SentLine[]; errors: GridErrors } {
  const errors: GridErrors = {}
  const sent = lines.flatMap((line) => {
    const typed = namesOf(line).map((name) => ({ name, text: (grid.texts[name] ?? '').trim() }))
    const unpriced = line.prices.every((price) => price === null)
    if (unpriced && typed.every(({ text }) => text === '')) return []
    const prices = typed.map(({ name, text }) => {
      const pence = minorUnitsOf(text)
      const good = pence !== null && pence >= PRICE_PENCE.min && pence <= PRICE_PENCE.max
      if (!good)
        errors[name] = t(text === '' ? 'admin:price.cell.missing' : 'admin:price.cell.invalid')
      return pence ?? 0
    })
    return [{ airportId: line.airportId, prices }]
  })
  return { sent, errors }
}
