import type { ServerBuild } from '@remix-run/cloudflare'
import type { HandlePage } from './app.server.ts'
import { firstSegment } from './paths.ts'

type Routes = ServerBuild['routes']

/**
 * The first segment of a route's address: '' for the index page, undefined for routes that match
 * every address.
 */
function segmentOf(routes: Routes, id: string): string | undefined {
  const chain: string[] = []
  for (let route = routes[id]; route; route = routes[route.parentId ?? ''])
    chain.unshift(route.path ?? '')
  const [segment = ''] = chain.join('/').split('/').filter(Boolean)
  if (segment === '') return routes[id]?.index ? '' : undefined
  return segment === '*' ? undefined : segment
}

/**
 * A build with only the routes below one segment, the index page, and those that match every
 * address; the API needs neither of these.
 */
function narrow(build: ServerBuild, segment: string): ServerBuild {
  const others = segment === 'api' ? [] : ['', undefined]
  const isKept = (id: string) =>
    id === 'root' || [segment, ...others].includes(segmentOf(build.routes, id))
  const keep = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => isKept(id)))
  return {
    ...build,
    routes: keep(build.routes),
    assets: { ...build.assets, routes: keep(build.assets.routes) },
  }
}

/**
 * Creates a handler for each first segment. Remix ranks all routes it knows twice for every
 * request, and builds a router of all of them for every page; with ninety routes that takes longer
 * than most API calls (decision 0047).
 */
async function createHandlers() {
  const { createRequestHandler } = await import('@remix-run/cloudflare')
  const build = await loadBuild()
  const handlers = new Map<string, HandlePage>()
  const whole = createRequestHandler(build, 'production')
  for (const id of Object.keys(build.routes)) {
    const segment = segmentOf(build.routes, id)
    if (segment !== undefined && !handlers.has(segment))
      handlers.set(segment, createRequestHandler(narrow(build, segment), 'production'))
  }
  return (pathname: string): HandlePage => handlers.get(firstSegment(pathname) ?? '*') ?? whole
}

async function loadBuild(): Promise<ServerBuild> {
  // @ts-expect-error The build of the pages exists only once `npm run build` has run.
  const build: unknown = await import('../build/server/index.js')
  return build as ServerBuild
}

let handlerOf: Awaited<ReturnType<typeof createHandlers>> | undefined

/**
 * Pages and API, as built by Vite. They, Remix and React are loaded on first use, so an isolate
 * that only wakes for an object does not load them.
 */
export const handlePage: HandlePage = async (request, context) => {
  handlerOf ??= await createHandlers()
  return handlerOf(new URL(request.url).pathname)(request, context)
}
