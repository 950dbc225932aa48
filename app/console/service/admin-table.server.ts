import type { BatchItem } from 'drizzle-orm/batch'
import { entryOf } from '#app/audit/audit.server.ts'
import { auditEntry } from '#app/audit/rows/audit.server.ts'
import { type AmountChange, isLeap } from '#app/catalog/rules/pricing/leaps.ts'
import { writeVersioned } from '#app/console/rows/versions.server.ts'
import type { AuditAction, VersionedTable } from '#app/kernel/admin.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Needs } from '#app/platform/resources.server.ts'

/** A table that is replaced as a whole, and its number of replacements. */
export type Versioned<T> = { table: T; version: number }

/**
 * The definition of one table. `T`: the table as administrators see it. `Wanted`: its replacement
 * as sent.
 */
type Parts<T, Wanted> = {
  name: VersionedTable
  action: AuditAction
  read: () => Promise<Versioned<T>>
  /** The table after its replacement by `wanted`; validationFailed if that is impossible. */
  next: (wanted: Wanted, before: T) => Result<T>
  /** The differences, for the audit log; null if there are none. */
  changes: (before: T, after: T) => { before: unknown; after: unknown } | null
  writes: (before: T, after: T, wanted: Wanted) => BatchItem<'sqlite'>[]
  /** The amounts that differ, in tables with amounts. */
  amounts?: (before: T, after: T) => AmountChange[]
  /** Whether another difference requires the password. */
  guarded?: (before: T, after: T) => boolean
  /** Called after a successful write. */
  written?: () => void
}

/** What a change requires: the password, and the amounts to be typed twice (decision 0035). */
export type Weight = { asksPassword: boolean; leaps: AmountChange[] }

/** A table that administrators read, and replace as a whole. */
export type AdminTable<T, Wanted> = Pick<Parts<T, Wanted>, 'read' | 'next'> & {
  weigh: (before: T, after: T) => Weight
  /**
   * Replaces the table and records it in the audit log, in one transaction. Writes nothing if
   * nothing changes. Fails with versionConflict if the table has changed since version `seen`,
   * or as `next` does.
   */
  replace: (adminId: AdminId, seen: number, wanted: Wanted) => Promise<Result<Versioned<T>>>
}

export function adminTable<T, Wanted>(
  { db, clock }: Needs<'db' | 'clock'>,
  { name, action, read, next, changes, writes, amounts, guarded, written }: Parts<T, Wanted>,
): AdminTable<T, Wanted> {
  return {
    read,
    next,
    weigh(before, after) {
      const changed = amounts?.(before, after) ?? []
      const asksPassword = changed.length > 0 || guarded?.(before, after) === true
      return { asksPassword, leaps: changed.filter(isLeap) }
    },
    async replace(adminId, seen, wanted) {
      const { table: before, version } = await read()
      if (seen !== version) return fail('versionConflict')
      const after = next(wanted, before)
      if (!after.ok) return after
      const change = changes(before, after.value)
      if (!change) return ok({ table: after.value, version })
      const entry = entryOf(clock, adminId, action, name, change)
      const newVersion = await writeVersioned(db, name, seen, [
        ...writes(before, after.value, wanted),
        auditEntry(db, entry),
      ])
      if (newVersion === null) return fail('versionConflict')
      written?.()
      return ok({ table: after.value, version: newVersion })
    },
  }
}
