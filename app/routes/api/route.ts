import type { LoaderFunctionArgs } from '@remix-run/cloudflare'

let api: typeof import('#app/api/handler.server.ts') | undefined

/**
 * Every call of the API, whatever its method and address: the table of calls (app/api) says what it
 * does. The table is loaded with the first call: an isolate that only ever answers pages does
 * without its hundreds of schemas.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  api ??= await import('#app/api/handler.server.ts')
  return api.handleApi(new Request(context.url, request), context)
}

export const action = loader
