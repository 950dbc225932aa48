import path from 'node:path'
import { root } from './dev-config.ts'
import { runQuietly } from './run.ts'

export type Row = Record<string, string | number | null>
export type Database = {
  /** Runs statements; returns the rows of the last one. */
  query(sql: string): Promise<Row[]>
}

/** Opens the database of the state folder (STATE_DIR), or with `remote` the deployed one. */
export function openDatabase({ remote }: { remote: boolean }): Database {
  const stateDir = path.resolve(root, process.env.STATE_DIR ?? '.state')
  const where = remote ? ['--remote'] : ['--local', '--persist-to', stateDir]
  return {
    async query(sql) {
      const args = ['d1', 'execute', 'DB', ...where, '--json', '--yes', '--command', sql]
      const env = { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1' }
      return rowsIn(await runQuietly('wrangler', args, { env }))
    },
  }
}

/** The rows of the last statement in wrangler's output, which may begin with a warning. */
export function rowsIn(output: string): Row[] {
  const start = output.search(/^\[\s*(?:\{|\])/m)
  if (start === -1) throw new Error(`wrangler printed no result. Its output:\n${output}`)
  const end = output.lastIndexOf(']') + 1
  const results = JSON.parse(output.slice(start, end)) as { results: Row[] }[]
  return results.at(-1)?.results ?? []
}
