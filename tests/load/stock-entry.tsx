import type { AppLoadContext, EntryContext } from '@remix-run/cloudflare'
import { RemixServer } from '@remix-run/react'
import { renderToReadableStream } from 'react-dom/server'
import { I18nProvider } from '#app/i18n/context.tsx'
import { PageProvider } from '#app/ui/page-context.tsx'

/**
 * What Remix's own template does for this platform, with the product's two providers: the response
 * begins before the page is finished. Replaces app/entry.server.tsx in a copy of the project.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { nonce, requestId, language, t } = context
  let answered = status
  const body = await renderToReadableStream(
    <PageProvider
      value={{
        nonce,
        requestId,
        plain: false,
        refused: false,
        origin: new URL(request.url).origin,
      }}
    >
      <I18nProvider language={language} t={t}>
        <RemixServer context={remix} url={request.url} nonce={nonce} />
      </I18nProvider>
    </PageProvider>,
    {
      nonce,
      signal: request.signal,
      onError(error: unknown) {
        console.error(error)
        answered = 500
      },
    },
  )
  headers.set('Content-Type', 'text/html')
  return new Response(body, { headers, status: answered })
}
