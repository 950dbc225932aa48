import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../../scripts/dev-config.ts'
import { temporary } from './temporary.ts'

const D1_WORKER = 'dist/src/workers/d1/database.worker.js'
/** Local workerd answers this by writing a counter, so every read commits a write. */
const WRITING = 'commitToken = await this.state.storage.getCurrentBookmark();'
const CONSTANT = 'commitToken = "00000000-00000000-00000000-00000000000000000000000000000000";'

let patched: typeof import('miniflare') | undefined

/**
 * Miniflare with a D1 that answers reads without writing. The local D1 returns a bookmark with
 * every query, and local workerd makes bookmarks from a counter that it writes each time: every
 * read becomes a write that waits for the disk. The platform's D1 does not do this. Writes commit
 * and reach the disk as before (docs/benchmarks.md). Throws if miniflare no longer contains the
 * line.
 */
export function platformMiniflare(): typeof import('miniflare') {
  if (patched) return patched
  const folder = temporary()
  const copy = path.join(folder, 'miniflare')
  cpSync(path.join(root, 'node_modules/miniflare'), copy, { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const file = path.join(copy, D1_WORKER)
  const source = readFileSync(file, 'utf8')
  if (source.split(WRITING).length !== 2)
    throw new Error(`miniflare's ${D1_WORKER} has changed: find its bookmarks and adapt this file`)
  writeFileSync(file, source.replace(WRITING, CONSTANT))
  patched = createRequire(path.join(copy, 'package.json'))('./dist/src/index.js')
  return patched as typeof import('miniflare')
}
