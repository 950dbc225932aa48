import { cardJs } from '#workers/stripe/browser/card-js.ts'
import { challengeDoneJs } from '#workers/stripe/browser/challenge-done-js.ts'
import { makeStripeJs } from '#workers/stripe/browser/stripe-js.ts'
import type { Call } from '#workers/stripe/call.ts'
import { DISPUTE_STEPS, playDispute } from '#workers/stripe/disputes.ts'
import { ApiError, invalidRequest } from '#workers/stripe/errors.ts'
import { readFault } from '#workers/stripe/faults.ts'
import { parseForm } from '#workers/stripe/form.ts'
import { failPayout, makePayout } from '#workers/stripe/payouts.ts'
import { createRefund, playRefund, REFUND_STEPS } from '#workers/stripe/refunds.ts'
import { PAYMENT_STEPS, playPayment } from '#workers/stripe/three-d-secure.ts'
import { MOUNT, type World } from '#workers/stripe/world.ts'
import { cardPage } from './card.ts'
import { challengePage, remotePage } from './challenge.ts'
import { controlData, controlPage } from './control.ts'
import { script } from './html.ts'

/**
 * All of the stand-in except its API: scripts, the card form, 3-D Secure, the control page, faults.
 */
export async function answerPage(world: World, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const path = `${request.method} ${url.pathname}`
  if (path === 'GET /stripe.js') return script(makeStripeJs())
  if (path === 'GET /card.js') return script(cardJs)
  if (path === 'GET /challenge-done.js') return script(challengeDoneJs)
  if (path === 'GET /card') return cardPage(url)
  if (path === 'GET /')
    return wantsJson(request, url) ? Response.json(controlData(world)) : controlPage(world)
  if (path === 'GET /faults') return Response.json({ items: world.faults.list() })
  if (path === 'POST /faults') return setFault(world, request, await readBody(request))
  if (path === 'POST /refunds') return act(world, request, refundAsked)
  if (path === 'POST /disputes') return act(world, request, disputeAsked)
  if (path === 'POST /payouts') return act(world, request, payoutAsked)
  if (path === 'POST /_test/events/replay') return replay(world, request, await readBody(request))
  if (path === 'POST /payments') return act(world, request, paymentAsked)
  const remote = /^\/remote\/(payatt_\w+)$/.exec(url.pathname)?.[1]
  if (remote) return remotePage(world, request, remote)
  const challenge = /^\/3ds\/(payatt_\w+)$/.exec(url.pathname)?.[1]
  if (challenge) return challengePage(world, request, challenge)
  return Response.json(
    { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${path}).` } },
    { status: 404 },
  )
}

const wantsJson = (request: Request, url: URL): boolean =>
  url.searchParams.get('format') === 'json' || request.headers.get('Accept') === 'application/json'

async function readBody(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('Content-Type') ?? ''
  const body: unknown = type.includes('form')
    ? Object.fromEntries(await request.formData())
    : await request.json().catch(() => ({}))
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

/** Redirects a form to the control page; answers a script with JSON. */
const done = (request: Request, json: unknown): Response =>
  request.headers.get('Content-Type')?.includes('form')
    ? new Response(null, { status: 303, headers: { Location: `${MOUNT}/` } })
    : Response.json(json)

function setFault(world: World, request: Request, body: unknown): Response {
  const fault = readFault(body)
  if (fault === null)
    return Response.json(
      { error: 'kind must be a known fault and count a whole number' },
      { status: 422 },
    )
  if (fault === 'none') {
    world.faults.clear()
    world.releaseHung()
  } else world.faults.set(fault)
  return done(request, { items: world.faults.list() })
}

type JsonBody = Record<string, unknown>

/**
 * `{intent, amount}`: a refund made in the dashboard; without an amount, of the whole remainder.
 * `{intent, step, refund}`: a step of a refund; without an id, of the newest.
 */
function refundAsked(call: Call, { intent, amount, step, refund }: JsonBody): object {
  const known = REFUND_STEPS.find((one) => one === step)
  if (known)
    return playRefund(call, String(intent ?? ''), known, refund ? String(refund) : undefined)
  if (step)
    throw invalidRequest(`step must be one of ${REFUND_STEPS.join(', ')}`, { param: 'step' })
  const form = new URLSearchParams({ payment_intent: String(intent ?? '') })
  if (amount) form.set('amount', String(amount))
  return createRefund(call, parseForm(form.toString()))
}

/** `{intent, step}`: the end of a payment that another app is processing. */
function paymentAsked(call: Call, { intent, step }: JsonBody): object {
  const known = PAYMENT_STEPS.find((one) => one === step)
  if (!known)
    throw invalidRequest(`step must be one of ${PAYMENT_STEPS.join(', ')}`, { param: 'step' })
  return playPayment(call, String(intent ?? ''), known)
}

/** `{intent, step, amount}`: the next step of a dispute. */
function disputeAsked(call: Call, { intent, step, amount }: JsonBody): object {
  const known = DISPUTE_STEPS.find((one) => one === step)
  if (!known)
    throw invalidRequest(`step must be one of ${DISPUTE_STEPS.join(', ')}`, { param: 'step' })
  return playDispute(call, String(intent ?? ''), known, amount ? Number(amount) : undefined)
}

/** `{amount}`: a payout by hand; without it, Stripe's own. `{payout, step: 'fail'}`: it fails. */
const payoutAsked = (call: Call, { amount, payout, step }: JsonBody): object =>
  step === 'fail'
    ? failPayout(call, String(payout ?? ''))
    : makePayout(call, amount ? Number(amount) : undefined)

/** Performs an action of Stripe's dashboard, or of a bank behind it. */
async function act(world: World, request: Request, work: (call: Call, asked: JsonBody) => object) {
  const asked = await readBody(request)
  try {
    const made = work(world.call({ publishable: false, key: null, requestId: null }), asked)
    world.afterCall()
    return done(request, made)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return Response.json({ error: error.body }, { status: error.status })
  }
}

/**
 * `{id, times}`: sends an event again; without an id, once each everything that was dropped or
 * given up.
 */
function replay(world: World, request: Request, body: Record<string, unknown>): Response {
  const times = Math.min(Math.max(Number(body.times ?? 1) || 1, 1), 100)
  const ids = typeof body.id === 'string' ? [body.id] : world.deliveries.undelivered()
  for (const id of ids) world.deliveries.replay(id, times, world.clock.now())
  world.afterCall()
  return done(request, { replayed: ids.length })
}
