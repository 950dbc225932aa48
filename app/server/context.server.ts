// Imported so that the augmentation below finds its module wherever this file is type-checked.
import type {} from '@remix-run/cloudflare'
import {
  type Sessions,
  sessionCookieName,
  type User,
} from '#app/account/service/sessions.server.ts'
import {
  type AdminAccounts,
  type AdminSession,
  adminCookieName,
} from '#app/console/service/accounts.server.ts'
import { languageOfPage } from '#app/i18n/detect.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT, type T } from '#app/i18n/server.ts'
import type { Result } from '#app/kernel/result.ts'
import { ok } from '#app/kernel/result.ts'
import type { Unread } from '#app/notices/service/notices.server.ts'
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
import type { TaskWords } from '#app/reminders/service/tasks.server.ts'
import type { Services } from './services.server.ts'

/**
 * Everything a route, an API call or the scheduled handler may use; nothing else reaches `env`: the
 * services of the isolate, and what belongs to the request.
 */
export type AppContext = Services & {
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
  services: Services
  requestId: string
  nonce: string
  waitUntil(promise: Promise<unknown>): void
}

/** The one composition root. Returns the context and the cookies that the response must set. */
export async function createContext(
  make: Make,
): Promise<{ context: AppContext; cookies: string[] }> {
  const { request, url, env, runtime, services, requestId, nonce, waitUntil } = make
  const cookies: string[] = []
  const secure = services.config.environment === 'production' || url.protocol === 'https:'
  const address = visitorAddress(request)
  const setCookie = (header: string) => void cookies.push(header)
  const token = readCookie(request, sessionCookieName(secure))
  const viewerRef = token ? { tokenHash: services.sessions.hashOf(token) } : null
  let viewer: ReturnType<AppContext['viewer']> | undefined
  let admin: ReturnType<AppContext['adminViewer']> | undefined
  let tasks: Promise<TaskWords[]> | undefined
  const context: AppContext = {
    ...services,
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
    viewer: () => (viewer ??= readViewer(token, services, secure, setCookie)),
    viewerRef,
    sessionToken: token ?? '',
    async unread() {
      const read = viewerRef && services.notices.unread(viewerRef, this.t)
      const [{ user }, news] = await Promise.all([this.viewer(), read])
      return user && news
    },
    tasks() {
      tasks ??= readTasks(this, services)
      return tasks
    },
    adminViewer: () => (admin ??= readAdmin(request, services.admin.accounts, secure)),
    rateLimit: async (name) => (runtime.rateLimits ? passRateLimit(env, name, address) : ok(null)),
    shield: (of) => context.rateLimit(SHIELDS[of]),
    setCookie,
    missing: [],
    shared: false,
    waitUntil,
  }
  return { context, cookies }
}

async function readTasks(context: AppContext, { bookingTasks }: Services) {
  const { viewerRef, t } = context
  const read = viewerRef && bookingTasks.list(viewerRef, t)
  const [{ user }, tasks] = await Promise.all([context.viewer(), read])
  return (user && tasks) ?? []
}

async function readAdmin(request: Request, accounts: AdminAccounts, secure: boolean) {
  const token = readCookie(request, adminCookieName(secure))
  const session = token ? await accounts.read(token) : null
  return token && session ? { session, token } : null
}

async function readViewer(
  token: string | null,
  { sessions }: { sessions: Sessions },
  secure: boolean,
  setCookie: (header: string) => void,
) {
  if (!token) return { user: null, expired: false }
  const session = await sessions.read(token)
  if (!session) return { user: null, expired: true }
  if (session.renewed) setCookie(sessions.cookie(token, secure))
  return { user: session.user, expired: false }
}
