import { minorUnitsOf } from '#app/domain/money.ts'
import { PRICE_PENCE } from '#app/domain/pricing/limits.ts'
import type { PriceLine } from '#app/domain/pricing/prices.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { SentLine } from '#app/services/admin/prices.server.ts'
import type { Texts } from '#app/ui/admin/table-editor.tsx'

/** Pence as a field holds them, `38.50`; empty for null. */
const poundsText = (pence: number | null): string =>
  pence === null ? '' : (pence / 100).toFixed(2)

/** The field name of a cell: `air_lhr.3` is Heathrow's price for three. */
const cellName = (airportId: string, people: number): string => `${airportId}.${people}`

const namesOf = ({ airportId, prices }: PriceLine): string[] =>
  prices.map((_, at) => cellName(airportId, at + 1))

/** The cell texts of the current table. */
export const textsOf = (lines: readonly PriceLine[]): Texts =>
  Object.fromEntries(
    lines.flatMap((line) =>
      namesOf(line).map((name, at) => [name, poundsText(line.prices[at] ?? null)]),
    ),
  )

/**
 * The grid of a posted form. An airport added while it was open gets its current cells; a removed
 * one is left out.
 */
export const readGrid = (form: FormData, lines: readonly PriceLine[]): Texts =>
  Object.fromEntries(
    Object.entries(textsOf(lines)).map(([name, text]) => [
      name,
      String(form.get(`price.${name}`) ?? text),
    ]),
  )

/**
 * The grid's lines as the service takes them, or what is wrong with which cell. An airport without
 * prices is left out as long as its cells are all empty.
 */
export function checkGrid(
  t: Translate,
  texts: Texts,
  lines: readonly PriceLine[],
): { sent: SentLine[]; errors: Texts } {
  const saved = textsOf(lines)
  const errors: Texts = {}
  const sent = lines.flatMap((line) => {
    const typed = namesOf(line).map((name) => ({ name, text: (texts[name] ?? '').trim() }))
    const unpriced = line.prices.every((price) => price === null)
    if (unpriced && typed.every(({ text }) => text === '')) return []
    const prices = typed.map(({ name, text }) => {
      const pence = minorUnitsOf(text)
      const good = pence !== null && pence >= PRICE_PENCE.min && pence <= PRICE_PENCE.max
      if (!good)
        errors[name] = text === '' ? missing(t, saved[name]) : t('admin:price.cell.invalid')
      return pence ?? 0
    })
    return [{ airportId: line.airportId, prices }]
  })
  return { sent, errors }
}

/** Somebody else may have saved a price where this form never had one. */
const missing = (t: Translate, price: string | undefined): string =>
  price ? t('admin:price.cell.emptied', { price }) : t('admin:price.cell.missing')
