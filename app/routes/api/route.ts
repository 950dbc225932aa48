import type { LoaderFunctionArgs } from '@remix-run/cloudflare'

/**
 * Every call of the API, whatever its method: the table of calls (app/api) says what it does. The table is loaded with
 * the first call: an isolate that only ever answers pages does without its hundreds of schemas.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { handleApi } = await import('#app/api/handler.server.ts')
  return handleApi(request, context)
}

export const action = loader
