import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_SCOPES } from '#app/domain/admin.ts'
import { newAdmin } from '#tests/worker/admin/kit.ts'
import { makeOrder, placeOrder } from '#tests/worker/api/orders-kit.ts'
import { openTrip } from '#tests/worker/api/trip-kit.ts'
import { newStudent, ORIGIN, openCarpool } from '#tests/worker/api/world.ts'
import { stripe } from '#tests/worker/carpool/kit.ts'
import { pendingMember } from '#tests/worker/every-call/scene.ts'
import { ofOrder } from '#tests/worker/paid.ts'
import { refund, refundStep } from '#tests/worker/stripe-dashboard.ts'
// @ts-expect-error The build of the pages exists only once `npm run build` has run.
import { routes } from '../../../build/server/index.js'
import { consolePages, pages } from './pages.ts'

type Route = {
  id: string
  parentId?: string
  path?: string
  load(): Promise<{ action?: unknown; loader?: unknown; default?: unknown }>
}
const BASE = '/neighbourhelp'
const all = Object.values(routes as Record<string, Route>).filter(({ id }) => id !== 'root')
const modules = await Promise.all(all.map(({ load }) => load()))
const withAction = all.filter((_, index) => modules[index]?.action)

/** A route's whole path, with its parents'. */
const pathOf = (route: Route): string => stepsOf(route) || '/'
function stepsOf({ path, parentId }: Route): string {
  const parent = (routes as Record<string, Route>)[parentId ?? '']
  return (parent ? stepsOf(parent) : '') + (path ? `/${path}` : '')
}

type Who = { cookie: string } | null
const asStudent = ({ token }: { token: string }): Who => ({ cookie: `sid=${token}` })
const asAdmin = ({ token }: { token: string }): Who => ({ cookie: `asid=${token}` })

