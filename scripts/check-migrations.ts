import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './dev-config.ts'
import { runQuietly } from './run.ts'

/** Fails if db/migrations do not produce what db/schema.ts describes. */
const copy = mkdtempSync(path.join(tmpdir(), 'migrations-'))
try {
  cpSync(path.join(root, 'db/migrations'), copy, { recursive: true })
  const before = readdirSync(copy).length
  await runQuietly('drizzle-kit', [
    'generate',
    '--dialect',
    'sqlite',
    '--schema',
    './db/schema.ts',
    '--casing',
    'snake_case',
    '--out',
    path.relative(root, copy),
  ])
  if (readdirSync(copy).length !== before)
    throw new Error(
      'db/schema.ts does not match the migrations: run `npm run db:generate` and commit the result',
    )
} finally {
  rmSync(copy, { recursive: true })
}
