import { hours, minutes } from '../app/domain/limits.ts'
import type { Instant } from '../app/domain/time.ts'
import { isSameOrigin } from '../app/http/origin.server.ts'
import { setSecurityHeaders } from '../app/http/security-headers.server.ts'
import { ConfigError } from '../app/services/config.server.ts'
import { type AppContext, createContext, createServices } from '../app/services/context.server.ts'
import { createIdempotency } from '../app/services/idempotency.server.ts'
import { createLog } from '../app/services/log.server.ts'
import type { Env } from './env.ts'
import { plainError } from './plain-error.ts'
import type { MakeRuntime, Runtime } from './runtime.ts'
import { createVisitorPages } from './visitor-pages.ts'

export const BASE_PATH = '/neighbourhelp/'
const BODY_LIMIT_BYTES = 64 * 1024
/** Emails that are sent at once, after the answer to a request. */
const PROMPT_EMAILS = 10
const API = /^(?:\/neighbourhelp)?\/api(?:\/|$)/
const CONSOLE = /^\/neighbourhelp\/admin(?:\/|\.|$)/
const PAYMENT_PAGE =
  /^\/neighbourhelp\/(?:(?:carpool|mail|moving)\/pay|profile\/(?:pay|deposit)|trip\/(?:pay|balance))\//

export type HandlePage = (request: Request, context: AppContext) => Promise<Response>

/**
 * The worker's shell around pages and API: base path, request id, security headers, origin check,
 * body limit, one log line a request, and an answer even when something below throws.
 */
export function createWorker(makeRuntime: MakeRuntime, handlePage: HandlePage) {
  const visitorPages = createVisitorPages()
  return {
    async fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
      const runtime = makeRuntime(env)
      const visit = visitOf(request, runtime)
      const { url, startedAt } = visit
      const shared = runtime.visitorPagesMs > 0 ? visitorPages.keyOf(request, url) : null
      const kept = shared && visitorPages.find(shared, startedAt)
      if (kept) return sendOff(visit, { response: kept })
      const answer = await answerTo(visit, env, execution, handlePage)
      if (shared && answer.whole && !answer.cookies?.length)
        answer.response = await visitorPages.keep(shared, answer.response, startedAt + runtime.visitorPagesMs)
      return sendOff(visit, answer)
    },

    /** Pokes the objects whose alarm is overdue (the alarm is the normal way, this the net below it) and forgets what is over. */
    async scheduled(_event: ScheduledController, env: Env): Promise<void> {
      const runtime = makeRuntime(env)
      const log = createLog({ job: 'sweep' })
      const services = createServices(env, runtime, log)
      const { accounts, admin, carpools, closing, orders, trips, db, clock } = services
      const keys = createIdempotency({ db, clock, log })
      const now = clock.now()
      await Promise.all([
        carpools.sweep(now),
        trips.sweep(now),
        orders.sweep(),
        closing.sweep(),
        accounts.purge(),
        admin.accounts.purge(),
        ...(isWholeHour(now) ? [keys.purge()] : []),
        services.balanceReminders.sweep().then(() => services.noticeEmails.sweep()),
      ])
    },
  }
}

/** Answers that were kept are forgotten once an hour, since all of them are looked through for it. */
const isWholeHour = (now: Instant) => now % hours(1) < minutes(1)

/** One request, as the shell knows it. */
const visitOf = (request: Request, runtime: Runtime) => {
  const requestId = crypto.randomUUID()
  return {
    request,
    runtime,
    requestId,
    url: new URL(request.url),
    startedAt: runtime.clock.now(),
    /** For the page's CSP. */
    nonce: btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))),
    log: createLog({ requestId }),
  }
}
type Visit = ReturnType<typeof visitOf>
type Answer = { response: Response; cookies?: string[]; stripeJsUrl?: string; whole?: boolean }

/** What pages or API answer, or what is said when something below them throws. */
async function answerTo(
  { request, runtime, requestId, url, nonce, log }: Visit,
  env: Env,
  execution: ExecutionContext,
  handlePage: HandlePage,
): Promise<Answer> {
  let stripeJsUrl: string | undefined
  try {
    const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work)
    const { context, cookies } = await createContext({ request, env, runtime, requestId, nonce, waitUntil })
    stripeJsUrl = context.config.stripe.jsUrl
    const response = await route(request, url, context, handlePage)
    // Somebody may have been told something; the minute's sweep is the net below it.
    if (request.method !== 'GET' && context.mayHaveTold())
      waitUntil(context.noticeEmails.sweep(PROMPT_EMAILS))
    return { response, cookies, stripeJsUrl, whole: context.missing.length === 0 }
  } catch (error) {
    log.error('request failed', error, { path: url.pathname })
    const status = error instanceof ConfigError ? 503 : 500
    return { response: plainError(status, requestId, API.test(url.pathname)), stripeJsUrl }
  }
}

/** The answer with the headers that every answer has, and its line in the log. */
function sendOff(visit: Visit, { response, cookies = [], stripeJsUrl = '' }: Answer): Response {
  const { request, runtime, requestId, url, nonce, startedAt, log } = visit
  const headers = new Headers(response.headers)
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  headers.set('X-Request-Id', requestId)
  if (CONSOLE.test(url.pathname)) headers.set('X-Robots-Tag', 'noindex, nofollow')
  const payment = PAYMENT_PAGE.test(url.pathname)
  setSecurityHeaders(headers, { nonce, payment, stripeJsUrl, secure: url.protocol === 'https:' })
  log.info('request', {
    method: request.method,
    path: url.pathname,
    status: response.status,
    ms: runtime.clock.now() - startedAt,
  })
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** Hundreds of schemas, made when first asked for: an isolate that is woken for a page or an object does without them. */
let api: typeof import('../app/api/handler.server.ts') | undefined

async function route(
  request: Request,
  url: URL,
  context: AppContext,
  handlePage: HandlePage,
): Promise<Response> {
  if (API.test(url.pathname)) {
    api ??= await import('../app/api/handler.server.ts')
    return api.handleApi(request, context)
  }
  if (url.pathname === '/' || url.pathname === '/neighbourhelp')
    return new Response(null, { status: 302, headers: { Location: BASE_PATH } })
  if (!isSameOrigin(request)) {
    context.log.warn('cross-origin form refused', { path: url.pathname })
    return plainError(403, context.requestId, false)
  }
  const limited = await withinBodyLimit(request)
  return limited ? handlePage(limited, context) : plainError(413, context.requestId, false)
}

/** The request with its body counted, or null when it is larger than a form of ours can be. */
async function withinBodyLimit(request: Request): Promise<Request | null> {
  if (!request.body) return request
  if (Number(request.headers.get('Content-Length') ?? 0) > BODY_LIMIT_BYTES) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > BODY_LIMIT_BYTES) return null
    chunks.push(chunk)
  }
  return new Request(request, { body: new Blob(chunks as BlobPart[]).stream() })
}