/** The result of requesting an address: its status, or the page it redirects to. */
async function ask(path: string, who: Who, method = 'GET'): Promise<string> {
  const response = await exports.default.fetch(`${ORIGIN}${BASE}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': 'same-origin', ...(who && { Cookie: who.cookie }) },
    ...(method === 'POST' && { body: new URLSearchParams() }),
  })
  await response.text()
  const to = response.headers.get('Location')
  return to ? `→ ${new URL(to, ORIGIN).pathname.replace(BASE, '')}` : String(response.status)
}

/**
 * The owner of everything named in the addresses; another student; an unapproved member;
 * administrators.
 */
let owner: Who
let other: Who
let pending: Who
let admin: Who
let unscoped: (scope: string) => Promise<Who>
let swapped: { studentAsAdmin: Who; adminAsStudent: Who }
let ids: Record<string, string>
beforeAll(async () => {
  const [ann, bob, eve] = [await newStudent(), await newStudent(), await pendingMember()]
  const boss = await newAdmin()
  owner = asStudent(ann)
  other = asStudent(bob)
  pending = asStudent(eve)
  admin = asAdmin(boss)
  unscoped = async (scope) => asAdmin(await newAdmin(ADMIN_SCOPES.filter((one) => one !== scope)))
  swapped = { studentAsAdmin: asAdmin(ann), adminAsStudent: asStudent(boss) }
  const { id: carpoolId, participantId } = await openCarpool(ann)
  const { id: tripId, trip } = await openTrip({}, ann)
  ids = {
    carpoolId,
    participantId,
    tripId,
    tripPlaceId: trip.participants[0].participantId,
    mailId: await makeOrder('mail', ann),
    moveId: await makeOrder('move', ann),
    placedId: await placeOrder('mail', ann),
    refundId: await failedRefund(),
    userId: ann.id,
    airportId: 'air_lhr',
  }
})

async function failedRefund(): Promise<string> {
  const { intentId } = await ofOrder('mail')
  await refund(intentId)
  await refundStep(intentId, 'fail')
  const { data } = await stripe.refunds.list({ payment_intent: intentId })
  return data[0]?.id ?? ''
}

const fill = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no-${name}`)

test('every page is checked here, and nothing else', () => {
  const looked = [...[...pages, ...consolePages].map(({ route }) => route), ...ELSEWHERE]
  expect(looked.sort()).toEqual(
    all
      .filter(({ id }) => !NO_PAGES.includes(id))
      .map(pathOf)
      .sort(),
  )
})
/**
 * Not pages: a frame, what stands under dialogs, and the API, whose calls are checked by
 * every-call.
 */
const NO_PAGES = ['routes/admin/frame/route', 'routes/site/under-dialog/route', 'routes/api/route']
/** Logging in to the console and out of it (admin/accounts.test.ts, admin-login.spec.ts). */
const ELSEWHERE = ['/admin/login', '/admin/logout']

describe.each(pages)(
  '$route',
  ({ at, visitor, mine, others = mine, pending: waiting = others, post }) => {
    test('opens for its users', async () => {
      const path = fill(at)
      expect({
        visitor: await ask(path, null),
        admin: await ask(path, admin),
        other: await ask(path, other),
        pending: await ask(path, pending),
        mine: await ask(path, owner),
      }).toEqual({ visitor, admin: visitor, other: others, pending: waiting, mine: fill(mine) })
      // An administrator's token in a student's cookie is treated as an expired session.
      const ended = await ask(path, swapped.adminAsStudent)
      expect([visitor, '→ /session-expired']).toContain(ended)
    })
    if (post)
      test('accepts a form from its users', async () => {
        const path = fill(at)
        expect({
          visitor: await ask(path, null, 'POST'),
          admin: await ask(path, admin, 'POST'),
          other: await ask(path, other, 'POST'),
        }).toEqual({ visitor: post.visitor, admin: post.visitor, other: post.other })
      })
  },
)

describe.each(consolePages)('$route', ({ at, scope, is = '200', post }) => {
  test('opens for administrators only', async () => {
    const path = fill(at)
    const closed = '→ /admin/login'
    const told = {
      visitor: await ask(path, null),
      student: await ask(path, owner),
      pending: await ask(path, pending),
      studentAsAdmin: await ask(path, swapped.studentAsAdmin),
      admin: await ask(path, admin),
      ...(scope && { unscoped: await ask(path, await unscoped(scope)) }),
    }
    expect(told).toEqual({
      visitor: closed,
      student: closed,
      pending: closed,
      studentAsAdmin: closed,
      admin: is,
      ...(scope && { unscoped: '403' }),
    })
    if (!post) return
    const sent = {
      visitor: await ask(path, null, 'POST'),
      student: await ask(path, swapped.studentAsAdmin, 'POST'),
      ...(scope && { unscoped: await ask(path, await unscoped(scope), 'POST') }),
    }
    expect(sent).toEqual({ visitor: closed, student: closed, ...(scope && { unscoped: '403' }) })
  })
})

test('the data of a console page, requested alone, is as protected as the page', async () => {
  for (const { at, route: template } of consolePages) {
    const route = all.find((one) => !NO_PAGES.includes(one.id) && pathOf(one) === template)
    const path = `${fill(at).replace(/\?.*/, '')}.data?_routes=${encodeURIComponent(route?.id ?? '')}`
    for (const who of [null, owner, swapped.studentAsAdmin]) {
      const response = await exports.default.fetch(`${ORIGIN}${BASE}${path}`, {
        redirect: 'manual',
        headers: who ? { Cookie: who.cookie } : {},
      })
      const text = await response.text()
      const leads = response.headers.get('Location') ?? text
      expect([at, leads.includes('/admin/login')]).toEqual([at, true])
    }
  }
})

/** Bodies that are not forms; each is well below the 64 kB that a page reads. */
const FORM = 'application/x-www-form-urlencoded'
const part = (head: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n1\r\n--b--\r\n`
const NO_FORMS: [type: string, body: string][] = [
  ['application/json', '{"phone":"1"}'],
  ['application/json', '{'],
  ['text/plain', 'phone=1'],
  ['', 'phone=1'],
  ['nonsense', 'phone=1'],
  ['multipart/form-data', part('name="phone"')],
  ['multipart/form-data; boundary=other', part('name="phone"')],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="phone"\r\n\r\n1',
  ],
  ['multipart/form-data; boundary=b', part('')],
]
/**
 * Forms that none of our pages sends: a reader that trusts their field names would build something
 * far larger than they are.
 */
const many = (count: number, pair: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => pair(n)).join('&')
const ODD_FORMS: [type: string, body: string][] = [
  ...[
    'x[1000000]=1',
    'phone[1000000]=1',
    'phone=1&x.y[1000000].z[5]=1',
    `${'x[1].'.repeat(5000)}x=1`,
    `${'x.'.repeat(20_000)}x=1`,
    many(2000, () => 'x='),
    many(2000, (n) => `a${n}=`),
    many(7000, (n) => `a${n}=`),
    '__intent__=x',
    '__intent__={}',
    '__intent__={"type":"reset","payload":{}}',
    '__state__=x',
    '__state__={"key":{"x":1}}',
    'phone=1&__proto__=1&constructor=1&toString=1&__proto__.x=1&constructor.prototype.x=1',
    '%00=1&phone=%00&%F0%9F=1&=1',
  ].map((body): [string, string] => [FORM, body]),
  ['multipart/form-data; boundary=b', part('name="phone"; filename="a.txt"')],
  ['multipart/form-data; boundary=b', part('name="x[1000000]"')],
]

const [BYTES, CPU_MS] = [50_000, 50]

describe('anything posted to a page gets a small, quick reply', () => {
  const actions = withAction.map(pathOf)
  const known: { route: string; at: string; visitor?: string }[] = [
    ...pages,
    ...consolePages,
    ...ELSEWHERE.map((path) => ({ route: path, at: path, visitor: '200' })),
  ]
  const isForVisitors = (path: string) =>
    known.some(({ at, visitor }) => at === path && visitor === '200')
  const whose = (path: string) =>
    isForVisitors(path) ? null : path.startsWith('/admin') ? admin : owner

  /** Sends a body as a user who may use the page. */
  async function send(path: string, type: string, body: string) {
    const before = Date.now()
    const response = await exports.default.fetch(`${ORIGIN}${BASE}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': type,
        Cookie: whose(path)?.cookie ?? '',
      },
      body: new TextEncoder().encode(body),
    })
    const { byteLength } = await response.arrayBuffer()
    return { status: response.status, bytes: byteLength, ms: Date.now() - before }
  }
  /**
   * How much more a body takes than a plain form: the lowest of several pairs, since a busy machine
   * only adds to either.
   */
  async function extraOf(path: string, [type, body]: [string, string]) {
    let least = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 10 && least >= CPU_MS; tries++) {
      const [sent, plain] = [await send(path, type, body), await send(path, FORM, 'phone=1')]
      least = Math.min(least, sent.ms - plain.ms)
    }
    return least
  }

  test.each(actions)('%s', async (route) => {
    const path = fill(known.find((page) => page.route === route)?.at ?? `no address for ${route}`)
    const plain = await send(path, FORM, 'phone=1')
    expect(plain.status).toBeLessThan(500)
    // One page is larger by itself: the form for a new carpool, over the list.
    const most = Math.max(BYTES, plain.bytes + BYTES / 10)
    const bad: string[] = []
    for (const body of [...NO_FORMS, ...ODD_FORMS]) {
      const sent = await send(path, ...body)
      const answered = NO_FORMS.includes(body) ? sent.status === 400 : sent.status < 500
      const extra = sent.ms - plain.ms < CPU_MS ? 0 : await extraOf(path, body)
      if (!answered || sent.bytes >= most || extra >= CPU_MS)
        bad.push(
          `${body[0]} ${body[1].slice(0, 60)}: ${sent.status}, ${sent.bytes} bytes, ${extra} ms`,
        )
    }
    expect(bad).toEqual([])
  })
})
