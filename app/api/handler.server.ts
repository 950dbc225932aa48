import { readSession, type User } from '#app/account/service/sessions.server.ts'
import { mayDo } from '#app/console/service/access.server.ts'
import {
  type Admin,
  type AdminSession,
  readAdminSession,
} from '#app/console/service/accounts.server.ts'
import { languageOfCall, namesLanguage } from '#app/i18n/detect.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { isUnavailable } from '#app/kernel/within.ts'
import { readText } from '#app/platform/body.server.ts'
import { beginKeyed, endKeyed, type Keyed } from '#app/platform/idempotency.server.ts'
import { inTripWords, issue } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import {
  type AnyCall,
  type Call,
  needsVersion,
  type RawCall,
  rateLimitOf,
} from './define.server.ts'
import { type Checked, checkFields } from './fields.server.ts'
import { apiPath, matchCall } from './match.server.ts'
import { problem, type Refusal, refusalOf } from './problem.server.ts'
import { calls } from './table.server.ts'

/** The caller; an administrator comes with their session. */
type Caller = { viewer: User | Admin | null; session?: AdminSession }
type Answer = { status: number; body?: unknown; version?: number }

/**
 * Answers a request below `/api` (or `/neighbourhelp/api`): finds its call, checks it, runs the
 * handler and writes the response. Never throws: a bug is logged and answered with 500.
 */
export async function handleApi(request: Request, context: AppContext): Promise<Response> {
  context.language = await languageOfCall(request)
  context.languageChosen = namesLanguage(request)
  let response: Response
  try {
    response = await route(request, context)
  } catch (error) {
    context.log.error('api call failed', error, { path: new URL(request.url).pathname })
    response = refuse({ code: isUnavailable(error) ? 'unavailable' : 'internal' }, context)
  }
  const headers = new Headers(response.headers)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  headers.append('Vary', 'Accept-Language, Authorization')
  headers.set('Content-Language', context.language)
  const body = request.method === 'HEAD' ? null : response.body
  return new Response(body, { status: response.status, headers })
}

const refuse = (refusal: Refusal, context: AppContext) =>
  problem(refusal, context.t, context.requestId)

async function route(request: Request, context: AppContext): Promise<Response> {
  const path = apiPath(new URL(request.url).pathname)
  const match = matchCall(calls, request.method, path)
  if (!match) return refuse({ code: 'notFound' }, context)
  if ('allow' in match) {
    const response = refuse({ code: 'methodNotAllowed' }, context)
    response.headers.set('Allow', match.allow.join(', '))
    return response
  }
  const shield = rateLimitOf(match.call)
  const passed = shield ? await context.rateLimit(shield) : ok(null)
  if (!passed.ok) return refuse(passed.error, context)
  if (isRaw(match.call)) {
    const answer = await match.call.raw({ request, context, path })
    return answer.ok ? answer.value : refuse(answer.error, context)
  }
  const answer = await run(match.call, match.params, request, context)
  if (answer.ok) return write(answer.value)
  return refuse(match.call.tag === 'trip' ? inTripWords(answer.error) : answer.error, context)
}

const isRaw = (call: AnyCall): call is RawCall => call.raw !== undefined

function write({ status, body, version }: Answer): Response {
  if (body === undefined) return new Response(null, { status })
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(version !== undefined && { ETag: `"${version}"` }),
    },
  })
}

/** Checks caller, body and fields, then runs the handler. */
async function run(
  call: Call,
  path: Record<string, string>,
  request: Request,
  context: AppContext,
): Promise<Checked<Answer>> {
  const token = bearer(request)
  const { fields, users } = await readFields(call, path, request, context)
  const key = readKey(call, request, context)
  const caller = await findCaller(call, token, context)
  if (!caller.ok) return caller
  const { viewer } = caller.value
  if (users.some((id) => id !== viewer?.id)) return fail('forbidden')
  if (!fields.ok) return fields
  const confirmed = await checkSecondStep(call, caller.value, fields.value, context)
  if (!confirmed.ok) return confirmed
  if (!key.ok) return key
  const version = readVersion(call, request)
  if (!version.ok) return version
  const input = {
    ...fields.value,
    viewer,
    token,
    attempt: key.value ?? crypto.randomUUID(),
    version: version.value,
    context,
    request,
  }
  const handle = async () => answerOf(call, await call.handler(input as never), context.language)
  if (key.value === null) return handle()
  const { params, body } = fields.value
  const named = { key: key.value, request: [call.method, call.path, params, body] }
  return once(context, { ...named, userId: viewer?.id ?? 'anonymous' }, handle)
}

