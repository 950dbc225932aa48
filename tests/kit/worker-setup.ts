import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { referenceStatements } from '../../db/seed/reference.ts'

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
await env.DB.batch(referenceStatements().map((sql) => env.DB.prepare(sql)))
