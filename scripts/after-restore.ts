import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { standingIn } from './after-restore-export.ts'
import { recoverySql, standingSql } from './after-restore-sql.ts'
import { openDatabase } from './d1.ts'
import { run } from './run.ts'
import { sweepNow } from './sweep-now.ts'

/**
 * `npm run after-restore -- --since 2026-12-01T09:30:00Z [--export before.sql]`, after D1 was
 * restored to that moment (docs/restore.md). Closes and suspends accounts again, as in the export;
 * makes the sweep apply everything that Stripe has recorded since; rewrites the lists; prints
 * payments whose subject is lost, and exits with code 1 if there are any. Safe to repeat. Local by
 * default, with the server running; `--remote` for the deployed database.
 */
const { values } = parseArgs({
  options: {
    since: { type: 'string' },
    export: { type: 'string' },
    remote: { type: 'boolean', default: false },
  },
})
const POLL_MS = values.remote ? 10_000 : 1000
/** The clocks of D1, Stripe and our own may differ by seconds. */
const OVERLAP_MS = 5 * 60_000
/** A D1 statement is limited to 100 kB. */
const STATEMENTS_AT_ONCE = 200

if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(values.since ?? '')) {
  console.error('Say to which moment: --since 2026-12-01T09:30:00Z (UTC).')
  process.exit(1)
}
const since = Date.parse(String(values.since)) - OVERLAP_MS
const database = openDatabase(values)

const standing = values.export ? standingIn(readFileSync(values.export, 'utf8'), since) : []
const statements = standingSql(standing)
for (let from = 0; from < statements.length; from += STATEMENTS_AT_ONCE)
  await database.query(statements.slice(from, from + STATEMENTS_AT_ONCE).join(';\n'))
const closed = standing.filter(({ closedAt }) => closedAt !== null).length
console.log(
  values.export
    ? `${closed} accounts closed again, ${standing.length - closed} suspended or reinstated again.`
    : 'No export: accounts that were closed or suspended since are open again. See docs/restore.md.',
)

const id = `rec_${Date.now()}`
await database.query(recoverySql(id, since))
console.log('Reading what Stripe has recorded since …')
await untilRead()
// It exits with 1 if rows changed, which is expected here.
await run('node', ['scripts/rebuild.ts', ...(values.remote ? ['--remote'] : [])]).catch(() => {})

const lost = await database.query(
  'SELECT intent_id, subject_id, amount, missing FROM lost_payments WHERE settled_at IS NULL ORDER BY found_at',
)
for (const { intent_id, subject_id, amount, missing } of lost)
  console.log(`${missing} missing  ${intent_id}  ${subject_id ?? '–'}  ${amount ?? '–'} pence`)
console.log(
  lost.length === 0
    ? 'Every payment has what it paid for.'
    : `${lost.length} payments are tasks on the console’s first page.`,
)
process.exit(lost.length > 0 ? 1 : 0)

/** Waits for the sweep, which reads one page a minute, or at once in development. */
async function untilRead(): Promise<void> {
  for (let before = -1; ; ) {
    if (values.remote || !(await sweepNow())) await new Promise((go) => setTimeout(go, POLL_MS))
    const [row] = await database.query(`SELECT read, done_at FROM recoveries WHERE id = '${id}'`)
    if (!row) throw new Error('the recovery is gone from the database')
    if (row.done_at !== null) return console.log(`${row.read} events read.`)
    if (row.read !== before) console.log(`${row.read} events read so far …`)
    before = Number(row.read)
  }
}
