import type { LoaderFunctionArgs } from '@remix-run/cloudflare'

let api: typeof import('./handler.server.ts') | undefined

/**
 * Every API call, whatever its method and address; the table of calls (app/api) handles it. The
 * table is loaded with the first call, so an isolate that only serves pages never loads its
 * hundreds of schemas.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  api ??= await import('./handler.server.ts')
  return api.handleApi(new Request(context.url, request), context)
}

export const action = loader
