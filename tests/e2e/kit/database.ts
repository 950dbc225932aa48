import { readdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databasesIn } from '../../../scripts/local-state.ts'
import { state } from './servers.ts'

/**
 * Runs statements on the database of a product under test (default: this worker's), for what has no
 * page yet.
 */
export function sql(statements: string, folder = state): void {
  const d1 = databasesIn(folder)
  const file = readdirSync(d1).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
  if (!file) throw new Error(`${d1} has no database`)
  const database = new DatabaseSync(path.join(d1, file), { timeout: 10_000 })
  try {
    database.exec(statements)
  } finally {
    database.close()
  }
}
