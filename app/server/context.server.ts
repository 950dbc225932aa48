// Imported so that the augmentation below finds its module wherever this file is type-checked.

import type {} from '@remix-run/cloudflare'
import {
  readSession,
  sessionCookie,
  sessionCookieName,
  sessionHash,
  type User,
} from '#app/account/service/sessions.server.ts'
import {
  type AdminSession,
  adminCookieName,
  readAdminSession,
} from '#app/console/service/accounts.server.ts'
import { languageOfPage } from '#app/i18n/detect.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT, type T } from '#app/i18n/server.ts'
import { ok, type Result } from '#app/kernel/result.ts'
import { readUnread, type Unread } from '#app/notices/service/notices.server.ts'
import { readCookie } from '#app/platform/cookies.server.ts'
import type { Env } from '#app/platform/env.ts'
import {
  passRateLimit,
  type RateLimitName,
  visitorAddress,
} from '#app/platform/rate-limit.server.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { Runtime } from '#app/platform/runtime.ts'
import { SHIELDS, type Shielded } from '#app/platform/shields.server.ts'
import { readTasks, type TaskWords } from '#app/reminders/service/tasks.server.ts'
import type { AllResources } from './resources.server.ts'

/**
 * Everything a route, an API call or the scheduled handler may use; nothing else reaches `env`: the
 * resources of the isolate, and what belongs to the request.
 */
export type AppContext = AllResources & {
  requestId: string
  /** The URL as requested. */
  url: URL
  /** The page's CSP nonce, carried by its scripts. */
  nonce: string
  /**
   * Whether cookies carry Secure and the __Host- prefix: always in production, elsewhere only over
   * https.
   */
  secure: boolean
  language: Language
  /**
   * Whether the caller chose `language`; false if an API call names no language we support and
   * Chinese is only the default.
   */
  languageChosen: boolean
  readonly t: T
  /** The visitor's address for limits: an IPv4 address or an IPv6 /64. Never log it. */
  address: string
  /** The viewer of a page, read once from the session cookie. Never used by /api. */
  viewer(): Promise<{ user: User | null; expired: boolean }>
  /**
   * Hash of the session token, usable in queries before the session is read. Discard the result if
   * `viewer()` returns no user. Null without a cookie.
   */
  viewerRef: ViewerRef | null
  /** The token of the session cookie; empty without one. */
  sessionToken: string
  /** The viewer's unread notices; null for a visitor. */
  unread(): Promise<Unread | null>
  /** What the viewer has to do, the most urgent first; nothing for a visitor. */
  tasks(): Promise<TaskWords[]>
  /** The viewer of a console page, read from the console's own cookie. Never used by /api. */
  adminViewer(): Promise<{ session: AdminSession; token: string } | null>
  rateLimit(name: RateLimitName): Promise<Result<null>>
  /** The same for a page or form of the table. */
  shield(of: Shielded): Promise<Result<null>>
  setCookie(header: string): void
  /** The parts missing from this response because reading them failed. */
  missing: string[]
  /** Whether the response is a page that is the same for all visitors (`shared` in its handle). */
  shared: boolean
  waitUntil(promise: Promise<unknown>): void
}

declare module '@remix-run/cloudflare' {
  interface AppLoadContext extends AppContext {}
}

type Make = {
  request: Request
  url: URL
  env: Env
  runtime: Runtime
  resources: AllResources
  requestId: string
  nonce: string
  waitUntil(promise: Promise<unknown>): void
}

/** The one composition root. Returns the context and the cookies that the response must set. */
export async function createContext(
  make: Make,
): Promise<{ context: AppContext; cookies: string[] }> {
  const { request, url, env, runtime, resources, requestId, nonce, waitUntil } = make
  const cookies: string[] = []
  const secure = resources.config.environment === 'production' || url.protocol === 'https:'
  const address = visitorAddress(request)
  const setCookie = (header: string) => void cookies.push(header)
  const token = readCookie(request, sessionCookieName(secure))
  const viewerRef = token ? { tokenHash: sessionHash(token) } : null
  let viewer: ReturnType<AppContext['viewer']> | undefined
  let admin: ReturnType<AppContext['adminViewer']> | undefined
  let tasks: Promise<TaskWords[]> | undefined
  const context: AppContext = {
    ...resources,
    requestId,
    url,
    nonce,
    secure,
    language: await languageOfPage(request),
    languageChosen: true,
    get t() {
      return getT(this.language)
    },
    address,
    viewer: () => (viewer ??= readViewer(token, resources, secure, setCookie)),
    viewerRef,
    sessionToken: token ?? '',
    unread() {
      return forUser(this, (viewer) => readUnread(resources, viewer, this.t))
    },
    tasks() {
      tasks ??= forUser(this, (viewer) => readTasks(resources, viewer, this.t)).then(
        (found) => found ?? [],
      )
      return tasks
    },
    adminViewer: () => (admin ??= readAdmin(request, resources, secure)),
    rateLimit: async (name) => (runtime.rateLimits ? passRateLimit(env, name, address) : ok(null)),
    shield: (of) => context.rateLimit(SHIELDS[of]),
    setCookie,
    missing: [],
    shared: false,
    waitUntil,
  }
  return { context, cookies }
}

async function readViewer(
  token: string | null,
  resources: AllResources,
  secure: boolean,
  setCookie: (header: string) => void,
) {
  if (!token) return { user: null, expired: false }
  const session = await readSession(resources, token)
  if (!session) return { user: null, expired: true }
  if (session.renewed) setCookie(sessionCookie(token, secure))
  return { user: session.user, expired: false }
}

async function readAdmin(request: Request, resources: AllResources, secure: boolean) {
  const token = readCookie(request, adminCookieName(secure))
  const session = token ? await readAdminSession(resources, token) : null
  return token && session ? { session, token } : null
}

/** What is read of the viewer, once it is known that there is one. */
async function forUser<T>(
  context: AppContext,
  read: (viewer: ViewerRef) => Promise<T>,
): Promise<T | null> {
  const { viewerRef } = context
  const [{ user }, found] = await Promise.all([context.viewer(), viewerRef && read(viewerRef)])
  return user && found
}
