export type Flat = Record<string, string | number | null>
/** Rows by their ids. */
export type Rows = Record<string, Flat>
/**
 * What differs between two versions of a table: by id, only fields that differ; null if the row
 * does not exist in that version.
 */
export type RowChanges = { before: Record<string, Flat | null>; after: Record<string, Flat | null> }

/**
 * What replacing a whole table changes, for the audit log and for the preview before saving; null
 * for nothing.
 */
export function rowChanges(before: Rows, after: Rows): RowChanges | null {
  const changes: RowChanges = { before: {}, after: {} }
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[id], after[id]]
    const fields = Object.keys({ ...old, ...now }).filter(
      (field) => !old || !now || old[field] !== now[field],
    )
    if (fields.length === 0) continue
    changes.before[id] = old ? pick(old, fields) : null
    changes.after[id] = now ? pick(now, fields) : null
  }
  return Object.keys(changes.before).length > 0 ? changes : null
}

const pick = (row: Flat, fields: string[]): Flat =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? null]))
