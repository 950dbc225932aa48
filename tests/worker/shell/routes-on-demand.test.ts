import { expect, test, vi } from 'vitest'
import { createHandlers, loadBuild } from '#workers/remix.ts'

/** Which routes' modules a new isolate loads to answer at an address. */
async function loadedFor(path: string): Promise<string[]> {
  const build = await loadBuild()
  const loads = Object.entries(build.routes).map(([id, route]) => {
    const load = vi.fn(route.load)
    return { id, load, route: { ...route, load } }
  })
  const routes = Object.fromEntries(loads.map(({ id, route }) => [id, route]))
  const handlerOf = await createHandlers({ ...build, routes })
  await handlerOf(`/neighbourhelp${path}`)
  await handlerOf(`/neighbourhelp${path}`)
  expect(Math.max(...loads.map(({ load }) => load.mock.calls.length))).toBeLessThan(2)
  return loads.filter(({ load }) => load.mock.calls.length > 0).map(({ id }) => id)
}

const all = Object.keys((await loadBuild()).routes)

test.each(['/', '/_root.data', '/carpool', '/carpool/x', '/mail.data', '/admin/day', '/api/x'])(
  'an isolate loads a part of the routes for %s',
  async (path) => {
    const loaded = await loadedFor(path)
    expect(loaded).toContain('root')
    expect(loaded.length).toBeLessThan(all.length / 2)
  },
)

test('the home page loads nothing of any other page', async () => {
  expect((await loadedFor('/')).length).toBeLessThan(6)
})

test.each(['/nothing', '/%63arpool', '//carpool', '/CARPOOL'])(
  'an address that may be any route, as %s, loads all of them',
  async (path) => expect((await loadedFor(path)).sort()).toEqual(all.sort()),
)
