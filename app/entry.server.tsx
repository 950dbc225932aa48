import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/cloudflare'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToReadableStream } from 'react-dom/server'
import { I18nProvider } from './i18n/context.tsx'
import { PageProvider } from './ui/page-context.tsx'

/**
 * Renders a page. The renderer is the streaming one, since single fetch writes its data through it, but the
 * whole page is awaited: no loader defers anything, so nothing is lost, and a component that throws
 * still becomes a proper 500 instead of half a page with status 200.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { nonce, requestId, language, t } = context
  let failed: unknown
  const body = await renderToReadableStream(
    <PageProvider value={{ nonce, requestId }}>
      <I18nProvider language={language} t={t}>
        <RemixServer context={remix} url={request.url} nonce={nonce} />
      </I18nProvider>
    </PageProvider>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        failed = error
      },
    },
  )
  await body.allReady
  if (failed) throw failed
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.append('Vary', 'Cookie')
  return new Response(body, { status, headers })
}

/** Bugs of loaders, actions and components; what a route throws on purpose is an answer, not an error. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.log.error('page failed', error, { path: new URL(request.url).pathname })
}
