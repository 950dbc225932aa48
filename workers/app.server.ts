import { languageOfCall, languageOfPage } from '#app/i18n/detect.server.ts'
import { type ErrorCode, errorCatalogue } from '#app/kernel/error.ts'
import { hours, RETRY_AFTER_S } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isUnavailable } from '#app/kernel/within.ts'
import { type Config, ConfigError } from '#app/platform/config.server.ts'
import type { Env } from '#app/platform/env.ts'
import { createLog } from '#app/platform/log.server.ts'
import { asOneRequest } from '#app/platform/request-scope.server.ts'
import type { MakeRuntime, Runtime } from '#app/platform/runtime.ts'
import { type AppContext, createContext } from '#app/server/context.server.ts'
import { type AllResources, createResources } from '#app/server/resources.server.ts'
import { isOurKind, isShort } from '#app/web/http/address.server.ts'
import { asTold } from '#app/web/http/form-answer.server.ts'
import { isSameOrigin } from '#app/web/http/origin.server.ts'
import { asPlainForm } from '#app/web/http/plain-form.server.ts'
import { setSecurityHeaders } from '#app/web/http/security-headers.server.ts'
import { asApiRequest, BASE_PATH, isApiPath, isKnownMethod, isSecretPath } from './paths.ts'
import { plainError } from './plain-error.ts'
import { createVisitorPages } from './visitor-pages.ts'

/**
 * Where Remix's router asks for routes that it does not know. The live page knows all of its own,
 * and a long question takes Remix seconds: there are no others.
 */
const MANIFEST = `${BASE_PATH}__manifest`
const SECURITY_TXT = '/.well-known/security.txt'

/** Each line includes the id of its request. */
const log = createLog()

export type HandlePage = (request: Request, context: AppContext) => Promise<Response>

/**
 * The worker's shell around pages and API: base path, request id, security headers, origin check,
 * body limit, one log line per request, and a response even if something inside throws.
 */
export function createWorker(makeRuntime: MakeRuntime, handlePage: HandlePage) {
  const visitorPages = createVisitorPages()
  const resourcesOf = onePerIsolate(makeRuntime)

  async function answer(
    requestId: string,
    request: Request,
    env: Env,
    execution: ExecutionContext,
  ) {
    const runtime = makeRuntime(env)
    const visit = visitOf(requestId, request, runtime)
    const { url, startedAt } = visit
    const key = runtime.visitorPagesMs > 0 ? visitorPages.keyOf(request, url) : null
    const kept = key && visitorPages.find(key, startedAt)
    if (kept) return sendOff(visit, { response: kept })
    const answered = await answerTo(visit, () => resourcesOf(env), env, execution, handlePage)
    if (key && answered.shared && !answered.cookies?.length)
      answered.response = await visitorPages.keep(
        key,
        answered.response,
        startedAt + runtime.visitorPagesMs,
      )
    return sendOff(visit, answered)
  }

  return {
    fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
      const requestId = crypto.randomUUID()
      return asOneRequest({ requestId }, () => answer(requestId, request, env, execution))
    },

    scheduled: (_event: ScheduledController, env: Env): Promise<void> =>
      asOneRequest({ job: 'sweep' }, async () => {
        const { sweepAll } = await import('#app/server/sweep.server.ts')
        await sweepAll(resourcesOf(env))
      }),
  }
}

/** The resources, created by the first request that this isolate answers in an environment. */
function onePerIsolate(makeRuntime: MakeRuntime): (env: Env) => AllResources {
  const made = new WeakMap<Env, AllResources>()
  return (env) => {
    const known = made.get(env) ?? createResources(env, makeRuntime(env))
    made.set(env, known)
    return known
  }
}

/** One request, for the shell. */
const visitOf = (requestId: string, request: Request, runtime: Runtime) => ({
  request,
  runtime,
  requestId,
  url: new URL(request.url),
  startedAt: runtime.clock.now(),
  /** For the page's CSP. */
  nonce: btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))),
})
type Visit = ReturnType<typeof visitOf>
type Answer = { response: Response; cookies?: string[]; shared?: boolean }

/** The response of the pages or the API, or an error response if they throw. */
async function answerTo(
  { request, runtime, requestId, url, nonce }: Visit,
  resourcesOf: () => AllResources,
  env: Env,
  execution: ExecutionContext,
  handlePage: HandlePage,
): Promise<Answer> {
  try {
    const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work)
    const { context, cookies } = await createContext({
      request,
      url,
      env,
      runtime,
      resources: resourcesOf(),
      requestId,
      nonce,
      waitUntil,
    })
    const response = await route(request, url, context, handlePage)
    // Emails new notices now. The cron sweep is the fallback.
    if (request.method !== 'GET' && context.newNotices.mayExist()) waitUntil(sendEmails(context))
    return { response, cookies, shared: context.shared && context.missing.length === 0 }
  } catch (error) {
    log.error('request failed', error, { path: url.pathname })
    const isLater = error instanceof ConfigError || isUnavailable(error)
    const code = isLater ? 'unavailable' : 'internal'
    return { response: await refusal(request, url, requestId)(code) }
  }
}

