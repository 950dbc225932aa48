import type { Row } from './d1.ts'

export const TABLES = ['groups', 'participants'] as const
export type Table = (typeof TABLES)[number]
export type ReadModel = Record<Table, Row[]>
/**
 * A row changed by a rebuild, with the names of its changed columns; values are omitted, since some
 * are addresses.
 */
export type Change = { table: Table; id: string; columns: string[] }

/** The version of a row's write: a rebuild always changes it. */
const VERSION = 'version'

/**
 * The rows in which two copies of the read model differ; for a row that only one of them has, the
 * column is `id`.
 */
export function changesBetween(before: ReadModel, after: ReadModel): Change[] {
  return TABLES.flatMap((table) => {
    const [old, now] = [byId(before[table]), byId(after[table])]
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
      const columns = columnsThatDiffer(old.get(id), now.get(id))
      return columns.length > 0 ? [{ table, id, columns }] : []
    })
  })
}

const byId = (rows: Row[]) => new Map(rows.map((row) => [String(row.id), row]))

function columnsThatDiffer(a: Row | undefined, b: Row | undefined): string[] {
  if (!a || !b) return ['id']
  return Object.keys({ ...a, ...b }).filter(
    (column) => column !== VERSION && a[column] !== b[column],
  )
}
