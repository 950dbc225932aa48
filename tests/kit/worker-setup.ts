import { applyD1Migrations } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterAll, beforeEach } from 'vitest'
import { referenceStatements } from '../../db/seed/reference.ts'

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
await env.DB.batch(referenceStatements().map((sql) => env.DB.prepare(sql)))

/**
 * Keeps what is logged, and shows it where a test fails. Left to the runner, a line that an object writes on its own once
 * the last test is over would never get out of the object, and the run would wait for it for ever.
 */
const { log } = console
const lines: unknown[][] = []
for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const)
  console[level] = (...line) => void lines.push(line)
beforeEach(({ onTestFailed }) => {
  lines.length = 0
  onTestFailed(() => {
    for (const line of lines) log(...line)
  })
})

/**
 * Lets what the last test set off come to rest: an event that the stand-in is still delivering when
 * the file ends finds no worker any more, and the run would wait for it for ever.
 */
afterAll(async () => {
  const url = 'http://localhost:8787/__dev'
  const post = (path: string, body: object) =>
    exports.default.fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('/stripe/faults', { kind: 'none' })
  await post('/clock', { advanceSeconds: 0 })
})
