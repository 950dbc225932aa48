import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const tests = globSync('tests/rows/*.test.ts', { cwd: root })
const sources = tests.map((file) => readFileSync(path.join(root, file), 'utf8'))

/** Numbers and tables that only administrators see; proved by tests/worker/admin alone. */
const NOT_YET = ['app/console/rows/departures.server.ts', 'app/console/rows/today.server.ts']

test('every module of rows is tested here; types see to each of its functions', () => {
  const tested = sources.flatMap((source) =>
    [...source.matchAll(/from '#(app\/.*\/rows\/.*\.server\.ts)'/g)].map(([, file]) => file),
  )
  expect([...tested, ...NOT_YET].sort()).toEqual(
    globSync('app/**/rows/*.server.ts', { cwd: root }).sort(),
  )
})
