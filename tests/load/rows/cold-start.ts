import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { median, type Row, type Sample } from '#tests/load/harness.ts'
import { codeOfProduct, config } from '#tests/load/product.ts'
import { temporary } from '#tests/load/temporary.ts'
import { standInKeys } from '../../../scripts/dev-config.ts'

const PAGE = '/neighbourhelp/'
/** Fewer starts than this do not make a median. */
const STARTS_MIN = 3

const require = createRequire(import.meta.url)
/** The runtime that comes with the local simulator. */
const workerd: string = createRequire(require.resolve('miniflare'))('workerd').default

/**
 * How long until a process that was not running responds: from spawning the runtime to the end of
 * the first response. The runtime is started directly, with the minimum configuration a worker
 * needs: a simulator's own start would be the same on both sides and hide what is measured. The
 * product serves its home page: a first visitor's request, with a query to the database, which runs
 * elsewhere and is awake, as on the platform.
 */
export const coldStart: Row = {
  id: '12',
  what: 'cold start: spawn to the first 200',
  unit: 'ms',
  async open() {
    const database = await startDatabase()
    const product = writeConfig(await codeOfProduct(), productBindings(database.port))
    const empty = writeConfig("export default { fetch: () => new Response('ok') }")
    const side = (name: string, file: string, url: string) => ({
      name,
      measure: (seconds: number) => starts(file, url, seconds),
    })
    return {
      sides: [side('home page', product, PAGE), side('empty worker', empty, '/')],
      close: () => new Promise<void>((resolve) => void database.server.close(() => resolve())),
    }
  },
  ratios: [{ of: 'home page', against: 'empty worker', reach: { atMost: 3 } }],
}

/** Starts repeatedly for that many seconds; the median start time. */
async function starts(file: string, url: string, seconds: number): Promise<Sample> {
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  let failures = 0
  while (times.length < STARTS_MIN || performance.now() < until) {
    const { ms, ok } = await startOnce(file, url)
    times.push(ms)
    if (!ok) failures++
  }
  return { value: median(times), failures }
}

async function startOnce(file: string, url: string): Promise<{ ms: number; ok: boolean }> {
  const begun = performance.now()
  const child = spawn(workerd, ['serve', '--experimental', '--control-fd=3', file], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  try {
    const answer = await fetch(`http://127.0.0.1:${await portOf(child)}${url}`)
    const text = await answer.text()
    const ok = answer.status === 200 && (url !== PAGE || text.includes('</html>'))
    return { ms: performance.now() - begun, ok }
  } finally {
    const gone = new Promise((resolve) => child.on('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
}

/** The port the runtime has chosen, as soon as it listens. */
const portOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the runtime exited with ${code}`)))
    child.on('error', reject)
    let said = ''
    child.stdio[3]?.on('data', (data) => {
      said += data
      const port = /"event":"listen".*"port":(\d+)/.exec(said)?.[1]
      if (port) resolve(Number(port))
    })
  })

/** Writes a runtime configuration of one worker on a free port; returns the file. */
function writeConfig(code: string, { services = '', bound = '' } = {}): string {
  const folder = path.join(temporary(), 'worker')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'worker.js'), code)
  const file = path.join(folder, 'config.capnp')
  const flags = (config.compatibility_flags ?? []).map(quoted).join(', ')
  writeFileSync(
    file,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), ${services}],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = ${quoted(config.compatibility_date ?? '')},
  compatibilityFlags = [${flags}],
  ${bound}
);
`,
  )
  return file
}

const quoted = (text: string): string => JSON.stringify(text)

/** The product's variables, objects and database; the database is not in the worker's process. */
function productBindings(databasePort: number): { services: string; bound: string } {
  // Production responds over https only.
  const texts = { ENVIRONMENT: 'development', VERSION: 'bench', ...standInKeys() }
  const objects = config.durable_objects.bindings
  const bindings = [
    ...Object.entries(texts).map(
      ([name, text]) => `(name = ${quoted(name)}, text = ${quoted(text)})`,
    ),
    ...objects.map((one) => `(name = "${one.name}", durableObjectNamespace = "${one.class_name}")`),
    `(name = "DB", wrapped = (moduleName = "cloudflare-internal:d1-api",
       innerBindings = [(name = "fetcher", service = "database")]))`,
  ]
  const classes = objects.map(
    ({ class_name: name }) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`,
  )
  return {
    services: `(name = "database", external = (address = "127.0.0.1:${databasePort}", http = ()))`,
    bound: `bindings = [${bindings.join(', ')}],
  durableObjectNamespaces = [${classes.join(', ')}],
  durableObjectStorage = (inMemory = void),`,
  }
}

/** An empty database: every query has an empty result. */
async function startDatabase(): Promise<{ server: Server; port: number }> {
  const nothing = { success: true, results: { columns: [], rows: [] }, meta: {} }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const asked: unknown = JSON.parse(body)
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(() => nothing) : nothing))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the database has no port')
  return { server, port: address.port }
}
