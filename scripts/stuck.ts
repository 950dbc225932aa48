import { STUCK_AFTER_MS } from '../app/kernel/limits.ts'
import { openDatabase } from './d1.ts'

/**
 * `npm run admin:stuck`: payments that have been undecided for more than an hour, the longest
 * first. Local by default (STATE_DIR); `-- --remote` for the deployed database. The console's page
 * shows more and can retry one; this is for when the console cannot be reached. docs/operations.md
 * explains how to resolve one.
 */
type StuckEffect = {
  kind: string
  participantId: string
  intentId: string | null
  sinceAt: number
  attempts: number
}
type Line = { sinceAt: number; words: (string | null)[] }

const database = openDatabase({ remote: process.argv.includes('--remote') })

const groups = await database.query('SELECT id, stuck FROM groups WHERE stuck_since_at IS NOT NULL')
const ofGroups = groups.flatMap(({ id, stuck }) =>
  (JSON.parse(String(stuck)) as StuckEffect[]).map(
    ({ kind, participantId, intentId, sinceAt, attempts }): Line => ({
      sinceAt,
      words: [kind, String(id), participantId, intentId, `${attempts} attempts`],
    }),
  ),
)

const orders = await database.query(
  `SELECT id, payment, intent_id, due_since_at FROM orders WHERE due_since_at <= ${Date.now() - STUCK_AFTER_MS}`,
)
const ofOrders = orders.map(
  ({ id, payment, intent_id, due_since_at }): Line => ({
    sinceAt: Number(due_since_at),
    words: [
      payment === 'refunding' ? 'refund' : 'giveUp',
      String(id),
      intent_id ? String(intent_id) : null,
    ],
  }),
)

const lines = [...ofGroups, ...ofOrders].sort((a, b) => a.sinceAt - b.sinceAt)
for (const { sinceAt, words } of lines)
  console.log([new Date(sinceAt).toISOString(), ...words.map((word) => word ?? '–')].join('  '))
if (lines.length === 0) console.log('There are no stuck payments.')
