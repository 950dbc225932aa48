import { applyD1Migrations, type D1Migration, env } from 'cloudflare:test'
import { openDb } from '../../db/db.ts'
import { seedReference } from '../../db/seed/reference.ts'
import type { DevEnv } from '../../workers/dev/runtime.ts'

declare module 'cloudflare:workers' {
  namespace Cloudflare {
    interface Env extends DevEnv {
      TEST_MIGRATIONS: D1Migration[]
    }
  }
}

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
await seedReference(openDb(env.DB))
