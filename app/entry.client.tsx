import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { documentLanguage, loadStrings } from './i18n/browser.ts'
import { I18nProvider } from './i18n/context.tsx'
import { createInterpreter, type Strings } from './i18n/interpreter.ts'
import { limitWaiting } from './ui/deadline.ts'
import { rememberPressed } from './ui/offline.tsx'
import { PageProvider } from './ui/page-context.tsx'

/**
 * Decodes the page's data before there is a root. Remix begins it in its first render and throws
 * the promise of it; a tap or a key while the root so waits makes React 18 hydrate at once what may
 * not wait any more, and it gives the page up for good ("Root did not complete",
 * remix-run/remix#10214): no card could be entered on it.
 */
async function decodePageData() {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}

/**
 * Moves what a browser hangs behind the body into it. WeChat's own bridge is such a frame; React
 * does not mind it in the body, but behind it would take the document for another one, draw all of
 * it anew and lose what has been typed by then.
 */
function takeInStrays() {
  for (const node of [...document.documentElement.children])
    if (node !== document.head && node !== document.body) document.body.appendChild(node)
}

/**
 * So many links may a page ask about ahead (workers/app.server.ts); others ask when one is
 * followed.
 */
const ASKED_AHEAD_MAX = 12

function askAboutFewLinks() {
  const links = document.querySelectorAll('a[data-discover]')
  if (links.length > ASKED_AHEAD_MAX)
    for (const link of links) link.removeAttribute('data-discover')
}

/**
 * Brings the page to life. Should the texts not arrive, it stays as the server sent it, and works.
 */
async function start() {
  const language = documentLanguage()
  const [strings] = await Promise.all([loadStrings(), decodePageData()])
  const t = createInterpreter(strings as Strings, language)
  takeInStrays()
  askAboutFewLinks()
  // One may come while the page is on its way to life as well.
  new MutationObserver(takeInStrays).observe(document.documentElement, { childList: true })
  limitWaiting(window.__remixContext.basename ?? '/')
  rememberPressed()
  const requestId = document.documentElement.dataset.request ?? ''
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageProvider value={{ nonce: '', requestId, plain: false }}>
          <I18nProvider language={language} t={t}>
            <RemixBrowser />
          </I18nProvider>
        </PageProvider>
      </StrictMode>,
    )
  })
}

void start()
