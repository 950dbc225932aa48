import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { referenceStatements } from '../db/seed/reference.ts'
import { root } from './dev-config.ts'
import { run } from './run.ts'

/**
 * `npm run db:migrate` and `npm run db:seed`: bring a database's tables and reference data up to
 * date. Local by default; `-- --remote` for the deployed one.
 */
const [what, ...flags] = process.argv.slice(2)
const remote = flags.includes('--remote')
const where = remote
  ? ['--remote']
  : ['--local', '--persist-to', path.resolve(root, process.env.STATE_DIR ?? '.state')]

if (what === 'migrate') await run('wrangler', ['d1', 'migrations', 'apply', 'DB', ...where])
if (what === 'seed') {
  const folder = mkdtempSync(path.join(tmpdir(), 'seed-'))
  try {
    const file = path.join(folder, 'reference.sql')
    writeFileSync(file, referenceStatements().join('\n'))
    await run('wrangler', ['d1', 'execute', 'DB', ...where, '--file', file])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
