import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { root, writeDevConfig, writeDevVars } from './dev-config.ts'
import { markLoaded, prepareState } from './local-state.ts'
import { runQuietly } from './run.ts'
import { bundle, serve } from './serve.ts'

/**
 * `npm start`: builds the pages, prepares the local database, serves the whole product with its
 * stand-ins and loads the demo data. PORT (8787) and STATE_DIR (.state) override the defaults. With
 * `--dev` it rebuilds whenever a source file changes.
 */
const port = process.env.PORT ?? '8787'
const stateDir = path.resolve(root, process.env.STATE_DIR ?? '.state')
const watching = process.argv.includes('--dev')

const origin = `http://localhost:${port}`

if (!(await isFree(Number(port)))) {
  const other = Number(port) + 1
  console.error(
    `Port ${port} is already in use, perhaps by another \`npm start\`, or by the server`,
  )
  console.error(`of one that was killed. Stop it: kill $(lsof -ti tcp:${port} -s tcp:listen)`)
  console.error(`Or use another port: PORT=${other} STATE_DIR=.state-${other} npm start`)
  process.exit(1)
}

const migrations = readdirSync(path.join(root, 'db/migrations'))
const message = prepareState(stateDir, migrations)
if (message) console.log(message)

const config = writeDevConfig({ watch: watching })
const vars = writeDevVars(stateDir, origin)

/** Prints the current step to stderr; stdout is for the result. */
const say = (doing: string) => console.error(`${doing} …`)

say('Building the pages and preparing the database')
await Promise.all([buildPages(), migrate()])
say('Starting the server')
const stop = watching ? watch() : await serveBundle()
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

try {
  await untilReady()
  say('Loading the demo data')
  await fillIn()
  markLoaded(stateDir)
  console.log(
    `\n邻帮 neighbourhelp   ${origin}/neighbourhelp/\nDevelopment tools    ${origin}/__dev/\n`,
  )
} catch (error) {
  // Stops the server: half a demo would be mistaken for the product.
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
  stop()
}

async function buildPages(): Promise<void> {
  if (!watching && process.env.SKIP_BUILD !== '1') await runQuietly('remix', ['vite:build'])
}

async function migrate(): Promise<void> {
  if (process.env.SKIP_MIGRATIONS === '1') return
  const local = ['--local', '--persist-to', stateDir, '-c', config]
  await runQuietly('wrangler', ['d1', 'migrations', 'apply', 'DB', ...local], {
    env: { ...process.env, CI: '1' },
  })
}

async function serveBundle(): Promise<() => void> {
  await bundle(stateDir)
  const server = await serve(stateDir, Number(port))
  return () => server.dispose().then(() => process.exit())
}

/** Serves with wrangler, which builds and bundles again whenever a source file changes. */
function watch(): () => void {
  const own = path.join(root, '.dev.vars')
  const limits = process.env.DEV_LIMITS ? ['--var', `DEV_LIMITS:${process.env.DEV_LIMITS}`] : []
  const server = spawn(
    'wrangler',
    [
      'dev',
      '-c',
      config,
      '--port',
      port,
      '--ip',
      '127.0.0.1',
      '--persist-to',
      stateDir,
      '--show-interactive-dev-session=false',
      ...['--env-file', vars, ...(existsSync(own) ? ['--env-file', own] : [])],
      ...limits,
    ],
    {
      cwd: root,
      stdio: ['ignore', process.env.VERBOSE ? 'inherit' : 'ignore', 'inherit'],
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
    },
  )
  server.on('exit', (code) => process.exit(process.exitCode ?? code ?? 0))
  return () => server.kill('SIGTERM')
}

/** Whether a port of this machine is free. */
function isFree(wanted: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

async function untilReady(): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const answer = await fetch(`${origin}/__dev/clock`).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > deadline)
      throw new Error(
        'The server did not respond within 60 s. Run VERBOSE=1 npm start to see its log.',
      )
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

async function fillIn(): Promise<void> {
  const seeded = await fetch(`${origin}/__dev/seed`, { method: 'POST' })
  if (!seeded.ok)
    throw new Error(`Loading the demo data failed: ${seeded.status} ${await seeded.text()}`)
}
