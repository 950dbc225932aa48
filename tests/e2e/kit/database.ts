import { execFileSync } from 'node:child_process'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../../..')
/** Where the browser tests' server keeps its state (playwright.config.ts). */
export const state = path.resolve(root, process.env.E2E_STATE_DIR ?? '.state/e2e')

/** Runs statements on the database of the product under test: for what there is no page yet. */
export function sql(command: string): void {
  const wrangler = path.join(root, 'node_modules/.bin/wrangler')
  const local = ['--local', '--persist-to', state, '-c', path.join(root, 'wrangler.dev.toml')]
  execFileSync(wrangler, ['d1', 'execute', 'DB', ...local, '--command', command], {
    cwd: root,
    stdio: 'pipe',
  })
}
