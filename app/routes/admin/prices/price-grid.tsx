import { useLanguage, useT } from '#app/i18n/context.tsx'
import type { Language } from '#app/i18n/languages.ts'
import { Badge } from '#app/ui/badge.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'
import { type GridValues, HiddenGrid } from './hidden-grid.tsx'

export type Line = {
  airportId: string
  name: Record<Language, string>
  active: boolean
  prices: readonly (number | null)[]
}

type PriceGridProps = {
  lines: readonly Line[]
  grid: GridValues
  /** By cell name, such as `air_lhr.3`. */
  errors: Record<string, string>
  /** Values another administrator has just saved in cells that were changed here too. */
  theirs: Record<string, string>
}

/** The element id of a cell's field. */
export const idOf = (name: string) => `price-${name.replace('.', '-')}`

/** A table's prices, one line per airport; on phones the five fields are below its name. */
export function PriceGrid({ lines, grid, errors, theirs }: PriceGridProps) {
  const t = useT()
  const language = useLanguage()
  const cells = lines.flatMap((line) =>
    line.prices.map((_, at) => ({ line, people: at + 1, name: `${line.airportId}.${at + 1}` })),
  )
  const summary = cells.flatMap(({ line, people, name }) => {
    const text = errors[name]
    const where = t('admin:price.where', { airport: line.name[language], count: people })
    return text ? [{ fieldId: idOf(name), text: `${where} · ${text}` }] : []
  })
  return (
    <>
      <ErrorSummary items={summary} />
      <HiddenGrid grid={grid} part="was" />
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {lines.map((line) => (
          <li key={line.airportId}>
            <AirportLine line={line} grid={grid} errors={errors} theirs={theirs} />
          </li>
        ))}
      </ul>
      <div>
        <SubmitButton name="intent" value="preview">
          {t('admin:price.preview')}
        </SubmitButton>
      </div>
    </>
  )
}

function AirportLine({
  line,
  grid,
  errors,
  theirs,
}: Omit<PriceGridProps, 'lines'> & { line: Line }) {
  const t = useT()
  const language = useLanguage()
  const unpriced = line.prices.every((price) => price === null)
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-3 p-4 xs:grid-cols-3 md:grid-cols-[11rem_repeat(5,minmax(0,1fr))]">
      <legend className="for-ears">{line.name[language]}</legend>
      <div
        aria-hidden
        className="col-span-full flex flex-wrap items-center gap-2 md:col-span-1 md:content-center"
      >
        <span className="font-semibold">{line.name[language]}</span>
        {!line.active && <Badge>{t('admin:airport.isClosed')}</Badge>}
        {unpriced && <Badge tone="warn">{t('admin:price.unpriced')}</Badge>}
      </div>
      {line.prices.map((_, at) => {
        const people = at + 1
        const name = `${line.airportId}.${people}`
        const other = theirs[name]
        return (
          <Field
            key={name}
            label={t('admin:price.people', { count: people })}
            errors={errors[name] ? [errors[name]] : []}
            hint={other && t('admin:price.theirs', { price: other })}
            input={{
              id: idOf(name),
              name: `price.${name}`,
              defaultValue: grid.texts[name] ?? '',
              inputMode: 'decimal',
              autoComplete: 'off',
            }}
          />
        )
      })}
    </fieldset>
  )
}
