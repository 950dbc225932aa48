import { readCursor, writeCursor } from '#app/domain/cursor.ts'
import { addDays, type LondonDay, startOfLondonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { listAdmins } from '#db/queries/admins.ts'
import { type AuditFilter, listAudit } from '#db/queries/audit.ts'

export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number]
export type AuditQuery = Omit<AuditFilter, 'from' | 'to' | 'before'> & {
  /** London days, both in. */
  from?: LondonDay
  to?: LondonDay
  cursor?: string
}

/** What administrators did; rows are written with the changes themselves. */
export function createAdminAudit({ db }: { db: Db }) {
  return {
    /** One page of it, the newest first. A cursor that is none starts at the beginning. */
    async list({
      from,
      to,
      cursor,
      limit,
      ...filter
    }: AuditQuery): Promise<{ items: AuditRow[]; nextCursor: string | null }> {
      const rows = await listAudit(db, {
        ...filter,
        ...(from && { from: startOfLondonDay(from) }),
        ...(to && { to: startOfLondonDay(addDays(to, 1)) }),
        before: cursor ? readCursor(cursor) : null,
        limit: limit + 1,
      })
      const items = rows.slice(0, limit)
      const last = rows.length > limit ? items.at(-1) : undefined
      return { items, nextCursor: last ? writeCursor(last) : null }
    },
    /** Everybody who may be named in it. */
    admins: () => listAdmins(db).all(),
  }
}
