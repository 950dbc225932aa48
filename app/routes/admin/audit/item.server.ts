import type { AuditRow } from '#app/services/admin/audit.server.ts'

export type AuditItem = ReturnType<typeof itemOf>

/** An entry of the log as its page shows it: with values for a sentence, and as it was written. */
export const itemOf = ({ before, after, ...entry }: AuditRow) => ({
  ...entry,
  before: valuesOf(before),
  after: valuesOf(after),
  raw: { before: textOf(before), after: textOf(after) },
})

/** The values that a sentence can be made of: those of one level. */
function valuesOf(written: unknown): Record<string, string | number> {
  if (typeof written !== 'object' || written === null) return {}
  return Object.fromEntries(
    Object.entries(written).filter(
      ([, value]) => typeof value === 'string' || typeof value === 'number',
    ),
  )
}

const textOf = (written: unknown): string =>
  written === null ? '' : JSON.stringify(written, null, 2)
