import { applyD1Migrations } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterAll } from 'vitest'
import { referenceStatements } from '../../db/seed/reference.ts'

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
await env.DB.batch(referenceStatements().map((sql) => env.DB.prepare(sql)))

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
