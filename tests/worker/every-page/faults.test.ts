import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { calls } from '#app/api/table.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { hours } from '#app/kernel/limits.ts'
import { adminSessions, sessions } from '#db/schema.ts'
import { FAULTS, type Fault, faultyWorker } from '#tests/worker/faults.ts'
import { db, now, ORIGIN } from '#tests/worker/world/services.ts'
import { consolePages, pages } from './pages.ts'
import { admin, BASE, fill, owner, pathOf, withAction } from './site.ts'

/**
 * Every page, file and call while D1 or the objects fail, hang or cannot be written: a small answer
 * in time, in the caller's language, that says to come back. Pages can be read while D1 is full.
 */

type Shown = { path: string; status: number; text: string; headers: Headers; ms: number }
const LANGUAGES = ['zh', 'en'] as const
/** With real reads beside what hangs, a busy machine needs more. */
const PATIENCE_MS: Record<Fault, number> = {
  'D1 fails': 8000,
  'D1 hangs': 60,
  'D1 is full': 8000,
  'D1 hangs when written': 2500,
  'objects fail': 8000,
  'objects hang': 400,
}

const everywhere = [...pages, ...consolePages].map(({ at, route }) => ({ at, route }))
const isConsole = (path: string) => path.startsWith('/admin')
const fetchOf = (fault: Fault) => faultyWorker(FAULTS[fault], PATIENCE_MS[fault])
const healthy = faultyWorker({ DB: env.DB }, 8000)

