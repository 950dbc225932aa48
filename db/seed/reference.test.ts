import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { isLondonDay } from '#app/kernel/time.ts'
import { CARRIERS } from '#app/orders/rules/postage.ts'
import { TERMINALS } from '#app/schemas/common.server.ts'
import { airportSeeds, specialPeriodSeeds } from './airports.ts'
import { mailDescriptions, moveDescriptions } from './order-descriptions.ts'
import { postageSeeds } from './postage.ts'
import { referenceStatements } from './reference.ts'
import { carpoolDescriptions } from './service-descriptions.ts'
import { tripDescriptions } from './trip-descriptions.ts'

test('a bigger group never costs more per person, and nobody pays less than the deposit', () => {
  for (const { id, normal, special } of airportSeeds)
    for (const row of [normal, special]) {
      expect(
        [...row].sort((a, b) => b - a),
        id,
      ).toEqual(row)
      expect(Math.min(...row) * 100, id).toBeGreaterThanOrEqual(DEPOSIT_PENCE)
    }
})
test('special prices are about a fifth above the normal ones', () => {
  for (const { id, normal, special } of airportSeeds)
    for (const [index, price] of normal.entries())
      expect((special[index] ?? 0) / price, `${id} ${index + 1}`).toBeCloseTo(1.2, 1)
})
test('the forms know every terminal', () => {
  for (const { terminals } of airportSeeds)
    for (const terminal of terminals) expect(TERMINALS).toContain(terminal)
})
test('special periods are in order and do not overlap', () => {
  const days = specialPeriodSeeds.flatMap(({ fromDay, toDay }) => [fromDay, toDay])
  expect(days.every(isLondonDay)).toBe(true)
  expect([...days].sort()).toEqual(days)
})
test('a quote in a text does not end the SQL statement early', () => {
  for (const statement of referenceStatements()) {
    expect(statement).toMatch(/^INSERT (OR IGNORE )?INTO \w+ /)
    expect((statement.match(/'/g) ?? []).length % 2).toBe(0)
  }
})
test('postage rows run from half a kilogram to thirty, each weight once and in order', () => {
  const weights = postageSeeds.map(({ kg }) => kg)
  expect([weights[0], weights.at(-1), new Set(weights).size]).toEqual([0.5, 30, weights.length])
  expect([...weights].sort((a, b) => a - b)).toEqual(weights)
})
test.each(CARRIERS)(
  '%s: a heavier parcel costs more in total and less per kilogram, in whole fen',
  (carrier) => {
    const taken = postageSeeds.flatMap(({ kg, [carrier]: yuan }) =>
      yuan === null ? [] : [{ kg, yuan }],
    )
    for (const [at, { kg, yuan }] of taken.entries()) {
      expect(Number.isInteger(yuan * 100), `${kg} kg`).toBe(true)
      const lighter = taken[at - 1]
      if (!lighter) continue
      expect(yuan, `${kg} kg`).toBeGreaterThan(lighter.yuan)
      expect(yuan / kg, `${kg} kg`).toBeLessThanOrEqual(lighter.yuan / lighter.kg)
    }
  },
)
test.each(CARRIERS)('%s takes every weight between its lightest and its heaviest', (carrier) => {
  const taken = postageSeeds.map((row) => row[carrier] !== null)
  expect(taken.slice(taken.indexOf(true), taken.lastIndexOf(true) + 1)).not.toContain(false)
  expect(taken).toContain(true)
})
test('some carriers do not take some weights, so tables and estimates show both cases', () => {
  for (const carrier of ['RM', 'HKS'] as const)
    expect(postageSeeds.some((row) => row[carrier] === null)).toBe(true)
})
test.each([
  ['carpool', carpoolDescriptions],
  ['mail', mailDescriptions],
  ['move', moveDescriptions],
  ['trip', tripDescriptions],
])('%s: descriptions have their own names, and mention no amount but the deposit', (_, items) => {
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
  for (const { key, zh, en } of items)
    for (const { title, content } of [zh, en]) {
      expect(title.trim() && content.trim(), key).toBeTruthy()
      expect(`${title} ${content}`.replaceAll('£20', ''), key).not.toMatch(
        /[£¥]|\d+ ?(元|镑|pounds|yuan)/,
      )
    }
})
/** A car goes when it is full, at the price of so many seats (docs/rules.md#prices). */
test('no text promises a price for the number of people who happen to come', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const texts = globSync('{locales,db/seed}/**/*.{json,ts}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const)
  const promise =
    /按实际(人数|坐)|人越多|越多人越|(the )?more (people|of you),? the (less|cheaper)|(fuller|fills up),? the (less|cheaper)|depends on how many (travel|come|people)|how many really/i
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.filter(([, text]) => promise.test(text)).map(([file]) => file)).toEqual([])
})
test('no two rows of a table share an id, since the second would be skipped', () => {
  const ids = referenceStatements().flatMap((statement) => {
    const [, table, id] = /INTO (\w+) \(id,.*? SELECT '([^']+)'/.exec(statement) ?? []
    return id ? [`${table} ${id}`] : []
  })
  expect(ids.length).toBeGreaterThan(postageSeeds.length)
  expect(new Set(ids).size).toBe(ids.length)
})

test('only the script that asks for a password creates administrators', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const files = globSync('{app,db,workers,scripts}/**/*.{ts,tsx,sql}', { cwd: root })
  const makes = /insert\(admins\)|insert (?:or \w+ )?into [`"']?admins\b/i
  const makers = files.filter(
    (file) => !/\.test\.ts$/.test(file) && makes.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(makers).toEqual(['scripts/admin-sql.ts'])
})
