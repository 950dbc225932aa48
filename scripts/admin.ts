import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadEnvFile } from 'node:process'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { hashPassword } from '../app/account/service/passwords.server.ts'
import { ADMIN_SCOPES, type AdminScope } from '../app/kernel/admin.ts'
import { createSql } from './admin-sql.ts'
import { openDatabase } from './d1.ts'
import { databaseRefusal, TABLES_SQL } from './deploy-plan.ts'
import { root, writeDevVars } from './dev-config.ts'
import { run } from './run.ts'

/**
 * `npm run admin:create`: creates an administrator, or gives an existing one a new password. Asks
 * for phone and password, or takes ADMIN_PHONE and ADMIN_PASSWORD; ADMIN_SCOPES=members,orders
 * allows only those (default: all). ADMIN_NAME is who dispatches, in the record of bookings.
 * Sessions of the old password end. `-- --remote` for the
 * deployed database, whose tables it does not change; PEPPER must then be the deployed worker's
 * secret.
 */
const PASSWORD_CHARACTERS_MIN = 12
const remote = process.argv.includes('--remote')
const stateDir = path.resolve(root, process.env.STATE_DIR ?? '.state')
if (!remote && !process.env.PEPPER) {
  // The first file that sets a variable wins, so .dev.vars comes first, as in `npm start`.
  if (existsSync(path.join(root, '.dev.vars'))) loadEnvFile(path.join(root, '.dev.vars'))
  loadEnvFile(writeDevVars(stateDir))
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

let hidden = false
const output = new Writable({
  write(chunk, _encoding, done) {
    if (!hidden) process.stdout.write(chunk)
    done()
  },
})
const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
// One iterator for both answers: a pipe may deliver both lines at once.
const lines = terminal[Symbol.asyncIterator]()

/** Asks at the terminal, or takes the next line of a pipe. A secret answer is not echoed. */
async function ask(question: string, secret = false): Promise<string> {
  process.stdout.write(question)
  hidden = secret
  const { value } = await lines.next()
  hidden = false
  if (secret) process.stdout.write('\n')
  return value ?? ''
}
const phone = process.env.ADMIN_PHONE ?? (await ask('Phone (07…, 11 digits): '))
const password =
  process.env.ADMIN_PASSWORD ?? (await ask('Password (at least 12 characters): ', true))
terminal.close()
const scopes = process.env.ADMIN_SCOPES?.split(',').map((scope) => scope.trim()) ?? [
  ...ADMIN_SCOPES,
]
const unknown = scopes.filter((scope) => !ADMIN_SCOPES.some((known) => known === scope))
if (unknown.length > 0)
  fail(
    `ADMIN_SCOPES has unknown scopes: ${unknown.join(', ')}. Choose from: ${ADMIN_SCOPES.join(', ')}`,
  )
const pepper =
  process.env.PEPPER ??
  fail('PEPPER is not set. Set it to the deployed worker’s secret and run this again.')
if (!/^07\d{9}$/.test(phone)) fail('The phone must have 11 digits and start with 07.')
if (password.length < PASSWORD_CHARACTERS_MIN)
  fail(`The password must have at least ${PASSWORD_CHARACTERS_MIN} characters.`)

if (remote) {
  const refusal = databaseRefusal(await openDatabase({ remote }).query(TABLES_SQL))
  if (refusal) fail(refusal)
} else await run('node', ['scripts/db.ts', 'migrate'])

const passwordHash = hashPassword(pepper, password)
const statements = createSql(
  { phone, passwordHash, scopes: scopes as AdminScope[], name: process.env.ADMIN_NAME?.trim() },
  Date.now(),
)
const folder = mkdtempSync(path.join(tmpdir(), 'admin-'))
try {
  const file = path.join(folder, 'admin.sql')
  writeFileSync(file, `${statements.join(';\n')};`, { mode: 0o600 })
  const where = remote ? ['--remote'] : ['--local', '--persist-to', stateDir]
  await run('wrangler', ['d1', 'execute', 'DB', ...where, '--file', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  console.log(`Administrator ${phone} can log in now.`)
} finally {
  rmSync(folder, { recursive: true })
}
