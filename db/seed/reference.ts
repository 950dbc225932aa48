import { CARRIERS, PRICE_FIELDS } from '../../app/domain/order/postage.ts'
import { airportSeeds, specialPeriodSeeds } from './airports.ts'
import { mailDescriptions, moveDescriptions } from './order-descriptions.ts'
import { postageSeeds } from './postage.ts'
import { carpoolDescriptions } from './service-descriptions.ts'
import { tripDescriptions } from './trip-descriptions.ts'

type Value = string | number | null

function quote(value: Value): string {
  if (value === null) return 'NULL'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}

/** What is there already stays: an administrator's change is never undone by seeding again. */
const insert = (table: string, row: Record<string, Value>): string =>
  `INSERT OR IGNORE INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(quote).join(', ')});`

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const descriptionSeeds = {
  carpool: carpoolDescriptions,
  mail: mailDescriptions,
  move: moveDescriptions,
  trip: tripDescriptions,
}

/**
 * SQL statements that fill a database with what the product needs before its first visitor:
 * airports, both price tables, special periods, postage, service descriptions. Saying them again changes nothing.
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
  const descriptions = Object.entries(descriptionSeeds).flatMap(([service, items]) =>
    items.flatMap(({ key, ...texts }, index) =>
      (['zh', 'en'] as const).map((lang) =>
        insert('service_descriptions', {
          id: `${service}_${key}_${lang}`,
          service,
          lang,
          ...texts[lang],
          sort_order: index + 1,
        }),
      ),
    ),
  )
  return [...airports, ...periods, ...postageStatements(), ...descriptions]
}

/** The postage table in grams and fen; the columns are the fields' names in snake case. */
function postageStatements(): string[] {
  return postageSeeds.map(({ kg, ...yuan }) => {
    const grams = Math.round(kg * 1000)
    const prices = CARRIERS.map((carrier) => {
      const price = yuan[carrier]
      return [snakeCase(PRICE_FIELDS[carrier]), price === null ? null : Math.round(price * 100)]
    })
    return insert('postage_prices', { id: `postage_${grams}`, grams, ...Object.fromEntries(prices) })
  })
}
