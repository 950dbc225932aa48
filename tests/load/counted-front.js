import { AsyncLocalStorage } from 'node:async_hooks'
import * as product from './worker.js'

/**
 * Sits in front of the product's bundle in a benchmark and counts its requests to the platform: see
 * tests/load/counted.ts. Worker, objects and this file share one isolate, so one map holds it all.
 * Nothing here is in the product. `DELAYS`, in milliseconds, stands before this file.
 */
const COUNTS = '/__count'
/** By kind, actor and operation: how often, and the rows read and written. */
const entries = new Map()

/** Work that no request waits for. */
const aside = new AsyncLocalStorage()
/** The response that is being waited for: how often, one after another, and for what. */
let waiting = null

const later = (ms) => ms > 0 && new Promise((done) => setTimeout(done, ms))

/**
 * Something on the way that takes `ms`: what begins while others are on the way is one round with
 * them, what begins after one has arrived is the next.
 */
async function onTheWay(of, ms, work) {
  const mine = aside.getStore() ? null : waiting
  const round = mine && mine.rounds + 1
  if (mine) mine[of]++
  await later(ms)
  const answer = await work()
  if (mine) mine.rounds = Math.max(mine.rounds, round)
  return answer
}

function note(kind, by, what, { times = 1, rowsRead = 0, rowsWritten = 0, rows = 0 } = {}) {
  const key = `${kind}\n${by}\n${what}`
  const entry = entries.get(key) ?? {
    kind,
    by,
    what,
    times: 0,
    rowsRead: 0,
    rowsWritten: 0,
    rows: 0,
  }
  entry.times += times
  entry.rowsRead += rowsRead
  entry.rowsWritten += rowsWritten
  entry.rows += rows
  entries.set(key, entry)
}

/**
 * A D1 binding over another binding's fetcher. `first()` and `raw()` discard a query's row counts,
 * so they are taken from the response itself; there, one call is one round trip, whichever method
 * was called.
 */
function countedDatabase(binding, by) {
  const inner = binding.fetcher
  if (!inner) throw new Error('the runtime’s D1 binding has changed: adapt the counting to it')
  const fetcher = {
    async fetch(input, init) {
      const response = await onTheWay('d1', DELAYS.d1, () => inner.fetch(input, init))
      const asked = [JSON.parse(init.body)].flat()
      const answers = [await response.clone().json()].flat()
      note('round trip', by, `${asked.length} statements`)
      for (const [index, { sql }] of asked.entries()) {
        const { meta, results } = answers[index] ?? {}
        const rows = (results?.rows ?? results ?? []).length ?? 0
        note('d1', by, sql, { rowsRead: meta?.rows_read, rowsWritten: meta?.rows_written, rows })
      }
      return response
    },
  }
  return new binding.constructor(fetcher)
}

/** A namespace of objects whose stubs count their calls. */
function countedNamespace(namespace, name, by) {
  const counted = (stub) =>
    new Proxy(stub, {
      get(target, key) {
        const value = target[key]
        if (typeof value !== 'function' || typeof key !== 'string') return value
        return (...args) => {
          note('call', by, `${name}.${key}`)
          // It has arrived: what the object asks for in turn is the next round.
          return onTheWay('objects', DELAYS.object, () => {}).then(() => target[key](...args))
        }
      },
    })
  return new Proxy(namespace, {
    get(target, key) {
      const value = target[key]
      if (typeof value !== 'function') return value
      const makesStub = key === 'get' || key === 'getByName'
      return (...args) => (makesStub ? counted(target[key](...args)) : target[key](...args))
    },
  })
}

function countedEnv(env, by) {
  const objects = ['CARPOOL', 'TRIP'].map((name) => [name, countedNamespace(env[name], name, by)])
  return { ...env, ...Object.fromEntries(objects), DB: countedDatabase(env.DB, by) }
}

/**
 * The object's own SQL. A cursor knows what it has read once it is exhausted, which is before
 * anything is awaited.
 */
function countStorage(storage, by) {
  const { sql } = storage
  const exec = sql.exec.bind(sql)
  sql.exec = (query, ...values) => {
    const cursor = exec(query, ...values)
    queueMicrotask(() =>
      note('sql', by, query, { rowsRead: cursor.rowsRead, rowsWritten: cursor.rowsWritten }),
    )
    return cursor
  }
  const setAlarm = storage.setAlarm.bind(storage)
  storage.setAlarm = (...args) => {
    note('alarm set', by, 'setAlarm')
    return setAlarm(...args)
  }
}

const counted = (Base, by) =>
  class extends Base {
    constructor(ctx, env) {
      countStorage(ctx.storage, by)
      super(ctx, countedEnv(env, by))
    }
    alarm() {
      note('alarm', by, 'alarm')
      return aside.run(true, () => super.alarm())
    }
  }

export const Carpool = counted(product.Carpool, 'Carpool')
export const Trip = counted(product.Trip, 'Trip')

const send = globalThis.fetch
globalThis.fetch = (input, init) => {
  const { method, url } = new Request(input, init)
  const { host, pathname } = new URL(url)
  note('fetch', 'outbound', `${method} ${host}${pathname}`)
  return onTheWay('stripe', 0, () => send(input, init))
}

async function answer(request, execution) {
  const mine = { rounds: 0, d1: 0, objects: 0, stripe: 0 }
  waiting = mine
  const response = await product.default.fetch(request, workerEnv, execution)
  if (waiting === mine) waiting = null
  const counted = new Response(response.body, response)
  counted.headers.set('Waited-For', JSON.stringify(mine))
  return counted
}

let workerEnv
export default {
  ...product.default,
  fetch(request, env, execution) {
    workerEnv ??= countedEnv(env, 'worker')
    if (new URL(request.url).pathname !== COUNTS) return answer(request, execution)
    const taken = [...entries.values()]
    entries.clear()
    return Response.json(taken)
  },
}
