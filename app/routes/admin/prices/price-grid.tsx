import { useLanguage, useT } from '#app/i18n/context.tsx'
import type { Language } from '#app/i18n/languages.ts'
import type { Draft } from '#app/ui/admin/table-editor.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Field } from '#app/ui/field.tsx'

export type Line = {
  airportId: string
  name: Record<Language, string>
  active: boolean
  prices: readonly (number | null)[]
}

/** The element id of a cell's field. */
export const idOf = (name: string) => `price-${name.replace('.', '-')}`

/** Every cell of a table, such as `air_lhr.3`, and what it is called. */
export function useCells(lines: readonly Line[]) {
  const t = useT()
  const language = useLanguage()
  return lines.flatMap(({ airportId, name, prices }) =>
    prices.map((_, at) => ({
      name: `${airportId}.${at + 1}`,
      where: t('admin:price.where', { airport: name[language], count: at + 1 }),
    })),
  )
}

type LineProps = { line: Line; draft: Draft<unknown> }

/** An airport's prices; on phones the five fields are below its name. */
export function AirportLine({ line, draft: { rows, errors } }: LineProps) {
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
        const error = errors[name]
        return (
          <Field
            key={name}
            label={t('admin:price.people', { count: people })}
            errors={error ? [error] : []}
            input={{
              id: idOf(name),
              name: `price.${name}`,
              defaultValue: rows[0]?.[name] ?? '',
              inputMode: 'decimal',
              autoComplete: 'off',
            }}
          />
        )
      })}
    </fieldset>
  )
}
