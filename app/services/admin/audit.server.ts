import type { AuditAction } from '#app/domain/admin.ts'
import { cutPage, type PageOf, readCursor } from '#app/domain/cursor.ts'
import type { AdminId } from '#app/domain/id.ts'
import { addDays, type Clock, type LondonDay, startOfLondonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { listAdmins } from '#db/queries/admins.ts'
import { type AuditEntry, type AuditFilter, listAudit } from '#db/queries/audit.ts'

export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number]
export type AuditQuery = Omit<AuditFilter, 'from' | 'to' | 'before'> & {
  /** London days, inclusive. */
  from?: LondonDay
  to?: LondonDay
  cursor?: string
}

/**
 * The log entry of what an administrator does now; `more` has what it was and what it became. It is
 * written in the batch of the change that it describes.
 */
export const entryOf = (
  clock: Clock,
  adminId: AdminId,
  action: AuditAction,
  subject: string,
  more: Partial<Pick<AuditEntry, 'id' | 'before' | 'after'>> = {},
) => ({ id: `aud_${crypto.randomUUID()}`, at: clock.now(), adminId, action, subject, ...more })

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