async function readFields(
  call: Call,
  path: Record<string, string>,
  request: Request,
  { clock, t }: AppContext,
): Promise<ReturnType<typeof checkFields>> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const text = isRead ? ok('') : await readText(request)
  if (!text.ok) return { fields: text, users: [] }
  return checkFields(call, { path, request, text: text.value, now: clock.now(), t })
}

/** Converts a handler's result to the call's success response. */
function answerOf(call: Call, handled: Result<unknown>, language: Language): Result<Answer> {
  const [[status, schema] = ['204', null]] = Object.entries(call.responses)
  if (!handled.ok) return handled
  if (!schema) return ok({ status: Number(status) })
  const { table, ...version } = (call.versioned ? handled.value : { table: handled.value }) as {
    table: never
    version?: number
  }
  const body = schema.parse(call.out ? call.out(table, language) : table)
  return ok({ status: Number(status), body, ...version })
}

const bearer = (request: Request): string =>
  /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization')?.trim() ?? '')?.[1] ?? ''

/**
 * Identifies the caller. Only the bearer token counts (docs/api.md#callers): a cookie is never read
 * here.
 */
async function findCaller(call: Call, token: string, context: AppContext): Promise<Result<Caller>> {
  if (call.auth === 'none') return ok({ viewer: null })
  if (call.auth === 'admin') return findAdmin(call, token, context)
  if (!token) return call.auth === 'user' ? fail('loginExpired') : ok({ viewer: null })
  const session = await readSession(context, token)
  return session ? ok({ viewer: session.user }) : fail('loginExpired')
}

/**
 * The administrator, if allowed to make this call. A student's token gets `adminOnly`, any other
 * invalid token `loginExpired`.
 */
async function findAdmin(call: Call, token: string, context: AppContext): Promise<Result<Caller>> {
  const session = token ? await readAdminSession(context, token) : null
  if (session) {
    const { scope } = call
    const access = { ...(scope ? { scope } : { own: true }), confirmed: call.confirmed === true }
    const allowed = mayDo(session, access, context.clock.now())
    return allowed.ok ? ok({ viewer: allowed.value, session }) : allowed
  }
  const student = token ? await readSession(context, token) : null
  return fail(student ? 'adminOnly' : 'loginExpired')
}

/** The password check of calls that need it only for some bodies. */
async function checkSecondStep(
  { confirmed }: Call,
  { session }: Caller,
  { body, params }: { body: unknown; params: unknown },
  context: AppContext,
): Promise<Result<unknown>> {
  const isAsked =
    typeof confirmed === 'function' && (await confirmed(body as never, context, params as never))
  return session && isAsked
    ? mayDo(session, { own: true, confirmed: true }, context.clock.now())
    : ok(null)
}

/** The version in If-Match. A weak or unreadable one never matches. */
function readVersion(call: Call, request: Request): Result<number> {
  if (!needsVersion(call)) return ok(0)
  const sent = request.headers.get('If-Match')
  if (sent === null) return fail('versionRequired')
  const version = /^\s*"(\d{1,15})"\s*$/.exec(sent)?.[1]
  return version === undefined ? fail('versionConflict') : ok(Number(version))
}

const KEY = /^[\x21-\x7e]{1,255}$/

function readKey(call: Call, request: Request, context: AppContext): Checked<string | null> {
  const key = call.idempotent ? request.headers.get('Idempotency-Key') : null
  if (key === null || KEY.test(key)) return ok(key)
  const found = {
    code: 'custom' as const,
    path: ['Idempotency-Key'],
    message: issue('idempotencyKeyInvalid'),
  }
  return { ok: false, error: refusalOf([{ ...found, input: key }], context.t) }
}

/**
 * Runs a creating call once per caller and key. The first response is stored and repeated, unless
 * it was a bug or means "try again" (429, 5xx): then the key is free for the next try. That is safe
 * even if the first try still completes later, since everything created stores its key.
 */
async function once(
  context: AppContext,
  named: Keyed & { userId: string },
  handle: () => Promise<Result<Answer>>,
): Promise<Checked<Answer>> {
  const begun = await beginKeyed<Answer>(context, named)
  if (!begun.ok) return begun
  if (begun.value) return begun.value
  let answer: Result<Answer> | null = null
  try {
    answer = await handle()
    return answer
  } finally {
    await endKeyed(context, named, answer)
  }
}
