import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { MiniflareOptions } from 'miniflare'
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

let bundled: Promise<string> | undefined

/** The code that a deploy would upload, bundled once. The pages must be built. */
export function codeOfProduct(): Promise<string> {
  bundled ??= bundle()
  return bundled
}

/** What a deploy from a folder with a wrangler.toml would upload. */
export async function bundle(cwd = root): Promise<string> {
  const out = temporary()
  await runQuietly('wrangler', ['deploy', '--dry-run', '--outdir', out, '-c', 'wrangler.toml'], {
    cwd,
  })
  const file = readdirSync(out).find((name) => name.endsWith('.js'))
  if (!file) throw new Error('the deployment produced no bundle')
  return readFileSync(path.join(out, file), 'utf8')
}

type ProductOptions = {
  /**
   * Source of a module placed in front of the product's (`./worker.js`), to observe the traffic.
   */
  front?: string
  /** Responds to the product's calls to other services; without it such a call fails. */
  outbound?: (request: Request) => Response | Promise<Response>
  /** Keys that the caller needs to know as well. */
  keys?: Record<string, string>
  /** Serves the pages' files as well, as the platform does before it invokes the worker. */
  assets?: boolean
}

/**
 * The product from a bundle, with its own database, which has every table and the reference data.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Running> {
  const code = await codeOfProduct()
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

/**
 * A worker that reads or writes one batch of D1 and nothing else: the least that a page or a press
 * can take. `batch` is the source of a list of statements of `DB`.
 */
export async function startBatch(schema: string[], batch: string): Promise<Running> {
  const fetch = `async (_, { DB }) => Response.json(await DB.batch(${batch}))`
  const env = { DB: { type: 'd1', id: 'bench' } }
  const running = await start({ 'worker.js': `export default { fetch: ${fetch} }` }, { env })
  const db = await running.database()
  await db.batch(schema.map((sql) => db.prepare(sql)))
  return running
}

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
  { outbound }: ProductOptions = {},
): Promise<Running> {
  const { Miniflare } = platformMiniflare()
  const miniflare = inFolder(
    MEMORY,
    () =>
      new Miniflare({
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
