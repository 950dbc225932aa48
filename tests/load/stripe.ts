import { writeFileSync } from 'node:fs'
import path from 'node:path'
import Stripe from 'stripe'
import { root } from '../../scripts/dev-config.ts'
import { bundle, NAME, start } from './product.ts'
import { temporary } from './temporary.ts'

/** Stripe's side of a benchmark. */
export type StripeSide = {
  /**
   * For `startProduct({ outbound })`: handles the product's requests to api.stripe.com, refuses any
   * other host.
   */
  answer(request: Request): Promise<Response>
  /**
   * The official client, pointed at the same stand-in, for the actions of a student's browser or an
   * administrator. Not counted.
   */
  client: Stripe
  /**
   * How often the product has made each kind of call since this was last called, such as `POST
   * /v1/payment_intents/:id/cancel`.
   */
  takeCalls(): Record<string, number>
  close(): Promise<void>
}

/**
 * Starts development's stateful Stripe (docs/stand-ins.md) in its own process, so that its work
 * does not run on the product's thread, which pays only for a call over HTTP, as in production.
 * What joins and payments create here persists: it can be read, confirmed, captured and cancelled,
 * by the product and by `client`:
 *
 *     const stripe = await startStripe()
 *     const product = await startProduct({ outbound: stripe.answer })
 *     …
 *     // requires_capture afterwards
 *     await stripe.client.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
 *
 * No event is delivered: a benchmark of events reads `client.events.list()` and sends them
 * itself, signed.
 */
export async function startStripe(): Promise<StripeSide> {
  const object = { type: 'durable-object', worker: NAME }
  const storage = { type: 'durable-object', storage: 'sqlite' }
  const standIn = await start(
    { 'worker.js': await codeOnce() },
    {
      env: {
        STRIPE_STAND_IN: { ...object, exportName: 'StripeStandIn' },
        DEV_CLOCK: { ...object, exportName: 'DevClock' },
        STRIPE_WEBHOOK_SECRET: { type: 'text', value: 'whsec_standin' },
      },
      exports: { StripeStandIn: storage, DevClock: storage },
    },
  )
  const { hostname: host, port } = new URL(standIn.url)
  const client = new Stripe('sk_test_standin', { host, port, protocol: 'http', telemetry: false })
  const faults = new URL('/faults', standIn.url)
  const dropped = { kind: 'drop-events', count: Number.MAX_SAFE_INTEGER }
  await fetch(faults, { method: 'POST', body: JSON.stringify(dropped) })
  let calls: Record<string, number> = {}
  return {
    async answer(request) {
      const { hostname, pathname, search } = new URL(request.url)
      if (hostname !== 'api.stripe.com') return new Response(null, { status: 502 })
      const kind = kindOf(request.method, pathname)
      calls[kind] = (calls[kind] ?? 0) + 1
      const body = request.method === 'GET' ? undefined : await request.text()
      const { method, headers } = request
      return fetch(standIn.url + pathname + search, { method, headers: [...headers], body })
    },
    client,
    takeCalls() {
      const taken = calls
      calls = {}
      return taken
    },
    close: standIn.close,
  }
}

/**
 * A call without its ids. Every object id has an underscore; names of things do too, but they have
 * no digits.
 */
const kindOf = (method: string, pathname: string) =>
  `${method} ${pathname.replaceAll(/\/[a-z]+_[A-Za-z_]*\d\w*/g, '/:id')}`

let code: Promise<string> | undefined
const codeOnce = () => (code ??= bundleStandIn())

/** The stand-in's object behind a worker that only forwards requests. */
function bundleStandIn(): Promise<string> {
  const folder = temporary()
  const from = (file: string) => JSON.stringify(path.join(root, 'workers', file))
  writeFileSync(
    path.join(folder, 'worker.js'),
    `export { StripeStandIn } from ${from('stripe/stand-in.ts')}
export { DevClock } from ${from('dev/clock.ts')}
export default {
  fetch(request, env) {
    const { pathname, search } = new URL(request.url)
    return env.STRIPE_STAND_IN.getByName('stripe').fetch(new Request('https://api.stripe.com' + pathname + search, request))
  },
}
`,
  )
  writeFileSync(
    path.join(folder, 'wrangler.toml'),
    `name = "stripe"
main = "worker.js"
compatibility_date = "2026-10-01"
compatibility_flags = ["nodejs_compat"]
`,
  )
  return bundle(folder)
}
