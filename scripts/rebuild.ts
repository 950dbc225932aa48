import { openDatabase } from './d1.ts'
import { changesBetween, type ReadModel, TABLES } from './rebuild-changes.ts'
import { sweepNow } from './sweep-now.ts'

/**
 * `npm run read-model:rebuild`: makes every carpool and trip rewrite its rows in D1 and lists the
 * rows that changed; exits with code 1 if any did, or if some were not written. Local by default,
 * with the server running (PORT, STATE_DIR); `-- --remote` for the deployed database. It marks the
 * rows as due and older than any version; the sweep, once a minute, then makes their objects write
 * them. Students do not notice; changes that they make meanwhile are listed too.
 */
const remote = process.argv.includes('--remote')
const database = openDatabase({ remote })
const POLL_MS = remote ? 10_000 : 1000
/** The sweep runs every minute: without progress for this long, there will be none. */
const PATIENCE_MS = 5 * 60_000

async function read(): Promise<ReadModel> {
  const model: ReadModel = { groups: [], participants: [] }
  for (const table of TABLES) model[table] = await database.query(`SELECT * FROM ${table}`)
  return model
}
const unwritten = async () =>
  (await database.query('SELECT id FROM groups WHERE version = 0')).map(({ id }) => String(id))

const before = await read()
const places = before.participants.length
console.log(`Rewriting ${before.groups.length} groups and their ${places} places …`)
// Places first: the sweep selects by the groups' rows.
await database.query(
  'UPDATE participants SET version = 0; UPDATE groups SET version = 0, next_due_at = 0',
)
const left = await untilWritten()
const changes = changesBetween(before, await read()).filter(({ id }) => !left.includes(id))
for (const { table, id, columns } of changes)
  console.log(`changed  ${table} ${id}: ${columns.join(', ')}`)
for (const id of left) console.log(`not written  ${id}`)
if (left.length > 0)
  console.log(
    'These have no object, or it did not respond. Is the server running? See docs/operations.md.',
  )
console.log(
  `${changes.length === 0 ? 'No' : changes.length} row${changes.length === 1 ? '' : 's'} changed.`,
)
process.exit(changes.length + left.length > 0 ? 1 : 0)

/**
 * Waits until every group has written its rows. Returns those without rows once there is no more
 * progress.
 */
async function untilWritten(): Promise<string[]> {
  let left = await unwritten()
  let progressAt = Date.now()
  while (left.length > 0 && Date.now() - progressAt < PATIENCE_MS) {
    const swept = !remote && (await sweepNow())
    if (!swept) await new Promise((resume) => setTimeout(resume, POLL_MS))
    const now = await unwritten()
    // Development's sweep answers when it is finished: rows not written by then stay unwritten.
    if (swept && now.length === left.length) return now
    if (now.length < left.length) progressAt = Date.now()
    left = now
  }
  return left
}
