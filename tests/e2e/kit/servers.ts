import { existsSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../../..')

/**
 * So many files are played at once, each by a worker with a server, a clock and a state folder of
 * its own.
 */
export const WORKERS = 2

/** A disk of memory, where the system has one: every write to a database is synced. */
const DISK = existsSync('/dev/shm') ? '/dev/shm/neighbourhelp' : '.state'

/**
 * Where the server of a worker is found, and keeps its state. PORT and E2E_STATE_DIR move them for
 * a run beside another.
 */
export function serverOf(worker: number): { port: number; state: string } {
  const { PORT = '8790', E2E_STATE_DIR = `${DISK}/e2e` } = process.env
  const port = Number(PORT) + worker
  return { port, state: path.resolve(root, `${E2E_STATE_DIR}-${port}`) }
}

/** The server of the worker that asks. */
export const { port, state } = serverOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))
