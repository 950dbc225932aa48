import type { BatchItem } from 'drizzle-orm/batch'
import type { AuditAction, VersionedTable } from '#app/domain/admin.ts'
import type { AdminId } from '#app/domain/id.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { auditEntry } from '#db/queries/audit.ts'
import { writeVersioned } from '#db/queries/versions.ts'

/** A table that is replaced as a whole, and how often it has been. */
export type Versioned<T> = { table: T; version: number }

type Replace = {
  db: Db
  at: Instant
  adminId: AdminId
  name: VersionedTable
  action: AuditAction
  /** The version the writer has seen, and the current one. */
  seen: number
  standing: number
  /** The audit log entry; null when nothing would change. */
  change: { before: unknown; after: unknown } | null
  writes: BatchItem<'sqlite'>[]
}

/**
 * Replaces a table and records it in the audit log, in one transaction; returns its version. Writes
 * nothing if nothing changes. Fails with versionConflict if another write came after the writer
 * read the table.
 */
export async function replaceTable(replace: Replace): Promise<Result<number>> {
  const { db, at, adminId, name, action, seen, standing, change, writes } = replace
  if (seen !== standing) return fail('versionConflict')
  if (!change) return ok(standing)
  const entry = auditEntry(db, { at, adminId, action, subject: name, ...change })
  const version = await writeVersioned(db, name, seen, [...writes, entry])
  return version === null ? fail('versionConflict') : ok(version)
}
