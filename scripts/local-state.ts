import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** How much of a state folder's demo data is loaded; without the file, loading has not begun. */
type Demo = 'loading' | 'loaded'
const demoIn = (stateDir: string): string => path.join(stateDir, 'demo')
const isDemo = (stateDir: string, demo: Demo): boolean =>
  existsSync(demoIn(stateDir)) && readFileSync(demoIn(stateDir), 'utf8') === demo

/** Marks a state folder as having all its demo data. */
export const markLoaded = (stateDir: string): void =>
  writeFileSync(demoIn(stateDir), 'loaded' satisfies Demo)

/**
 * Prepares the folder of local data for a start. Returns a message for the developer, or null. If
 * the last start stopped while loading the demo data, the folder is emptied. If its database has
 * had a migration that no longer exists, it cannot be migrated and is renamed. `known`: the names
 * of all migrations.
 */
export function prepareState(stateDir: string, known: readonly string[]): string | null {
  const said = clear(stateDir, known)
  mkdirSync(stateDir, { recursive: true })
  if (!isDemo(stateDir, 'loaded')) writeFileSync(demoIn(stateDir), 'loading' satisfies Demo)
  return said
}

function clear(stateDir: string, known: readonly string[]): string | null {
  if (!existsSync(stateDir)) return null
  if (isDemo(stateDir, 'loading')) {
    // Renamed first, so that an interrupted start leaves no half-deleted folder.
    const rest = `${stateDir}-unfinished`
    rmSync(rest, { recursive: true, force: true })
    renameSync(stateDir, rest)
    rmSync(rest, { recursive: true })
    return 'The last start stopped while loading the demo data. Starting over, without administrators.'
  }
  if (appliedIn(stateDir).every((name) => known.includes(name))) return null
  let n = 1
  while (existsSync(`${stateDir}-old-${n}`)) n++
  renameSync(stateDir, `${stateDir}-old-${n}`)
  return `The local data are from an earlier database. They were put aside in ${stateDir}-old-${n}.`
}

/** The folder in which the local simulator keeps D1. */
export const databasesIn = (stateDir: string): string =>
  path.join(stateDir, 'v3/d1/miniflare-D1DatabaseObject')

/** The migrations applied to a local database. */
function appliedIn(stateDir: string): string[] {
  const folder = databasesIn(stateDir)
  const names = existsSync(folder) ? readdirSync(folder) : []
  const file = names.find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
  if (!file) return []
  const database = new DatabaseSync(path.join(folder, file))
  try {
    return database
      .prepare('SELECT name FROM d1_migrations')
      .all()
      .map(({ name }) => String(name))
  } catch {
    // Not migrated yet.
    return []
  } finally {
    database.close()
  }
}
