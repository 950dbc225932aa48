import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { openDb } from '../../db/db.ts'
import { seedReference } from '../../db/seed/reference.ts'

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
await seedReference(openDb(env.DB))
