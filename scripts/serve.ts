import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { root, writeDevConfig, writeDevVars } from './dev-config.ts'
import { runQuietly } from './run.ts'

const bundleOf = (stateDir: string) => path.join(stateDir, 'worker')

/** Bundles the development worker into a state folder, for `serve`. The pages must be built. */
export async function bundle(stateDir: string): Promise<void> {
  const args = ['deploy', '--dry-run', '--outdir', bundleOf(stateDir), '-c', writeDevConfig()]
  await runQuietly('wrangler', args)
}

/**
 * Serves the bundled worker from a state folder on a port of this machine. `wrangler dev` would
 * pass every request through a second runtime and its own process (decision 0023). Warnings and
 * errors of the worker go to stderr; with VERBOSE, everything it logs does.
 */
export async function serve(stateDir: string, port: number): Promise<Miniflare> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(writeDevConfig())
  const files = [writeDevVars(stateDir, `http://localhost:${port}`), path.join(root, '.dev.vars')]
  const vars = files.filter(existsSync).map((file) => parseEnv(readFileSync(file, 'utf8')))
  const { DEV_LIMITS, VERBOSE } = process.env
  const bindings = Object.assign({}, workerOptions.bindings, ...vars, DEV_LIMITS && { DEV_LIMITS })
  const contents = readFileSync(path.join(bundleOf(stateDir), 'server.js'), 'utf8')
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port,
      // Where wrangler's commands for the local database look.
      resourcePersistencePath: path.join(stateDir, 'v3'),
      logRequests: false,
      handleStructuredLogs: ({ level, message }) => {
        const isProblem = level === 'warn' || level === 'error'
        // The runtime marks warnings about itself with this word.
        if (VERBOSE || (isProblem && !message.startsWith('NOSENTRY'))) console.error(message)
      },
      workers: [
        {
          ...workerOptions,
          name: 'neighbourhelp',
          bindings,
          modulesRoot: '/',
          modules: [{ type: 'ESModule', path: '/server.js', contents }],
        },
      ],
    }),
  )
  await miniflare.ready
  return miniflare
}
