import type { AuditRow } from '#app/audit/audit.server.ts'

export type AuditItem = ReturnType<typeof itemOf>

/** A log entry for its page: the values a sentence can use, and the raw values as logged. */
export const itemOf = ({ before, after, ...entry }: AuditRow) => ({
  ...entry,
  before: valuesOf(before),
  after: valuesOf(after),
  raw: { before: textOf(before), after: textOf(after) },
})

/** The values a sentence can use: top-level strings and numbers only. */
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
