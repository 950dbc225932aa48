import type { VersionedTable } from '#app/kernel/admin.ts'
import { SERVICES, SITE_PAGES } from '#app/kernel/description.ts'
import type { AirportId } from '#app/kernel/id.ts'
import { CARRIERS, PRICE_FIELDS } from '#app/orders/rules/postage.ts'
import { airportSeeds, specialPeriodSeeds } from './airports.ts'
import { mailDescriptions, moveDescriptions } from './order-descriptions.ts'
import { pageTexts } from './page-texts.ts'
import { postageSeeds } from './postage.ts'
import { carpoolDescriptions } from './service-descriptions.ts'
import { tripDescriptions } from './trip-descriptions.ts'

type Value = string | number | null

function quote(value: Value): string {
  if (value === null) return 'NULL'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}

/**
 * Existing rows stay, and rows that an administrator removed (`unless` its query finds a row) do
 * not come back.
 */
const insert = (table: string, row: Record<string, Value>, unless?: string): string =>
  `INSERT OR IGNORE INTO ${valuesOf(table, row, unless)};`

function valuesOf(table: string, row: Record<string, Value>, unless?: string): string {
  const where = unless ? ` WHERE NOT EXISTS (${unless})` : ''
  const values = Object.values(row).map(quote).join(', ')
  return `${table} (${Object.keys(row).join(', ')}) SELECT ${values}${where}`
}

/**
 * Updates a text to our current version, unless an administrator has saved or accepted its
 * service's.
 */
function writeText(row: Record<string, Value>, name: VersionedTable): string {
  const into = `INSERT INTO ${valuesOf('service_descriptions', row, replaced(name))}`
  const set = 'title = excluded.title, content = excluded.content'
  const isOlder = '(title, content) <> (excluded.title, excluded.content)'
  return `${into} ON CONFLICT (id) DO UPDATE SET ${set} WHERE ${isOlder};`
}

/** Finds whether an administrator has saved or accepted a table; if so, no row is added to it. */
const replaced = (table: VersionedTable) => `SELECT 1 FROM versions WHERE name = ${quote(table)}`
const erased = (airportId: AirportId) =>
  `SELECT 1 FROM audit_log WHERE subject = ${quote(airportId)} AND action = 'airportDeleted'`

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const descriptionSeeds = {
  carpool: carpoolDescriptions,
  mail: mailDescriptions,
  move: moveDescriptions,
  trip: tripDescriptions,
  ...pageTexts,
}

/**
 * SQL statements with everything a database needs before the first visitor: airports, both price
 * tables, special periods, postage, and the texts of services and pages. Running them again only
 * updates texts that are still an older version of ours.
 */
export function referenceStatements(): string[] {
  const airports = airportSeeds.flatMap(
    ({ id, nameZh, nameEn, terminals, normal, special }, index) => [
      insert(
        'airports',
        {
          id,
          name_zh: nameZh,
          name_en: nameEn,
          terminals: JSON.stringify(terminals),
          active: 1,
          sort_order: index + 1,
        },
        erased(id),
      ),
      ...Object.entries({ normal, special }).flatMap(([period, row]) =>
        row.map((pounds, at) =>
          insert(
            'prices',
            { airport_id: id, period, people: at + 1, amount: pounds * 100 },
            replaced(period === 'normal' ? 'normalPrices' : 'specialPrices'),
          ),
        ),
      ),
    ],
  )
  const periods = specialPeriodSeeds.map(({ id, fromDay, toDay, label }) =>
    insert(
      'special_periods',
      { id, from_day: fromDay, to_day: toDay, label },
      replaced('specialPeriods'),
    ),
  )
  const descriptions = [...SERVICES, ...SITE_PAGES].flatMap((service) =>
    descriptionSeeds[service].flatMap(({ key, ...texts }, index) =>
      (['zh', 'en'] as const).map((lang) => {
        const id = `${service}_${key}_${lang}`
        const row = { id, service, lang, ...texts[lang], sort_order: index + 1 }
        return writeText(row, `descriptions:${service}`)
      }),
    ),
  )
  return [...airports, ...periods, ...postageStatements(), ...descriptions]
}

/** The postage table in grams and fen; column names are the fields' names in snake case. */
function postageStatements(): string[] {
  return postageSeeds.map(({ kg, ...yuan }) => {
    const grams = Math.round(kg * 1000)
    const prices = CARRIERS.map((carrier) => {
      const price = yuan[carrier]
      return [snakeCase(PRICE_FIELDS[carrier]), price === null ? null : Math.round(price * 100)]
    })
    const row = { id: `postage_${grams}`, grams, ...Object.fromEntries(prices) }
    return insert('postage_prices', row, replaced('postage'))
  })
}
