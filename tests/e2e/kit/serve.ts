import { cpSync, rmSync } from 'node:fs'
import { serve } from '../../../scripts/serve.ts'
import { serverOf, template, WORKERS } from './servers.ts'

/**
 * Starts every worker's server at once, each with a copy of the prepared state, and prints `READY`
 * when all are up. E2E_PREPARED=1: the state has just been prepared.
 */
if (process.env.E2E_PREPARED !== '1') await import('./prepare.ts')
const servers = await Promise.all(
  Array.from({ length: WORKERS }, (_, worker) => {
    const { port, state } = serverOf(worker)
    rmSync(state, { recursive: true, force: true })
    cpSync(template, state, { recursive: true })
    return serve(state, port)
  }),
)
process.on('SIGTERM', async () => {
  await Promise.all(servers.map((server) => server.dispose()))
  process.exit()
})
console.log('READY')