/** Loaded only once there are emails to send. */
const sendEmails = async (context: AppContext): Promise<void> =>
  (await import('#app/notices/service/notice-emails.server.ts')).promptEmails(context)

/** Adds the headers of every response, and logs the request. */
function sendOff(visit: Visit, { response, cookies = [] }: Answer): Response {
  const { request, runtime, requestId, url, nonce, startedAt } = visit
  const headers = new Headers(response.headers)
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  headers.set('X-Request-Id', requestId)
  if (response.status === errorCatalogue.unavailable && !headers.has('Retry-After'))
    headers.set('Retry-After', String(RETRY_AFTER_S))
  setSecurityHeaders(headers, {
    nonce,
    secure: url.protocol === 'https:',
    secret: isSecretPath(url.pathname),
  })
  const isSame = !isApiPath(url.pathname) && isUnchanged(request, response, headers)
  const status = isSame ? 304 : response.status
  log.info('request', {
    method: request.method,
    path: url.pathname,
    status,
    ms: runtime.clock.now() - startedAt,
  })
  return new Response(isSame ? null : response.body, {
    status,
    statusText: isSame ? '' : response.statusText,
    headers,
  })
}

/** Whether the caller already has this page: open pages refresh themselves (decision 0016). */
const isUnchanged = (request: Request, { status }: Response, headers: Headers): boolean =>
  request.method === 'GET' &&
  status === 200 &&
  headers.has('ETag') &&
  headers.get('ETag') === request.headers.get('If-None-Match')

/** The refusal of a request, in its caller's language. */
function refusal(request: Request, { pathname }: URL, requestId: string) {
  const api = isApiPath(pathname)
  return async (code: ErrorCode): Promise<Response> =>
    plainError(code, {
      as: api ? 'api' : 'page',
      language: await (api ? languageOfCall : languageOfPage)(request),
      requestId,
    })
}

async function route(
  request: Request,
  url: URL,
  context: AppContext,
  handlePage: HandlePage,
): Promise<Response> {
  const { config } = context
  const refuse = refusal(request, url, context.requestId)
  if (!isOurKind(url.pathname) || !(isApiPath(url.pathname) || isShort(url)))
    return refuse('notFound')
  if (url.pathname === MANIFEST) return Response.json({})
  if (config.environment === 'production' && url.protocol === 'http:')
    return isApiPath(url.pathname) ? refuse('forbidden') : toHttps(url, config)
  if (isApiPath(url.pathname))
    return isKnownMethod(request)
      ? handlePage(asApiRequest(request, url), context)
      : refuse('methodNotAllowed')
  if (url.pathname === '/' || url.pathname === '/neighbourhelp')
    return new Response(null, { status: 302, headers: { Location: BASE_PATH } })
  if (url.pathname === SECURITY_TXT) return securityTxt(config, context.clock.now())
  // Pages without a referrer send the origin `null`, or none, and so do mail programs. These routes
  // are authorised by the secret URL, not by a cookie.
  const anyOrigin = isSecretPath(url.pathname)
  if (!anyOrigin && !isSameOrigin(request)) {
    context.log.warn('cross-origin form refused', { path: url.pathname })
    return refuse('forbidden')
  }
  if (request.method === 'GET' || request.method === 'HEAD') return handlePage(request, context)
  const form = await asPlainForm(request, anyOrigin)
  return form.ok ? asTold(request, await handlePage(form.value, context)) : refuse(form.error.code)
}

/**
 * Redirects pages to https. An API call is refused instead: after a redirect it would work, and
 * nobody would notice that its token is sent in clear text.
 */
function toHttps({ pathname, search }: URL, { siteUrl }: Config): Response {
  const Location = `https://${new URL(siteUrl).host}${pathname}${search}`
  return new Response(null, { status: 308, headers: { Location } })
}

/** Where to report a vulnerability (RFC 9116). */
function securityTxt({ email, siteUrl }: Config, now: Instant): Response {
  const address = /[^<>\s]+@[^<>\s]+/.exec(email.from)?.[0] ?? email.from
  const lines = [
    `Contact: mailto:${address}`,
    `Expires: ${new Date(now + hours(180 * 24)).toISOString()}`,
    'Preferred-Languages: zh, en',
    `Canonical: ${siteUrl}${SECURITY_TXT}`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
