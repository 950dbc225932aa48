import { CLOSED } from '../app/account/rows/closing.server.ts'

/**
 * The statements of `after-restore`. Ids are letters, digits and underscores; quotes in the one
 * text that somebody typed are doubled.
 */

/** An account's state before the restore, if it was closed, suspended or reinstated since. */
export type Standing = {
  id: string
  closedAt: number | null
  suspendedAt: number | null
  reason: string | null
}

/**
 * Closes, suspends and reinstates accounts again. A closed account cannot log in from then on; the
 * sweep erases the rest, as for any closing.
 */
export const standingSql = (accounts: readonly Standing[]): string[] =>
  accounts.flatMap(({ id, closedAt, suspendedAt, reason }) => [
    closedAt === null
      ? `UPDATE users SET suspended_at = ${suspendedAt}, suspended_reason = ${quoted(reason)} WHERE id = '${id}' AND closed_at IS NULL`
      : `UPDATE users SET closed_at = ${closedAt}, phone = '${CLOSED}' || id WHERE id = '${id}' AND closed_at IS NULL`,
    ...(closedAt === null && suspendedAt === null
      ? []
      : [`DELETE FROM sessions WHERE user_id = '${id}'`]),
  ])

const quoted = (text: string | null) => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`)

/** Makes the sweep read what Stripe has recorded since then. */
export const recoverySql = (id: string, since: number): string =>
  `INSERT INTO recoveries (id, since_at) VALUES ('${id}', ${since})`
