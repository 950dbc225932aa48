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
 * Decodes the page's data before the root exists. Remix starts decoding in its first render and
 * throws the promise. If a tap or key arrives while the root waits for it, React 18 hydrates
 * synchronously, when waiting is no longer possible, and gives the page up for good ("Root did not
 * complete", remix-run/remix#10214): no card could be entered on it.
 */
async function decodePageData() {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}

/**
 * Moves elements that a browser adds after the body into the body, for example the frame of
 * WeChat's bridge. React tolerates them inside the body. After the body, they make React take the
 * document for a different one, render it from scratch and lose what was typed.
 */
function takeInStrays() {
  for (const node of [...document.documentElement.children])
    if (node !== document.head && node !== document.body) document.body.appendChild(node)
}

/**
 * How many links a page may ask about ahead (workers/app.server.ts); with more, each is only asked
 * about when it is followed.
 */
const ASKED_AHEAD_MAX = 12

function askAboutFewLinks() {
  const links = document.querySelectorAll('a[data-discover]')
  if (links.length > ASKED_AHEAD_MAX)
    for (const link of links) link.removeAttribute('data-discover')
}

/** Hydrates the page. If the texts don't arrive, it stays as the server sent it, and works. */
async function start() {
  const language = documentLanguage()
  const [strings] = await Promise.all([loadStrings(), decodePageData()])
  const t = createInterpreter(strings as Strings, language)
  takeInStrays()
  askAboutFewLinks()
  // One may also be added while the page is hydrating.
  new MutationObserver(takeInStrays).observe(document.documentElement, { childList: true })
  limitWaiting(window.__remixContext.basename ?? '/')
  rememberPressed()
  const requestId = document.documentElement.dataset.request ?? ''
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageProvider value={{ nonce: '', requestId, plain: false, origin: location.origin }}>
          <I18nProvider language={language} t={t}>
            <RemixBrowser />
          </I18nProvider>
        </PageProvider>
      </StrictMode>,
    )
  })
}

void start()
