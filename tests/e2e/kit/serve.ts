import { spawn } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { root, serverOf, template, WORKERS } from './servers.ts'

/**
 * Starts every worker's server at once, each with a copy of the prepared state, and prints `READY`
 * when all are up. E2E_PREPARED=1: the state has just been prepared.
 */
if (process.env.E2E_PREPARED !== '1') await import('./prepare.ts')
await Promise.all(
  Array.from({ length: WORKERS }, (_, worker) => {
    const { port, state } = serverOf(worker)
    rmSync(state, { recursive: true, force: true })
    cpSync(template, state, { recursive: true })
    const prepared = { SKIP_BUILD: '1', SKIP_MIGRATIONS: '1' }
    const server = spawn('node', ['scripts/start.ts'], {
      cwd: root,
      env: { ...process.env, ...prepared, PORT: String(port), STATE_DIR: state },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    server.on('exit', (code) => process.exit(code ?? 1))
    return new Promise((resolve) => server.stdout.once('data', resolve))
  }),
)
console.log('READY')
