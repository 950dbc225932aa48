import { DatabaseSync } from 'node:sqlite'
import type { Standing } from './after-restore-sql.ts'

/** Reads these accounts from an export (`wrangler d1 export`) taken just before the restore. */
export function standingIn(exported: string, since: number): Standing[] {
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
  try {
    database.exec(exported)
    const rows = database
      .prepare(
        `SELECT id, closed_at, suspended_at, suspended_reason FROM users
         WHERE closed_at >= ?1 OR suspended_at >= ?1
           OR id IN (SELECT subject FROM audit_log WHERE action = 'userReinstated' AND at >= ?1)`,
      )
      .all(since)
    return rows.map((row) => ({
      id: String(row.id),
      closedAt: row.closed_at as number | null,
      suspendedAt: row.suspended_at as number | null,
      reason: row.suspended_reason as string | null,
    }))
  } finally {
    database.close()
  }
}
