import { API_VERSION } from './call.ts'
import { expireHolds } from './charges.ts'
import { ApiError, serverError, unauthorized } from './errors.ts'
import { expand } from './expand.ts'
import { type Form, parseForm } from './form.ts'
import { newId } from './id.ts'
import type { Answer, KeyVerdict } from './idempotency.ts'
import { texts } from './params.ts'
import { findRoute, type Route } from './routes.ts'
import type { World } from './world.ts'

/** Decoded here because `text()` warns about every form it reads. */
const readText = async (request: Request): Promise<string> =>
  new TextDecoder().decode(await request.arrayBuffer())

type ApiRequest = {
  method: string
  path: string
  body: string
  form: Form
  publishable: boolean
  key: string | null
  requestId: string
}

/**
 * Answers one request to `/v1/…`. Everything between the last await and the answer runs
 * synchronously, so two calls never interleave. Rejects if a fault leaves the caller without an
 * answer.
 */
export async function answerApi(world: World, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const requestId = newId('req')
  const headers = new Headers({
    'Content-Type': 'application/json',
    'request-id': requestId,
    'Cache-Control': 'no-store',
  })
  headers.set('stripe-version', request.headers.get('Stripe-Version') ?? API_VERSION)
  const key = request.method === 'POST' ? request.headers.get('Idempotency-Key') : null
  if (key) headers.set('idempotency-key', key)
  const body = request.method === 'GET' ? url.search.slice(1) : await readText(request)
  const path = url.pathname.replace(/\/$/, '')
  let answer: Answer
  let publishable = false
  try {
    const form = parseForm(body)
    publishable = isPublishable(request.headers.get('Authorization'))
    const asked = { method: request.method, path, body, form, publishable, key, requestId }
    answer = await answerAsked(world, asked, headers)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    answer = failed(error, requestId)
  }
  world.afterCall()
  if (world.faults.takeForCall('lose-answers', { method: request.method, path, publishable }))
    throw new Error('The stand-in was told to lose this answer.')
  return new Response(answer.body, { status: answer.status, headers })
}

async function answerAsked(world: World, asked: ApiRequest, headers: Headers): Promise<Answer> {
  const found = findRoute(asked.method, asked.path)
  if (!found)
    throw new ApiError(
      404,
      {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${asked.method}: ${asked.path}).`,
      },
      false,
    )
  if (asked.publishable && found.route.who === 'secret')
    throw unauthorized(
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
      'secret_key_required',
    )
  const verdict = asked.key
    ? world.keys.begin(asked.key, `${asked.method} ${asked.path}\n${asked.body}`, world.clock.now())
    : null
  if (verdict?.kind === 'replay') {
    headers.set('idempotent-replayed', 'true')
    return verdict.answer
  }
  const hang = world.faults.takeForCall('hang-calls', asked)
  if (hang) {
    await world.hang(hang)
    finish(world, verdict, null)
    throw new ApiError(
      500,
      { type: 'api_error', message: 'The stand-in was told to let this call hang.' },
      false,
    )
  }
  return runOnce(world, asked, found, verdict)
}

function runOnce(
  world: World,
  asked: ApiRequest,
  found: { route: Route; id: string },
  verdict: KeyVerdict | null,
): Answer {
  const call = world.call(asked)
  try {
    if (world.faults.takeForCall('fail-calls', asked)) throw serverError()
    expireHolds(call)
    const object = expand(
      call,
      found.route.run(call, asked.form, found.id),
      texts(asked.form, 'expand') ?? [],
    )
    const answer = {
      status: 200,
      body: JSON.stringify(asked.publishable ? publicView(object) : object, null, 2),
    }
    finish(world, verdict, answer)
    return answer
  } catch (error) {
    const answer =
      error instanceof ApiError ? failed(error, asked.requestId, asked.publishable) : null
    finish(world, verdict, error instanceof ApiError && error.stored ? answer : null)
    if (answer) return answer
    throw error
  }
}

const finish = (world: World, verdict: KeyVerdict | null, answer: Answer | null) => {
  if (verdict?.kind === 'run') world.keys.end(verdict, answer, world.clock.now())
}

function failed(error: ApiError, requestId: string, publishable = false): Answer {
  const body =
    publishable && error.body.payment_intent
      ? { ...error.body, payment_intent: publicView(error.body.payment_intent) }
      : error.body
  const url = `https://dashboard.stripe.com/test/logs/${requestId}`
  return {
    status: error.status,
    body: JSON.stringify({ error: { ...body, request_log_url: url } }, null, 2),
  }
}

/** Whether the key is publishable. Throws for a missing, live or unknown key. */
function isPublishable(authorization: string | null): boolean {
  const [, key] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? []
  if (!key)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (/^pk_test_\w+$/.test(key)) return true
  if (/^[sr]k_test_\w+$/.test(key)) return false
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****`, 'api_key_invalid')
}

const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'capture_method',
  'client_secret',
  'currency',
  'last_payment_error',
  'next_action',
  'payment_method',
  'payment_method_types',
  'status',
]

/**
 * The part of an intent that a browser may see: no private fields of the merchant, such as
 * metadata. Other objects are returned whole.
 */
function publicView(object: object): object {
  if (!('object' in object) || object.object !== 'payment_intent') return object
  return Object.fromEntries(Object.entries(object).filter(([name]) => PUBLIC_FIELDS.includes(name)))
}
