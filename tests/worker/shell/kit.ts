import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { sessionCookieName } from '#app/account/service/sessions.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { createWorker, type HandlePage } from '#workers/app.server.ts'
import { type DevEnv, devRuntime } from '#workers/dev/runtime.ts'
import { handlePage } from '#workers/remix.ts'

export const ORIGIN = 'http://localhost:8787'
export const LANGUAGES = ['zh', 'en'] as const satisfies Language[]

type Options = {
  lang?: Language
  /** The token of a logged-in student. */
  session?: string
  method?: string
  headers?: Record<string, string>
  body?: BodyInit
  /** Further cookies, as a browser would send them. */
  cookies?: Record<string, string>
  /** The scheme and host of the request. */
  origin?: string
  /** Bindings and variables that differ from the development worker's; undefined removes one. */
  env?: Record<string, unknown>
  /** Replaces the pages. */
  pages?: HandlePage
}
export type Answer = { status: number; headers: Headers; text: string }

/** One request to the shell, with the test's own pages, bindings and variables. */
export async function ask(path: string, options: Options = {}): Promise<Answer> {
  const { lang = 'zh', origin = ORIGIN, method = 'GET', body } = options
  const Cookie = `language=${lang}; ${sessionCookieName(origin.startsWith('https:'))}=${options.session ?? ''}`
  const more = Object.entries(options.cookies ?? {}).map(([name, value]) => `; ${name}=${value}`)
  const headers = { ...options.headers, Cookie: Cookie + more.join('') }
  const request = new Request(origin + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body && { body }),
  })
  const worker = createWorker(() => devRuntime(env as DevEnv), options.pages ?? handlePage)
  const execution = createExecutionContext()
  const response = await worker.fetch(request, { ...env, ...options.env }, execution)
  await waitOnExecutionContext(execution)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** A page's policy by directive. */
export const policyOf = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(
    (headers.get('Content-Security-Policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )

/** A database that fails every query with an error whose text must not get out. */
export const SECRET = 'no such column: users.password_hash of wang_ming'
export const brokenDatabase = {
  DB: {
    prepare() {
      throw new Error(SECRET)
    },
    batch: () => Promise.reject(new Error(SECRET)),
  },
}
