import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Miniflare, type MiniflareOptions } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import { referenceStatements } from '#db/seed/reference.ts'
import { root, standInKeys } from '../../scripts/dev-config.ts'
import { runQuietly } from '../../scripts/run.ts'
import { platformMiniflare } from './platform-d1.ts'
import { temporary } from './temporary.ts'

/** A worker on its own port: the runtime's own socket, with no simulator in front. */
export type Running = { url: string; database(): Promise<D1Like>; close(): Promise<void> }
export type D1Like = {
  prepare(sql: string): {
    bind(...values: unknown[]): unknown
    run(): Promise<unknown>
    all(): Promise<{ results: unknown[] }>
  }
  batch(statements: unknown[]): Promise<unknown[]>
}

type Config = {
  compatibility_date?: string
  compatibility_flags?: string[]
  durable_objects: { bindings: { name: string; class_name: string }[] }
  ratelimits?: { name: string; namespace_id: string; simple: { limit: number; period: number } }[]
}
/** The worker's configuration in wrangler.toml. */
export const config: Config = unstable_readConfig({ config: path.join(root, 'wrangler.toml') })

const bundles = new Map<Kind, Promise<string>>()
/** The product as it is, or with the entry of Remix's template. */
export type Kind = 'ours' | 'stock'

/** The code that a deploy would upload, bundled once. The pages must be built. */
export function codeOf(kind: Kind): Promise<string> {
  const known = bundles.get(kind) ?? (kind === 'ours' ? bundle(root) : bundle(withStockEntry()))
  bundles.set(kind, known)
  return known
}

/** What a deploy from a folder with a wrangler.toml would upload. */
export async function bundle(project: string | Promise<string>): Promise<string> {
  const out = temporary()
  const cwd = await project
  await runQuietly('wrangler', ['deploy', '--dry-run', '--outdir', out, '-c', 'wrangler.toml'], {
    cwd,
  })
  const file = readdirSync(out).find((name) => name.endsWith('.js'))
  if (!file) throw new Error('the deployment produced no bundle')
  return readFileSync(path.join(out, file), 'utf8')
}

/** A copy of the project with the stock entry and its pages built. */
async function withStockEntry(): Promise<string> {
  const copy = temporary()
  const parts = ['app', 'db', 'locales', 'public', 'scripts', 'workers']
  const files = ['package.json', 'tsconfig.json', 'vite.config.ts', 'wrangler.toml']
  for (const name of [...parts, ...files])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  cpSync(path.join(import.meta.dirname, 'stock-entry.tsx'), path.join(copy, 'app/entry.server.tsx'))
  await runQuietly('remix', ['vite:build'], { cwd: copy })
  return copy
}

type ProductOptions = {
  kind?: Kind
  /**
   * Source of a module placed in front of the product's (`./worker.js`), to observe the traffic.
   */
  front?: string
  /** Responds to the product's calls to other services; without it such a call fails. */
  outbound?: (request: Request) => Response | Promise<Response>
  /** Keys that the caller needs to know as well. */
  keys?: Record<string, string>
  /** Whether writes must reach the disk, for comparison with peers whose writes must. */
  durable?: boolean
  /** The local D1 as it is, which writes a bookmark with every read (`platformMiniflare`). */
  localD1?: boolean
  /** A port for the runtime's inspector. */
  inspectorPort?: number
  /** Serves the pages' files as well, as the platform does before it invokes the worker. */
  assets?: boolean
}

/**
 * The product from a bundle, with its own database, which has every table and the reference data.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Running> {
  const code = await codeOf(options.kind ?? 'ours')
  // Production responds over https only.
  const texts = { ENVIRONMENT: 'development', VERSION: 'bench', ...standInKeys(), ...options.keys }
  const objects = config.durable_objects.bindings
  const modules = { 'worker.js': code, ...(options.front ? { 'front.js': options.front } : {}) }
  const bound = {
    env: {
      ...mapped(Object.entries(texts), ([name, value]) => [name, { type: 'text', value }]),
      ...mapped(objects, ({ name, class_name }) => [
        name,
        { type: 'durable-object', worker: NAME, exportName: class_name },
      ]),
      ...mapped(config.ratelimits ?? [], ({ name, namespace_id, simple }) => [
        name,
        { type: 'rate-limit', namespace: namespace_id, simple },
      ]),
      DB: { type: 'd1', id: 'bench' },
      ...(options.assets ? { ASSETS: { type: 'assets' } } : {}),
    },
    exports: mapped(objects, ({ class_name }) => [
      class_name,
      { type: 'durable-object', storage: 'sqlite' },
    ]),
    ...(options.assets
      ? { assets: { directory: path.join(root, 'build/client'), hasUserWorker: true } }
      : {}),
  }
  const running = await start(modules, bound, options)
  const db = await running.database()
  const migrations = path.join(root, 'db/migrations')
  const files = readdirSync(migrations).filter((name) => name.endsWith('.sql'))
  const schema = files
    .sort()
    .flatMap((name) =>
      readFileSync(path.join(migrations, name), 'utf8').split('--> statement-breakpoint'),
    )
  await db.batch([...schema, ...referenceStatements()].map((sql) => db.prepare(sql)))
  return running
}

/** A minimal worker: the cost of any response. */
export const startEmpty = (): Promise<Running> =>
  start({ 'worker.js': "export default { fetch: () => new Response('ok') }" })

/** The name of a worker started here; its objects are bound under this name. */
export const NAME = 'measured'

const mapped = <T>(list: T[], entry: (one: T) => [string, object]) =>
  Object.fromEntries(list.map(entry))

/** A RAM disk where the platform has one; otherwise files are on the disk. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/**
 * Makes something whose temporary files are in this folder. The local D1 waits for the disk on
 * every query, even reads, which the platform's does not: on a disk its ratios would be the disk's.
 */
function inFolder<T>(folder: string, make: () => T): T {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    return make()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/** Starts any worker. The last module receives the requests. */
export async function start(
  modules: Record<string, string>,
  bound: { env?: object; exports?: object; assets?: object } = {},
  { outbound, inspectorPort, durable, localD1 }: ProductOptions = {},
): Promise<Running> {
  const Runtime = localD1 ? Miniflare : platformMiniflare().Miniflare
  const miniflare = inFolder(
    durable ? tmpdir() : MEMORY,
    () =>
      new Runtime({
        ...(inspectorPort ? { inspectorPort } : {}),
        workers: [
          {
            config: {
              name: NAME,
              compatibilityDate: config.compatibility_date ?? '',
              compatibilityFlags: config.compatibility_flags ?? [],
              manifest: {
                mainModule: Object.keys(modules).at(-1) ?? '',
                modulesRoot: '/',
                modules: mapped(Object.entries(modules), ([name, contents]) => [
                  name,
                  { type: 'esm', contents },
                ]),
              },
              ...bound,
            },
            dev: {
              unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
              ...(outbound ? { outboundService: { type: 'fetcher', handler: outbound } } : {}),
            },
          },
        ],
        // One log line per request is part of the product; reading it here would be a cost of this
        // harness.
        handleStructuredLogs: () => undefined,
      } as MiniflareOptions),
  )
  // The worker's own socket bypasses the files in front of it.
  const url = await (bound.assets ? miniflare.ready : miniflare.unsafeGetDirectURL())
  return {
    url: url.origin,
    database: () => miniflare.getD1Database('DB') as unknown as Promise<D1Like>,
    close: () => miniflare.dispose(),
  }
}
