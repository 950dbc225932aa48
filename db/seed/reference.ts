import { airportSeeds, specialPeriodSeeds } from './airports.ts'
import { carpoolDescriptions } from './service-descriptions.ts'

type Value = string | number

const quote = (value: Value): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

/** What is there already stays: an administrator's change is never undone by seeding again. */
const insert = (table: string, row: Record<string, Value>): string =>
  `INSERT OR IGNORE INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(quote).join(', ')});`

/**
 * SQL statements that fill a database with what the product needs before its first visitor:
 * airports, both price tables, special periods, service descriptions. Saying them again changes nothing.
 */
export function referenceStatements(): string[] {
  const airports = airportSeeds.flatMap(({ id, nameZh, nameEn, terminals, normal, special }, index) => [
    insert('airports', {
      id,
      name_zh: nameZh,
      name_en: nameEn,
      terminals: JSON.stringify(terminals),
      active: 1,
      sort_order: index + 1,
    }),
    ...Object.entries({ normal, special }).flatMap(([period, row]) =>
      row.map((pounds, at) =>
        insert('prices', { airport_id: id, period, people: at + 1, amount: pounds * 100 }),
      ),
    ),
  ])
  const periods = specialPeriodSeeds.map(({ id, fromDay, toDay, label }) =>
    insert('special_periods', { id, from_day: fromDay, to_day: toDay, label }),
  )
  const descriptions = carpoolDescriptions.flatMap(({ key, ...texts }, index) =>
    (['zh', 'en'] as const).map((lang) =>
      insert('service_descriptions', {
        id: `carpool_${key}_${lang}`,
        service: 'carpool',
        lang,
        ...texts[lang],
        sort_order: index + 1,
      }),
    ),
  )
  return [...airports, ...periods, ...descriptions]
}
