import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { run } from '../../../scripts/run.ts'
import { sql } from './database.ts'
import { ADMIN, root, serverOf, template } from './servers.ts'

/**
 * Prepares the state folder that every worker's server starts from: an administrator and the demo
 * data, made as everywhere else, and prices of ordinary days.
 */
const env = { ...process.env, STATE_DIR: template }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

rmSync(template, { recursive: true, force: true })
await run('node', ['scripts/admin.ts'], {
  env: { ...env, ADMIN_PHONE: ADMIN.phone, ADMIN_PASSWORD: ADMIN.password },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const server = spawn('node', ['scripts/start.ts'], {
  cwd: root,
  env: { ...env, PORT: String(serverOf(0).port), SKIP_BUILD: '1', SKIP_MIGRATIONS: '1' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(server, 'exit')
const isUp = await Promise.race([once(server.stdout, 'data'), ended.then(() => false)])
if (!isUp) throw new Error('the server did not start')
server.kill('SIGTERM')
await ended
// The one special period is later than any test goes, whatever day they run. The version marks the
// table as replaced, so that the start of a server does not fill it in again.
sql(
  `delete from special_periods; insert into special_periods (id, from_day, to_day, label)
    values ('period_later', '${inDays(330)}', '${inDays(333)}', 'Later');
    insert into versions (name, version) values ('specialPeriods', 1)`,
  template,
)
