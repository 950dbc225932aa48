import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare'
import type { HandlePage } from './app.server.ts'

async function createHandler(): Promise<HandlePage> {
  // @ts-expect-error The build of the pages exists only once `npm run build` has run.
  const build: unknown = await import('../build/server/index.js')
  return createRequestHandler(build as ServerBuild, 'production')
}

let handler: HandlePage | undefined

/** Pages, as built by Vite. They and React are made when first asked for: an isolate that is woken for an object or a webhook does without. */
export const handlePage: HandlePage = async (request, context) => {
  handler ??= await createHandler()
  return handler(request, context)
}
