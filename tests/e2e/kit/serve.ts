import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { root, serverOf, WORKERS } from './servers.ts'

/**
 * Starts every worker's server at once, each with an empty state, and prints `READY` when all are
 * up.
 */
await Promise.all(
  Array.from({ length: WORKERS }, (_, worker) => {
    const { port, state } = serverOf(worker)
    rmSync(state, { recursive: true, force: true })
    const env = { ...process.env, PORT: String(port), STATE_DIR: state, SKIP_BUILD: '1' }
    const server = spawn('node', ['scripts/start.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    server.on('exit', (code) => process.exit(code ?? 1))
    return new Promise((resolve) => server.stdout.once('data', resolve))
  }),
)
console.log('READY')
