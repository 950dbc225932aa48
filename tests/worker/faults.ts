import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { CarpoolObject } from '#app/carpool/object/carpool.ts'
import { createWorker } from '#workers/app.server.ts'
import { type DevEnv, devRuntime } from '#workers/dev/runtime.ts'
import { handlePage } from '#workers/remix.ts'

/** A worker whose database or objects are out of order, as seen by one request after another. */

const never = () => new Promise<never>(() => undefined)
const lost = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'))
const full = () => Promise.reject(new Error('D1_ERROR: database or disk is full: SQLITE_FULL'))
const WRITES = /^\s*(?:insert|update|delete|replace)\b/i
const EVERYTHING = /^/

/**
 * The database, except that `answer` comes in place of what a statement that matches `which` says.
 * `done`: the statement is carried out nevertheless.
 */
function faultyDb(which: RegExp, answer: () => Promise<never>, done = false): D1Database {
  const texts = new WeakMap<object, string>()
  const originals = new WeakMap<object, D1PreparedStatement>()
  const run = async <T>(sqls: string[], work: () => Promise<T>): Promise<T> => {
    if (!sqls.some((sql) => which.test(sql))) return work()
    if (done) await work()
    return answer()
  }
  const statement = (sql: string, of: D1PreparedStatement): D1PreparedStatement => {
    const made = {
      bind: (...values: unknown[]) => statement(sql, of.bind(...values)),
      ...Object.fromEntries(
        (['all', 'run', 'first', 'raw'] as const).map((name) => [
          name,
          (...how: never[]) =>
            run([sql], () => (of[name] as (...how: never[]) => Promise<unknown>).apply(of, how)),
        ]),
      ),
    } as unknown as D1PreparedStatement
    texts.set(made, sql)
    originals.set(made, of)
    return made
  }
  return {
    prepare: (sql: string) => statement(sql, env.DB.prepare(sql)),
    batch: (all: D1PreparedStatement[]) =>
      run(
        all.map((one) => texts.get(one) ?? ''),
        () => env.DB.batch(all.map((one) => originals.get(one) as D1PreparedStatement)),
      ),
  } as unknown as D1Database
}

/** The objects of a kind, none of which answers. */
const deadObjects = (answer: () => Promise<never>) => ({
  getByName: () => new Proxy({}, { get: () => answer }),
})
const objects = (answer: () => Promise<never>) => ({
  CARPOOL: deadObjects(answer),
  TRIP: deadObjects(answer),
})

export const FAULTS = {
  'D1 fails': { DB: faultyDb(EVERYTHING, lost) },
  'D1 hangs': { DB: faultyDb(EVERYTHING, never) },
  'D1 is full': { DB: faultyDb(WRITES, full) },
  'D1 hangs when written': { DB: faultyDb(WRITES, never) },
  'objects fail': objects(() => Promise.reject(new Error('internal error; reference = x'))),
  'objects hang': objects(never),
}
export type Fault = keyof typeof FAULTS

/** What is asked of D1 or of an object is done, but the answer never comes. */
export const SILENT = {
  DB: faultyDb(/^insert into "orders"/i, never, true),
  CARPOOL: {
    getByName: (id: string) => ({
      snapshot: () => env.CARPOOL.getByName(id).snapshot(),
      async execute(...how: Parameters<CarpoolObject['execute']>) {
        await env.CARPOOL.getByName(id).execute(...how)
        return never()
      },
    }),
  },
}

/** The development worker with a fault. `patienceMs`: how long it waits for what hangs. */
export function faultyWorker(bindings: object, patienceMs: number) {
  const runtime = { ...devRuntime(env as DevEnv), patienceMs }
  const worker = createWorker(() => runtime, handlePage)
  const faulty = { ...env, ...bindings }
  return async (request: Request): Promise<Response> => {
    const execution = createExecutionContext()
    const response = await worker.fetch(request, faulty as never, execution)
    // What a request leaves behind hangs as well.
    await Promise.race([waitOnExecutionContext(execution), response.clone().arrayBuffer()])
    return response
  }
}
