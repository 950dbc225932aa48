import { applyD1Migrations } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import type { EvaluatedModules } from 'vite/module-runner'
import { afterAll } from 'vitest'
import { createServices } from '#app/services/context.server.ts'
import { createLog } from '#app/services/platform/log.server.ts'
import { referenceStatements } from '#db/seed/reference.ts'
import { advanceClock, clockOffsetSeconds } from '#workers/dev/clock.ts'
import { devRuntime } from '#workers/dev/runtime.ts'
import { showLogOfFailures } from './worker-log.ts'
import { emptyEverything } from './worker-reset.ts'
import './worker-speed.ts'

// Files share a runtime. Each begins with nothing stored, the system's time and no texts
// remembered; an offer that is remembered shows by its version that it is none of this database's.
await emptyEverything()
await advanceClock(env, -clockOffsetSeconds())
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
await env.DB.batch(referenceStatements().map((sql) => env.DB.prepare(sql)))
createServices(env, devRuntime(env), createLog({})).site.forget()

// What the tests' own modules keep, such as services that have read the prices, is of one file.
declare const __vitest_worker__: { evaluatedModules: EvaluatedModules }
const { evaluatedModules } = __vitest_worker__
for (const module of evaluatedModules.idToModuleMap.values())
  if (module.file.includes('/tests/worker/')) evaluatedModules.invalidateModule(module)

showLogOfFailures()

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
