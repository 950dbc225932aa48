import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { ORIGIN } from '#tests/worker/world/services.ts'
import { consolePages, pages } from './pages.ts'
import {
  admin,
  all,
  ask,
  BASE,
  ELSEWHERE,
  fill,
  NO_PAGES,
  ofSheet,
  other,
  owner,
  pathOf,
  pending,
  swapped,
  unscoped,
} from './site.ts'

test('every page is checked here, and nothing else', () => {
  const looked = [...[...pages, ...consolePages].map(({ route }) => route), ...ELSEWHERE]
  expect([...new Set(looked)].sort()).toEqual(
    all
      .filter(({ id }) => !NO_PAGES.includes(id))
      .map(pathOf)
      .sort(),
  )
})
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

test('with the scope of today’s sheet there is that and one’s own session, and nothing else', async () => {
  const opened: Record<string, string> = {}
  for (const { at, route, post } of consolePages) {
    const shown = await ask(fill(at), ofSheet)
    if (shown !== '403') opened[route] = shown
    const sent = post && route !== '/admin/confirm' ? await ask(fill(at), ofSheet, 'POST') : '403'
    expect([route, sent]).toEqual([route, '403'])
  }
  expect(opened).toEqual({
    '/admin': '→ /admin/day',
    '/admin/confirm': '200',
    // There is no such page.
    '/admin/*': '404',
  })
  // The day above is neither today nor tomorrow.
  expect(await ask('/admin/day', ofSheet)).toBe('200')
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
