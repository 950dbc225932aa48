import formScript from 'virtual:form-script'
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/cloudflare'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { ReactElement } from 'react'
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server'
import { I18nProvider } from './i18n/context.tsx'
import { BY_SCRIPT } from './web/http/form-answer.server.ts'
import { paymentPolicy, personPolicy } from './web/http/security-headers.server.ts'
import { PageProvider } from './web/ui/page-context.tsx'
import type { PageHandle } from './web/ui/page-meta.tsx'
import { SENT } from './web/ui/strangers.ts'

/**
 * Renders a page as plain markup, or for hydration if React runs it in the browser too (decision
 * 0016).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { nonce, requestId, language, t } = context
  const handles = handlesOf(remix)
  const failed = remix.staticHandlerContext.errors !== null
  const live = !failed && handles.at(-1)?.live === true
  const refused = !failed && request.method === 'POST' && isRefusal(status)
  const is = (fact: 'live' | 'person' | 'console' | 'bare') =>
    handles.some((handle) => handle?.[fact])
  // Only React needs the data written into the page.
  const entry = live ? remix : { ...remix, serverHandoffStream: undefined }
  const about = {
    nonce: live ? nonce : '',
    requestId,
    live,
    refused,
    scripted: request.headers.has(BY_SCRIPT),
    origin: new URL(context.config.siteUrl).origin,
    formScript: is('console') || is('bare') ? null : formScript,
  }
  const page = (
    <PageProvider value={about}>
      <I18nProvider language={language} t={t}>
        <RemixServer context={entry} url={request.url} nonce={nonce} />
      </I18nProvider>
    </PageProvider>
  )
  const body = live
    ? await renderLive(page, nonce, request.signal)
    : `<!DOCTYPE html>${renderToStaticMarkup(page)}`
  context.shared = !failed && handles.at(-1)?.shared === true
  // A visitor's page is also served to the next visitor, who may ask for its tag.
  const isRead = request.headers.has('If-None-Match') || (context.shared && !context.viewerRef)
  if (typeof body === 'string' && isRead) headers.set('ETag', await tagOf(body))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.append('Vary', 'Cookie')
  if (is('console')) headers.set('X-Robots-Tag', 'noindex, nofollow')
  if (is('live'))
    headers.set('Content-Security-Policy', paymentPolicy(nonce, context.config.stripe.jsUrl))
  if (is('person'))
    headers.set('Content-Security-Policy', personPolicy(nonce, context.config.turnstile.jsUrl))
  const response = new Response(body, { status, headers })
  const sent = live ? toHydrate.transform(response) : response
  return refused ? focusOnError(sent) : sent
}

/** Tells a page from the one that was sent before, for pages that stay open (decision 0016). */
async function tagOf(html: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(html))
  return `W/"${btoa(String.fromCharCode(...new Uint8Array(digest, 0, 12)))}"`
}

/** Whether a form's answer, which has the status of the API's, refuses it. */
const isRefusal = (status: number) => status >= 400

/**
 * Gives the focus to what a refused form says first: its summary, or without one its first wrong
 * field. Without scripts too, in browsers that focus more than fields.
 */
function focusOnError(response: Response): Response {
  let found = false
  return new HTMLRewriter()
    .on('main [role=alert], main [aria-invalid=true]', {
      element(wrong) {
        if (found) return
        found = true
        wrong.setAttribute('autofocus', '')
        if (wrong.getAttribute('role') === 'alert') wrong.setAttribute('tabindex', '-1')
      },
    })
    .transform(response)
}

/**
 * Marks every element as ours (decision 0016), and loads what the page needs for hydration after
 * what it needs to be displayed: Remix sets no priority on its links, and browsers give scripts a
 * high one, so on a slow line they would compete with the stylesheet.
 */
const toHydrate = new HTMLRewriter()
  .on('*', {
    element(sent) {
      sent.setAttribute(SENT, '')
    },
  })
  .on('link[rel=modulepreload], #strings', {
    element(link) {
      link.setAttribute('fetchpriority', 'low')
    },
  })

/** The handles of the page's routes, outermost first. */
const handlesOf = ({ staticHandlerContext: { matches }, routeModules }: EntryContext) =>
  matches.map(({ route }) => routeModules[route.id]?.handle as PageHandle | undefined)

/**
 * Uses the streaming renderer, since single fetch writes its data through it, but waits for the
 * whole page: no loader defers anything, so nothing is lost, and a component that throws still
 * gives a proper 500 instead of half a page with status 200.
 */
async function renderLive(
  page: ReactElement,
  nonce: string,
  signal: AbortSignal,
): Promise<ReadableStream> {
  let failed: unknown
  const body = await renderToReadableStream(page, {
    nonce,
    signal,
    onError(error) {
      failed = error
    },
  })
  await body.allReady
  if (failed) throw failed
  return body
}

export { guardRoute } from './web/http/route-guard.server.ts'

/**
 * Logs bugs in components, and what Remix itself refuses; what a route throws on purpose is a
 * response, not an error.
 */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.log.error('page failed', error, { path: new URL(request.url).pathname })
}
