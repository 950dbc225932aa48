import { expect, test } from 'vitest'
import { DEPOSIT_PENCE } from '../../app/domain/limits.ts'
import { isLondonDay } from '../../app/domain/time.ts'
import { TERMINALS } from '../../app/schemas/common.server.ts'
import { airportSeeds, specialPeriodSeeds } from './airports.ts'
import { referenceStatements } from './reference.ts'

test('a bigger group is never dearer a person, and nobody pays less than the deposit', () => {
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
test('every terminal is one that the forms know', () => {
  for (const { terminals } of airportSeeds)
    for (const terminal of terminals) expect(TERMINALS).toContain(terminal)
})
test('special periods are days in order and do not overlap', () => {
  const days = specialPeriodSeeds.flatMap(({ fromDay, toDay }) => [fromDay, toDay])
  expect(days.every(isLondonDay)).toBe(true)
  expect([...days].sort()).toEqual(days)
})
test('a quote in a text does not end the statement early', () => {
  for (const statement of referenceStatements()) {
    expect(statement).toMatch(/^INSERT OR IGNORE INTO \w+ /)
    expect((statement.match(/'/g) ?? []).length % 2).toBe(0)
  }
})
