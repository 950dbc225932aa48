import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_SCOPES } from '#app/domain/admin.ts'
// @ts-expect-error The build of the pages exists only once `npm run build` has run.
import { routes } from '../../../build/server/index.js'
import { newAdmin } from '../admin/kit.ts'
import { makeOrder, placeOrder } from '../api/orders-kit.ts'
import { openTrip } from '../api/trip-kit.ts'
import { newStudent, ORIGIN, openCarpool } from '../api/world.ts'
import { pendingMember } from '../every-call/scene.ts'
import { consolePages, pages } from './pages.ts'

type Route = {
  id: string
  parentId?: string
  path?: string
  module: { action?: unknown; loader?: unknown; default?: unknown }
}
const BASE = '/neighbourhelp'
const all = Object.values(routes as Record<string, Route>).filter(({ id }) => id !== 'root')

/** A route's whole path, with its parents'. */
const pathOf = (route: Route): string => stepsOf(route) || '/'
function stepsOf({ path, parentId }: Route): string {
  const parent = (routes as Record<string, Route>)[parentId ?? '']
  return (parent ? stepsOf(parent) : '') + (path ? `/${path}` : '')
}

type Who = { cookie: string } | null
const asStudent = ({ token }: { token: string }): Who => ({ cookie: `sid=${token}` })
const asAdmin = ({ token }: { token: string }): Who => ({ cookie: `asid=${token}` })

/** Where an address leads: its status, or the page it redirects to. */
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

/** Whose everything is that the addresses name; another student; a member nobody has approved; administrators. */
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
  const { id: tripId } = await openTrip({}, ann)
  ids = {
    carpoolId,
    participantId,
    tripId,
    mailId: await makeOrder('mail', ann),
    moveId: await makeOrder('move', ann),
    placedId: await placeOrder('mail', ann),
    userId: ann.id,
    airportId: 'air_lhr',
  }
})

const fill = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no-${name}`)

test('every page is looked at here, and nothing else', () => {
  const looked = [...[...pages, ...consolePages].map(({ route }) => route), ...ELSEWHERE]
  expect(looked.sort()).toEqual(
    all
      .filter(({ id }) => !FRAMES.includes(id))
      .map(pathOf)
      .sort(),
  )
})
/** The console's frame, whose index page has the same path, and what stands under dialogs, which has none. */
const FRAMES = ['routes/admin/route', 'routes/under-dialog/route']
/** The way into the console and out of it (admin/accounts.test.ts, admin-login.spec.ts). */
const ELSEWHERE = ['/admin/login', '/admin/logout']

describe.each(pages)('$route', ({ at, visitor, mine, others = mine, pending: waiting = others, post }) => {
  test('opens for whom it is', async () => {
    const path = fill(at)
    expect({
      visitor: await ask(path, null),
      admin: await ask(path, admin),
      other: await ask(path, other),
      pending: await ask(path, pending),
      mine: await ask(path, owner),
    }).toEqual({ visitor, admin: visitor, other: others, pending: waiting, mine: fill(mine) })
    // A token of the administration in a student's cookie is that of a session which has ended.
    const ended = await ask(path, swapped.adminAsStudent)
    expect([visitor, '→ /session-expired']).toContain(ended)
  })
  if (post)
    test('takes a form from whom it is', async () => {
      const path = fill(at)
      expect({
        visitor: await ask(path, null, 'POST'),
        admin: await ask(path, admin, 'POST'),
        other: await ask(path, other, 'POST'),
      }).toEqual({ visitor: post.visitor, admin: post.visitor, other: post.other })
    })
})

describe.each(consolePages)('$route', ({ at, scope, is = '200', post }) => {
  test('opens for administrators alone', async () => {
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

test('the data of a page of the console, asked for by itself, is as closed as the page', async () => {
  for (const { at, route: template } of consolePages) {
    const route = all.find((one) => !FRAMES.includes(one.id) && pathOf(one) === template)
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
