import { existsSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../../..')

/**
 * How many files run at once, each in a worker with its own server, clock and state folder. Twice
 * the cores this is meant for: a test often waits, for a time limit or the other side.
 */
export const WORKERS = 4

/** A RAM disk, if the system has one, because every database write is synced. */
const DISK = existsSync('/dev/shm') ? '/dev/shm/neighbourhelp' : '.state'

const { PORT = '8790', E2E_STATE_DIR = `${DISK}/e2e` } = process.env

/**
 * The port of a worker's server and the folder of its state. PORT and E2E_STATE_DIR move them for a
 * parallel run.
 */
export function serverOf(worker: number): { port: number; state: string } {
  const port = Number(PORT) + worker
  return { port, state: path.resolve(root, `${E2E_STATE_DIR}-${port}`) }
}

/** The state folder that all of them are copied from. */
export const template = path.resolve(root, `${E2E_STATE_DIR}-${PORT}-template`)
/** The administrator it has. */
export const ADMIN = { phone: '07300000000', password: 'a long admin password' }

/** The current worker's server. */
export const { port, state } = serverOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))
