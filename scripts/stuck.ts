import { openDatabase } from './d1.ts'

/**
 * `npm run admin:stuck`: payments that have been undecided for more than an hour, the longest first. Local by
 * default (STATE_DIR); `-- --remote` for the deployed database. docs/operations.md says what to do about one.
 */
type Stuck = {
  kind: string
  participantId: string
  intentId: string | null
  sinceAt: number
  attempts: number
}

const database = openDatabase({ remote: process.argv.includes('--remote') })
const rows = await database.query(
  'SELECT id, stuck FROM carpools WHERE stuck_since_at IS NOT NULL ORDER BY stuck_since_at',
)
for (const { id, stuck } of rows)
  for (const { kind, participantId, intentId, sinceAt, attempts } of JSON.parse(String(stuck)) as Stuck[])
    console.log(
      [new Date(sinceAt).toISOString(), kind, id, participantId, intentId ?? '–', `${attempts} tries`].join(
        '  ',
      ),
    )
if (rows.length === 0) console.log('No payment is stuck.')
