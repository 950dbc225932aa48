import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { unstable_readConfig } from 'wrangler'
import { root } from './dev-config.ts'
import { runQuietly } from './run.ts'

/**
 * Builds the production bundle (the deploy's dry run) and fails unless it has every binding of
 * wrangler.toml, contains nothing from development, and the page that pays has no more JavaScript
 * than allowed. Prints these sizes, and the number of modules a new isolate evaluates before its
 * first response; pages and their packages are loaded by the first page.
 */
const WORKER_GZ_KB_MAX = 850
const EAGER_MODULES_MAX = 376
/** The size achieved so far. */
const PAGE_JS_GZ_KB_MAX = 110
/** The script that draws posters, which WeChat's pages load over a mobile network. */
const POSTER_JS_GZ_KB_MAX = 1
/** Texts that only occur in development's code. */
const DEVELOPMENT_ONLY = [
  'StripeStandIn',
  'SmsStandIn',
  'EmailStandIn',
  'DevClock',
  '__dev',
  '"standin"',
  'advanceSeconds',
  'pm_card_visa',
  'linbang2026',
]

/** The routes of the one page that React runs in the browser (decision 0016). */
const LIVE = ['root', 'site/pages/under-dialog.route', 'checkout/pay.route']

const META = 'meta.json'
type Meta = {
  inputs: Record<string, { imports: { path: string; kind: string }[] }>
  outputs: Record<
    string,
    { entryPoint?: string; inputs: Record<string, { bytesInOutput: number }> }
  >
}

const problems: string[] = []
const kb = (bytes: number) => Math.round(bytes / 102.4) / 10
const out = mkdtempSync(path.join(tmpdir(), 'bundle-'))
try {
  const printed = await runQuietly('wrangler', [
    'deploy',
    '--dry-run',
    '--outdir',
    out,
    '-c',
    'wrangler.toml',
    '--metafile',
    path.join(out, META),
  ])
  checkBindings(printed)
  checkEagerModules(JSON.parse(readFileSync(path.join(out, META), 'utf8')))
  const worker = readdirSync(out).filter((name) => name.endsWith('.js'))
  const code = worker.map((name) => readFileSync(path.join(out, name), 'utf8')).join('\n')
  const weight = kb(gzipSync(code).length)
  console.log(`worker ${kb(code.length)} kB, ${weight} kB gz (at most ${WORKER_GZ_KB_MAX})`)
  if (weight > WORKER_GZ_KB_MAX)
    problems.push(
      `the worker is ${weight} kB gz, more than ${WORKER_GZ_KB_MAX}: remove or split something`,
    )
  for (const text of DEVELOPMENT_ONLY)
    if (code.includes(text))
      problems.push(`the production bundle contains "${text}", which is for development only`)
  checkPages()
} finally {
  rmSync(out, { recursive: true })
}
for (const problem of problems) console.error(`✗ ${problem}`)
process.exit(problems.length === 0 ? 0 : 1)

function checkBindings(printed: string): void {
  const config = unstable_readConfig({ config: path.join(root, 'wrangler.toml') })
  const names = [
    ...config.durable_objects.bindings.map(({ name }: { name: string }) => name),
    ...config.d1_databases.map(({ binding }: { binding: string }) => binding),
    ...(config.ratelimits ?? []).map(({ name }: { name: string }) => name),
    config.assets?.binding ?? 'ASSETS',
  ]
  for (const name of names)
    if (!printed.includes(`env.${name}`))
      problems.push(`the bundle does not use the binding ${name} of wrangler.toml`)
  console.log(`bindings ${names.join(' ')}`)
}

/** Counts the entry's imports, direct or not, without those on demand. */
function checkEagerModules({ inputs, outputs }: Meta): void {
  const [output] = Object.values(outputs).filter(({ entryPoint }) => entryPoint)
  const eager = new Set([output?.entryPoint ?? ''])
  for (const file of eager)
    for (const { path: imported, kind } of inputs[file]?.imports ?? [])
      if (kind !== 'dynamic-import') eager.add(imported)
  const kept = [...eager].filter((file) => (output?.inputs[file]?.bytesInOutput ?? 0) > 0)
  console.log(`${kept.length} modules evaluated at start (at most ${EAGER_MODULES_MAX})`)
  if (kept.length > EAGER_MODULES_MAX)
    problems.push(`${kept.length} modules are evaluated at start, more than ${EAGER_MODULES_MAX}`)
}

type Entry = { module: string; imports?: string[] }
type Manifest = { entry: Entry; routes: Record<string, Entry> }

/**
 * Checks the JavaScript of the page that pays: the entry and its routes, with all their imports.
 * The route manifest does not count: a document contains only its part of it.
 */
function checkPages(): void {
  const assets = path.join(root, 'build/client/neighbourhelp/assets')
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file))
  if (!name) return void problems.push('the build has no route manifest: run `npm run build`')
  const text = readFileSync(path.join(assets, name), 'utf8')
  const manifest: Manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  const size = (file: string) =>
    gzipSync(readFileSync(path.join(root, 'build/client', file))).length
  checkPosterScript(assets)
  const routes = LIVE.map((id) => manifest.routes[id])
  const files = new Set(
    [manifest.entry, ...routes].flatMap((one) => (one ? [one.module, ...(one.imports ?? [])] : [])),
  )
  const weight = kb([...files].reduce((sum, file) => sum + size(file), 0))
  console.log(`the page that pays ${weight} kB gz of JavaScript (at most ${PAGE_JS_GZ_KB_MAX})`)
  if (routes.includes(undefined) || weight > PAGE_JS_GZ_KB_MAX)
    problems.push(`the page that pays loads ${weight} kB gz, more than ${PAGE_JS_GZ_KB_MAX}`)
}

function checkPosterScript(assets: string): void {
  const files = readdirSync(assets).filter((file) => /^poster-[0-9a-f]{8}\.js$/.test(file))
  const weight = kb(
    files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(assets, file))).length, 0),
  )
  console.log(`the poster's script ${weight} kB gz (at most ${POSTER_JS_GZ_KB_MAX})`)
  if (files.length !== 1) problems.push(`the build has ${files.length} scripts for posters, not 1`)
  if (weight > POSTER_JS_GZ_KB_MAX)
    problems.push(`the poster's script is ${weight} kB gz, more than ${POSTER_JS_GZ_KB_MAX}`)
}
