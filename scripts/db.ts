import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { referenceStatements } from '../db/seed/reference.ts'
import { root } from './dev-config.ts'
import { run, runQuietly } from './run.ts'

/**
 * `npm run db:migrate` and `npm run db:seed`: bring a database's tables and reference data up to
 * date; a local seed migrates the tables first. Local by default; `-- --remote` for the deployed
 * one.
 */
const [what, ...flags] = process.argv.slice(2)
const remote = flags.includes('--remote')
const where = remote
  ? ['--remote']
  : ['--local', '--persist-to', path.resolve(root, process.env.STATE_DIR ?? '.state')]

/** For the deployed database wrangler asks for confirmation; the local one needs none. */
const wrangler = (args: string[]) =>
  remote
    ? run('wrangler', [...args, ...where])
    : runQuietly('wrangler', [...args, ...where], { env: { ...process.env, CI: '1' } })

const migrate = () => wrangler(['d1', 'migrations', 'apply', 'DB'])

async function seed(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'seed-'))
  try {
    const file = path.join(folder, 'reference.sql')
    writeFileSync(file, referenceStatements().join('\n'))
    await wrangler(['d1', 'execute', 'DB', '--file', file])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (what === 'migrate' || !remote) await migrate()
if (what === 'seed') await seed()
console.log(what === 'seed' ? 'The reference data is up to date.' : 'The tables are up to date.')
