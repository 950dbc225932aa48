import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runQuietly } from './run.ts'

/** The version used for comparisons; another one is used where Debian has no package of it. */
const VERSION = '15'
const DEBIAN = '/usr/lib/postgresql'
/** A cluster that has not answered after this time will not. */
const READY_MS = 20_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const isRoot = process.getuid?.() === 0

/** A private PostgreSQL server. `folder` contains its socket and is the host for `pg`. */
export type Postgres = { folder: string; user: string; version: string; close(): Promise<void> }

/**
 * The folder of PostgreSQL's programs, or null if there are none and none can be installed.
 * Installs Debian's packages if apt and root are available.
 */
export async function ensurePostgres(): Promise<string | null> {
  const place = found()
  if (place || !isRoot || !existsSync('/usr/bin/apt-get')) return place
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Otherwise the package creates a cluster of its own and starts it.
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
  writeFileSync('/etc/postgresql-common/createcluster.d/none.conf', 'create_main_cluster = false\n')
  const install = (name: string) =>
    runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env })
  try {
    await runQuietly('apt-get', ['update', '-qq'], { env })
    await install(`postgresql-${VERSION}`).catch(() => install('postgresql'))
  } catch {
    return null
  }
  return found()
}

function found(): string | null {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))
    : []
  const folders = [
    `${DEBIAN}/${VERSION}/bin`,
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.map((version) => `${DEBIAN}/${version}/bin`),
  ]
  return (
    folders.find((folder) =>
      ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))),
    ) ?? null
  )
}

/**
 * Starts a temporary cluster in a temporary folder: durable as PostgreSQL is by default (fsync,
 * synchronous commits), with memory and checkpoints set for a machine that does little else. Null
 * if there is no PostgreSQL.
 */
export async function startPostgres(): Promise<Postgres | null> {
  const bin = await ensurePostgres()
  if (!bin) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'))
  const as = unprivileged()
  if (as) chownSync(folder, as.uid, as.gid)
  const data = path.join(folder, 'data')
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
  const options = { ...as, env, cwd: folder }
  const init = ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  await runQuietly(path.join(bin, 'initdb'), init, options)
  const server = spawn(path.join(bin, 'postgres'), ['-D', data, ...settings(folder)], {
    ...options,
    stdio: 'ignore',
  })
  const stopped = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const clear = () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  const abandon = () => {
    // SIGQUIT stops it immediately, without a checkpoint that nothing will read.
    server.kill('SIGQUIT')
    clear()
  }
  process.once('exit', abandon)
  // A signal alone would end this process without its exit handlers and leave the server running.
  const end = () => process.exit(1)
  for (const signal of SIGNALS) process.once(signal, end)
  await ready(server, path.join(data, 'postmaster.pid'))
  return {
    folder,
    user: 'bench',
    version: readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim(),
    async close() {
      process.off('exit', abandon)
      for (const signal of SIGNALS) process.off(signal, end)
      server.kill('SIGINT')
      await stopped
      clear()
    },
  }
}

/** Listens only on a socket in its own folder, so no port can clash with another server. */
const settings = (folder: string): string[] =>
  Object.entries({
    unix_socket_directories: folder,
    listen_addresses: '',
    fsync: 'on',
    synchronous_commit: 'on',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '30min',
    jit: 'off',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Waits until the server is ready, which the last line of its pid file shows. */
async function ready(server: ChildProcess, pidFile: string): Promise<void> {
  const until = Date.now() + READY_MS
  while (!(existsSync(pidFile) && /^ready\s*$/m.test(readFileSync(pidFile, 'utf8')))) {
    if (server.exitCode !== null || Date.now() > until) throw new Error('PostgreSQL did not start')
    await new Promise((resume) => setTimeout(resume, 50))
  }
}

/** PostgreSQL refuses to run as root, so root runs it as PostgreSQL's own user, or as `nobody`. */
function unprivileged(): { uid: number; gid: number } | null {
  if (!isRoot) return null
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  if (!uid || !gid)
    throw new Error('PostgreSQL cannot run as root, and there is no other user to run it as')
  return { uid: Number(uid), gid: Number(gid) }
}
