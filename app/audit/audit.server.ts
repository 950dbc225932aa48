import { createHmac } from 'node:crypto'
import type { SQLWrapper } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { listAdmins } from '#app/audit/rows/admins.server.ts'
import {
  type AuditEntry,
  type AuditFilter,
  auditEntry,
  auditListed,
  listAudit,
} from '#app/audit/rows/audit.server.ts'
import type { AuditAction, ViewAction } from '#app/kernel/admin.ts'
import { cutPage, type PageOf, readCursor } from '#app/kernel/cursor.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { addDays, type Clock, type LondonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import { bestEffort } from '#app/platform/best-effort.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number]
export type AuditQuery = Omit<AuditFilter, 'from' | 'to' | 'before'> & {
  /** London days, inclusive. */
  from?: LondonDay
  to?: LondonDay
  cursor?: string
}

/**
 * The log entry of an administrator's action; `more` has the values before and after. It is written
 * in the batch of the change that it describes.
 */
export const entryOf = (
  clock: Clock,
  adminId: AdminId,
  action: AuditAction,
  subject: string,
  more: Partial<Pick<AuditEntry, 'id' | 'before' | 'after'>> = {},
) => ({ id: `aud_${crypto.randomUUID()}`, at: clock.now(), adminId, action, subject, ...more })

/**
 * Records that an administrator opened students' contact details: at most once an hour, however
 * often and by whichever page. If D1 cannot be written, the view goes into the log instead: a
 * travel day must not stop because its pages cannot be recorded.
 */
export async function recordView(
  { db, clock }: Needs<'db' | 'clock'>,
  by: AdminId,
  action: ViewAction,
  subject: string,
): Promise<void> {
  const id = `aud_${by}_${action}_${subject}_${Math.floor(clock.now() / hours(1))}`
  const entry = auditEntry(db, entryOf(clock, by, action, subject, { id }))
  await bestEffort('a view was not recorded', entry, { adminId: by, action, subject })
}

/** A list of people and its filters; `search` is never stored. */
type PeopleList = {
  by: AdminId
  list: 'users' | 'members' | 'mail' | 'move' | 'requests' | 'collection' | 'search'
  filter: Record<string, string | number | boolean | null | undefined>
  search: string
  limit: number
}

/**
 * Reads a list of people and records, in the same round trip, who saw it and how many were in it:
 * once an hour for each list, filter and page. The search text is not recorded, since it may be a
 * name.
 */
export async function readListed<Q extends BatchItem<'sqlite'> & SQLWrapper>(
  { db, clock, config }: Needs<'db' | 'clock' | 'config'>,
  { by, list, filter, search, limit }: PeopleList,
  query: Q,
): Promise<Q['_']['result']> {
  const shown = JSON.stringify([list, filter, search])
  const key = createHmac('sha256', config.pepper).update(`list:${shown}`).digest('base64url')
  const id = `aud_${by}_${list}_${key.slice(0, 22)}_${Math.floor(clock.now() / hours(1))}`
  const after = { ...filter, ...(search && { searched: 1 }) }
  const entry = { ...entryOf(clock, by, 'usersListed', list), id, after }
  const recorded = batchRead(db, auditListed(db, entry, query, limit))
  const [rows] = await Promise.all([
    batchRead(db, query),
    bestEffort('a list was not recorded', recorded, { adminId: by, list }),
  ])
  return rows
}

/** One page of the log, newest first. An invalid cursor starts at the beginning. */
export async function readAudit(
  { db }: Needs<'db'>,
  { from, to, cursor, limit, ...filter }: AuditQuery,
): Promise<PageOf<AuditRow>> {
  const rows = await listAudit(db, {
    ...filter,
    ...(from && { from: startOfLondonDay(from) }),
    ...(to && { to: startOfLondonDay(addDays(to, 1)) }),
    before: readCursor(cursor),
    limit: limit + 1,
  })
  return cutPage(rows, limit, (row) => row)
}

/** All administrators who may appear in the log. */
export const readAdmins = ({ db }: Needs<'db'>) => listAdmins(db).all()
