import { AsyncLocalStorage } from 'node:async_hooks'
import * as product from './worker.js'

/**
 * Sits in front of the product's bundle in a benchmark and counts what each response waits for: see
 * tests/load/counted.ts. Worker, objects and this file share one isolate. Nothing here is in the
 * product. `DELAYS`, in milliseconds, stands before this file.
 */

/** Work that no request waits for. */
const aside = new AsyncLocalStorage()
/** The response that is being waited for: how often, one after another, and for what. */
let waiting = null

const later = (ms) => ms > 0 && new Promise((done) => setTimeout(done, ms))

/**
 * Something on the way that takes `ms`: what begins while others are on the way is one round with
 * them, what begins after one has arrived is the next. `read`: the rows that it has read.
 */
async function onTheWay(of, ms, work, read = () => 0) {
  const mine = aside.getStore() ? null : waiting
  const round = mine && mine.rounds + 1
  if (mine) mine[of]++
  await later(ms)
  const answer = await work()
  if (mine) {
    mine.rounds = Math.max(mine.rounds, round)
    mine.rowsRead += await read(answer)
  }
  return answer
}

/**
 * A D1 binding over another binding's fetcher. `first()` and `raw()` discard a query's row counts,
 * so they are taken from the response itself; there, one call is one round trip, whichever method
 * was called.
 */
function countedDatabase(binding) {
  const inner = binding.fetcher
  if (!inner) throw new Error('the runtime’s D1 binding has changed: adapt the counting to it')
  const rowsIn = async (response) => {
    const answers = [await response.clone().json()].flat()
    return answers.reduce((sum, { meta }) => sum + (meta?.rows_read ?? 0), 0)
  }
  const fetch = (input, init) => onTheWay('d1', DELAYS.d1, () => inner.fetch(input, init), rowsIn)
  return new binding.constructor({ fetch })
}

/** A namespace of objects whose stubs count their calls. */
function countedNamespace(namespace) {
  const counted = (stub) =>
    new Proxy(stub, {
      get(target, key) {
        const value = target[key]
        if (typeof value !== 'function' || typeof key !== 'string') return value
        // It has arrived: what the object asks for in turn is the next round.
        return (...args) =>
          onTheWay('objects', DELAYS.object, () => {}).then(() => target[key](...args))
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

function countedEnv(env) {
  const objects = ['CARPOOL', 'TRIP'].map((name) => [name, countedNamespace(env[name])])
  return { ...env, ...Object.fromEntries(objects), DB: countedDatabase(env.DB) }
}

const counted = (Base) =>
  class extends Base {
    constructor(ctx, env) {
      super(ctx, countedEnv(env))
    }
    alarm() {
      return aside.run(true, () => super.alarm())
    }
  }

export const Carpool = counted(product.Carpool)
export const Trip = counted(product.Trip)

const send = globalThis.fetch
globalThis.fetch = (input, init) => onTheWay('stripe', 0, () => send(input, init))

let workerEnv
export default {
  ...product.default,
  async fetch(request, env, execution) {
    workerEnv ??= countedEnv(env)
    const mine = { rounds: 0, d1: 0, objects: 0, stripe: 0, rowsRead: 0 }
    waiting = mine
    const response = await product.default.fetch(request, workerEnv, execution)
    if (waiting === mine) waiting = null
    const counted = new Response(response.body, response)
    counted.headers.set('Waited-For', JSON.stringify(mine))
    return counted
  },
}