async function show(
  worker: ReturnType<typeof faultyWorker>,
  path: string,
  init: RequestInit = {},
  lang: Language = 'zh',
): Promise<Shown> {
  const { cookie = '' } = (isConsole(path) ? admin : owner) ?? {}
  const sent = path.endsWith('/login') ? '' : cookie
  const before = Date.now()
  const request = new Request(`${ORIGIN}${BASE}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: `language=${lang}; ${sent}` },
  })
  const response = await worker(request)
  const { status, headers } = response
  return { path, status, text: await response.text(), headers, ms: Date.now() - before }
}

/** All of it, a few at a time. */
async function each<T, R>(all: readonly T[], work: (one: T, index: number) => Promise<R>) {
  const done: R[] = []
  for (let from = 0; from < all.length; from += 8)
    done.push(
      ...(await Promise.all(all.slice(from, from + 8).map((one, n) => work(one, from + n)))),
    )
  return done
}

/**
 * What is wrong with an answer; null if it is as it should be. `lang`: the language in which it
 * says that something is out of reach; null if its page says that in its own way.
 */
function wrong({ path, status, text, headers, ms }: Shown, lang: Language | null): string | null {
  const told = (what: string) => `${path} ${status} ${what}`
  if (ms > 20_000) return told(`${ms} ms`)
  if (/Unexpected Server Error|Failed query|D1_ERROR|SQLITE/.test(text)) return told('insides')
  if (status < 500) return null
  if (status !== 503) return told(text.slice(0, 200))
  if (headers.get('Retry-After') !== '5') return told('does not say when to come back')
  if (!lang) return null
  const t = getT(lang)
  const words = [
    t('errors:unavailable'),
    t('common:unavailable.title'),
    t('admin:error.unavailable.title'),
  ]
  const plain = text.replace(/&#x27;/g, '’')
  return words.some((word) => plain.includes(word)) ? null : told('not in the caller’s language')
}

/** All forms and calls but those that end the session. */
const ENDS = /logout|sessions|password/
const forms = withAction.map(pathOf).filter((route) => !ENDS.test(route))
const others = calls.filter(({ path }) => !ENDS.test(path))

/** Leaves the house only with a record of who took it (decision 0016). */
const RECORDED = ['/admin/exports/:name', '/admin/day/file', '/admin/bookings/print']

const faults = Object.keys(FAULTS) as Fault[]
/** Writes that hang are waited for in turn; those that fail take the same ways at once. */
const quick = faults.filter((fault) => fault !== 'D1 hangs when written')

describe.each(quick)('%s', (fault) => {
  test('every page and file answers in time and in the caller’s language', async () => {
    const worker = fetchOf(fault)
    const bad = await each(everywhere, async ({ at, route }, index) => {
      const lang = LANGUAGES[index % 2] ?? 'zh'
      const asEver = fault === 'D1 is full' && !RECORDED.includes(route)
      const before = asEver && (await show(healthy, fill(at))).status
      const shown = await show(worker, fill(at), {}, lang)
      return asEver && shown.status !== before ? `${at} ${shown.status}` : wrong(shown, lang)
    })
    expect(bad.filter(Boolean)).toEqual([])
  })

  test('so does the data of every page, read by a script', async () => {
    const worker = fetchOf(fault)
    const bad = await each(everywhere, async ({ at }, index) => {
      const lang = LANGUAGES[index % 2] ?? 'zh'
      const [path = '', query] = fill(at).split('?')
      const data = `${path === '/' ? '/_root' : path}.data${query ? `?${query}` : ''}`
      return wrong(await show(worker, data, {}, lang), null)
    })
    expect(bad.filter(Boolean)).toEqual([])
  })

  test('no form ends in an error of ours', async () => {
    const worker = fetchOf(fault)
    const known = new Map(everywhere.map(({ at, route }) => [route, at]))
    const bad = await each(forms, async (route, index) => {
      const lang = LANGUAGES[index % 2] ?? 'zh'
      const init = { method: 'POST', body: new URLSearchParams({ phone: '07700900123' }) }
      return wrong(await show(worker, fill(known.get(route) ?? route), init, lang), null)
    })
    expect(bad.filter(Boolean)).toEqual([])
  })

  test('every call answers as its document says', async () => {
    const worker = fetchOf(fault)
    const bad = await each(others, async ({ method, path, auth }, index) => {
      const lang = LANGUAGES[index % 2] ?? 'zh'
      const token = ((auth === 'admin' ? admin : owner)?.cookie ?? '').replace(/^\w+=/, '')
      const url = `${ORIGIN}/api${path.replace(/:\w+/g, 'none')}?lang=${lang}`
      const response = await worker(
        new Request(url, {
          method,
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          ...(method !== 'GET' && { body: '{}' }),
        }),
      )
      const text = await response.text()
      const shown = { path, status: response.status, text, headers: response.headers, ms: 0 }
      // The health check says what is down instead.
      return path === '/health' ? null : wrong(shown, lang)
    })
    expect(bad.filter(Boolean)).toEqual([])
  })
})

const OLD = hours(48)
test.each(['D1 is full', 'D1 hangs when written'] as const)(
  '%s: pages are read as ever, though nobody can be recorded as their reader',
  async (fault) => {
    const paths = ['/profile', '/rides', '/carpool/record/{participantId}', '/admin']
    const seen = [
      '/admin/users/{userId}',
      '/admin/carpools/{carpoolId}',
      '/admin/orders/mail/{mailId}',
    ]
    await db.update(sessions).set({ lastSeenAt: now() - OLD })
    await db.update(adminSessions).set({ lastSeenAt: null })
    const logged = vi.spyOn(console, 'error')
    for (const path of [...paths, ...seen])
      expect([path, (await show(fetchOf(fault), fill(path))).status]).toEqual([path, 200])
    const lines = logged.mock.calls.flat().join('\n')
    for (const action of ['userViewed', 'groupViewed', 'orderViewed'])
      expect(lines).toContain(`"action":"${action}"`)
    expect(lines).toContain('a session’s use was not recorded')
    logged.mockRestore()
  },
)

test.each(LANGUAGES)('a form that could not be done keeps what was typed (%s)', async (lang) => {
  const t = getT(lang)
  const asked = { phone: '07700900123', password: 'tram-to-beeston' }
  const told = `${t('errors:unavailable')}`.replace(/’/g, '’')
  for (const [fault, path, fields] of [
    ['D1 fails', '/login', asked],
    ['D1 hangs', '/login', asked],
    ['D1 hangs', '/admin/login', asked],
    ['D1 is full', '/login', asked],
    ['D1 is full', '/forgot-password', { intent: 'send-code', phone: '07700900123' }],
    ['D1 hangs when written', '/forgot-password', { intent: 'send-code', phone: '07700900123' }],
    ['objects fail', '/carpool/record/{participantId}/info', { nLocation: '9 New Street' }],
  ] as const) {
    const body = new URLSearchParams(fields)
    const shown = await show(fetchOf(fault), fill(path), { method: 'POST', body }, lang)
    const what = `${fault} ${path}`
    expect([what, shown.status, shown.headers.get('Retry-After')]).toEqual([what, 503, '5'])
    if (path === '/admin/login' || fault === 'objects fail') continue
    expect(shown.text, what).toContain(told)
    for (const [name, value] of Object.entries(fields))
      expect([what, name, shown.text.includes(`value="${value}"`)]).toEqual([
        what,
        name,
        name !== 'password',
      ])
  }
})

test.each(faults)('%s: logging out always takes the cookie away', async (fault) => {
  const worker = fetchOf(fault)
  for (const [path, name] of [
    ['/logout', 'sid'],
    ['/admin/logout', 'asid'],
    ['/logout.data', 'sid'],
  ] as const) {
    const { status, headers } = await show(worker, path, {
      method: 'POST',
      body: new URLSearchParams({ a: '1' }),
    })
    expect([path, status]).toEqual([path, path.endsWith('.data') ? 202 : 303])
    expect(headers.getSetCookie().join('\n')).toContain(`${name}=; Path=/; Max-Age=0`)
  }
})
