import { env, exports } from 'cloudflare:workers'
import type { EvaluatedModules } from 'vite/module-runner'
import { afterAll, inject } from 'vitest'
import { forgetSiteTexts } from '#app/catalog/service/site-texts.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { createResources } from '#app/server/resources.server.ts'
import { referenceStatements } from '#db/seed/reference.ts'
import { advanceClock, clockOffsetSeconds } from '#workers/dev/clock.ts'
import { devRuntime } from '#workers/dev/runtime.ts'
import { showLogOfFailures } from './worker-log.ts'
import { loadOnDemand } from './worker-modules.ts'
import { emptyEverything } from './worker-reset.ts'
import './worker-speed.ts'

// Files share a runtime. Each starts with empty storage, the system's time (or some hours later)
// and no cached texts; a cached offer's version shows that it is not from this database.
await emptyEverything()
await advanceClock(env, inject('hoursAhead') * 3600 - clockOffsetSeconds())
// In one batch, which takes half as long as `applyD1Migrations`.
const migrations = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries)
await env.DB.batch([...migrations, ...referenceStatements()].map((sql) => env.DB.prepare(sql)))
forgetSiteTexts(createResources(env, devRuntime(env), createLog({})))
await loadOnDemand()

// State in the tests' own modules, such as services that have read the prices, belongs to one file.
declare const __vitest_worker__: { evaluatedModules: EvaluatedModules }
const { evaluatedModules } = __vitest_worker__
for (const module of evaluatedModules.idToModuleMap.values())
  if (module.file.includes('/tests/worker/')) evaluatedModules.invalidateModule(module)

showLogOfFailures()

/**
 * Lets whatever the last test started come to rest: an event that the stand-in is still delivering
 * when the file ends would find no worker, and the run would wait for it forever.
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
