import { cutPage, type PageOf, readCursor } from '#app/domain/cursor.ts'
import { addDays, type LondonDay, startOfLondonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { listAdmins } from '#db/queries/admins.ts'
import { type AuditFilter, listAudit } from '#db/queries/audit.ts'

export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number]
export type AuditQuery = Omit<AuditFilter, 'from' | 'to' | 'before'> & {
  /** London days, inclusive. */
  from?: LondonDay
  to?: LondonDay
  cursor?: string
}

/** The log of administrators' actions; rows are written together with the changes themselves. */
export function createAdminAudit({ db }: { db: Db }) {
  return {
    /** One page of the log, newest first. An invalid cursor starts at the beginning. */
    async list({ from, to, cursor, limit, ...filter }: AuditQuery): Promise<PageOf<AuditRow>> {
      const rows = await listAudit(db, {
        ...filter,
        ...(from && { from: startOfLondonDay(from) }),
        ...(to && { to: startOfLondonDay(addDays(to, 1)) }),
        before: readCursor(cursor),
        limit: limit + 1,
      })
      return cutPage(rows, limit, (row) => row)
    },
    /** All administrators who may appear in the log. */
    admins: () => listAdmins(db).all(),
  }
}
