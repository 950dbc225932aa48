import type { ServerBuild } from '@remix-run/cloudflare'
import type { HandlePage } from './app.server.ts'
import { firstSegment } from './paths.ts'

type Loaded = ServerBuild['routes'][string]
type Route = Omit<Loaded, 'module'> & { load(): Promise<Loaded['module']> }
type Routes = Record<string, Route>
/**
 * Vite's build; `scripts/vite-routes-on-demand.ts` makes modules load on demand, and
 * `app/entry.server.tsx` exports their guard.
 */
type Build = Omit<ServerBuild, 'routes' | 'entry'> & {
  routes: Routes
  entry: { module: ServerBuild['entry']['module'] & { guardRoute: Guard } }
}
type Guard = (module: Loaded['module']) => Loaded['module']

/** The key of the handler with all routes. */
const WHOLE = '*'

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

/** Whether a handler for a first segment needs a route; the API needs no index and no splat. */
function isPartOf(routes: Routes, key: string, id: string): boolean {
  if (id === 'root' || key === WHOLE) return true
  return [key, ...(key === 'api' ? [] : ['', undefined])].includes(segmentOf(routes, id))
}

/** A build with the routes below one segment, the index page, and those that match any address. */
async function part(build: Build, key: string): Promise<ServerBuild> {
  const keep = <T>(all: Record<string, T>) =>
    Object.entries(all).filter(([id]) => isPartOf(build.routes, key, id))
  const { guardRoute } = build.entry.module
  const routes = keep(build.routes).map(async ([id, { load, ...route }]) => {
    return [id, { ...route, module: guardRoute(await load()) }] as const
  })
  return {
    ...build,
    routes: Object.fromEntries(await Promise.all(routes)),
    assets: { ...build.assets, routes: Object.fromEntries(keep(build.assets.routes)) },
  }
}

export async function loadBuild(): Promise<Build> {
  // @ts-expect-error The build of the pages exists only once `npm run build` has run.
  const build: unknown = await import('../build/server/index.js')
  return build as Build
}

/**
 * Creates a handler per first segment, when it is first requested. Remix ranks all its routes twice
 * for every request, and builds a router of all of them for every page; with ninety routes that
 * takes longer than most API calls (decision 0020). A handler's modules are evaluated with it.
 */
export async function createHandlers(build: Build) {
  const { createRequestHandler } = await import('@remix-run/cloudflare')
  const { routes } = build
  const segments = new Set(Object.keys(routes).map((id) => segmentOf(routes, id)))
  const handlers = new Map<string, HandlePage>()
  return async (pathname: string): Promise<HandlePage> => {
    const segment = firstSegment(pathname) ?? WHOLE
    const key = segments.has(segment) ? segment : WHOLE
    const known = handlers.get(key)
    if (known) return known
    const made = createRequestHandler(await part(build, key), 'production')
    handlers.set(key, made)
    return made
  }
}

let handlerOf: Awaited<ReturnType<typeof createHandlers>> | undefined

/**
 * Pages and API, as built by Vite. They, Remix and React are loaded on first use, so an isolate
 * that only wakes for an object does not load them.
 */
export const handlePage: HandlePage = async (request, context) => {
  handlerOf ??= await createHandlers(await loadBuild())
  const handle = await handlerOf(new URL(request.url).pathname)
  return handle(request, context)
}
