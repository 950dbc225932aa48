import { env, runInDurableObject } from 'cloudflare:test'
import Stripe from 'stripe'
import { expect } from 'vitest'
import type { Fault } from '#workers/stripe/faults.ts'
import { findRoute, type Route } from '#workers/stripe/routes.ts'
import type { StripeStandIn } from '#workers/stripe/stand-in.ts'

type Bindings = {
  STRIPE_STAND_IN: DurableObjectNamespace<StripeStandIn>
  STRIPE_WEBHOOK_SECRET: string
}
export const bindings = env as unknown as Bindings
export const webhookSecret = bindings.STRIPE_WEBHOOK_SECRET

export type Received = { event: Stripe.Event; body: string; signature: string }

/** The routes the official client has called in this file. */
export const calledRoutes = new Set<Route>()

/**
 * The test's own stand-in, the official client connected to it, and an inbox in place of the app.
 */
export async function openStripe(options: { maxNetworkRetries?: number; timeout?: number } = {}) {
  const name = crypto.randomUUID()
  // A stub belongs to the request it was made in, and the app's part runs inside the stand-in's
  // request.
  const open = () => bindings.STRIPE_STAND_IN.getByName(name)
  const stub = open()
  const clock = {
    offset: 0,
    now: () => Date.now() + clock.offset,
    systemTime: (instant: number) => instant - clock.offset,
  }
  const received: Received[] = []
  /** The app's response: a status, or a failure to respond. */
  const app = { answer: async (_event: Stripe.Event): Promise<number> => 200 }
  const attach = () =>
    runInDurableObject(stub, (standIn: StripeStandIn) => {
      standIn.clock = clock
      standIn.toApp = async (request) => {
        const body = await request.text()
        const event = JSON.parse(body) as Stripe.Event
        const status = await app.answer(event)
        received.push({ event, body, signature: request.headers.get('Stripe-Signature') ?? '' })
        return new Response(null, { status })
      }
    })
  await attach()
  const calls: Request[] = []
  const answers: Response[] = []
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    calls.push(request.clone() as Request)
    const found = findRoute(request.method, new URL(request.url).pathname)
    if (found) calledRoutes.add(found.route)
    const answer = await open().fetch(request)
    answers.push(answer)
    return answer
  }
  const client = (key: string) =>
    new Stripe(key, {
      httpClient: Stripe.createFetchHttpClient(send),
      maxNetworkRetries: options.maxNetworkRetries ?? 0,
      timeout: options.timeout ?? 10_000,
      telemetry: false,
    })
  return {
    stub,
    clock,
    received,
    app,
    calls,
    answers,
    attach,
    stripe: client('sk_test_standin'),
    browser: client('pk_test_standin'),
    types: () => received.map(({ event }) => event.type as string),
    settle: () => stub.settleDue(),
    /** Moves this stand-in's clock forward and does what is due. */
    advance: (seconds: number) => {
      clock.offset += seconds * 1000
      return stub.settleDue()
    },
    fault: async (fault: Partial<Fault> | { kind: 'none' }) => {
      const answer = await stub.fetch('http://localhost/faults', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(fault),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
    },
    /** Waits until the fault has hit the last call it was meant for. */
    faultMet: () =>
      expect
        .poll(async () => (await stub.fetch('http://localhost/faults')).json(), { timeout: 10_000 })
        .toEqual({ items: [] }),
    /** A call that bypasses the official client, as a script or a browser makes it. */
    call: (
      method: string,
      path: string,
      fields: Record<string, string> = {},
      key = 'sk_test_standin',
    ) => {
      const body = new URLSearchParams(fields)
      const url = `http://localhost:8801${path}`
      const headers = { Authorization: `Bearer ${key}` }
      return method === 'GET'
        ? stub.fetch(`${url}?${body}`, { headers })
        : stub.fetch(url, { method, headers, body, redirect: 'manual' })
    },
  }
}
export type OpenStripe = Awaited<ReturnType<typeof openStripe>>

export const deposit = { amount: 2000, currency: 'gbp', capture_method: 'manual' } as const
export const payment = { amount: 1800, currency: 'gbp' } as const

/** A promise's rejection reason; fails if it was not rejected. */
export async function rejection(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await promise
  } catch (error) {
    return error as Stripe.errors.StripeError
  }
  throw new Error('this should have failed')
}

/** A card's fields as a browser's card form sends them. */
export const card = (number: string) => ({
  type: 'card' as const,
  card: { number, exp_month: 12, exp_year: 2034, cvc: number.startsWith('3') ? '1234' : '123' },
})
