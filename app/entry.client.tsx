import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { documentLanguage, loadStrings } from './i18n/browser.ts'
import { I18nProvider } from './i18n/context.tsx'
import { createInterpreter, type Strings } from './i18n/interpreter.ts'
import { limitWaiting } from './web/ui/deadline.ts'
import { rememberPressed } from './web/ui/offline.tsx'
import { PageProvider } from './web/ui/page-context.tsx'
import { holdTyped } from './web/ui/restore-controls.ts'
import { openDocumentIfGone } from './web/ui/route-gone.ts'
import { setStrangersAside } from './web/ui/strangers.ts'

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
 * How many links a page may ask about ahead (workers/app.server.ts); with more, each is only asked
 * about when it is followed.
 */
const ASKED_AHEAD_MAX = 12

function askAboutFewLinks() {
  const links = document.querySelectorAll('a[data-discover]')
  if (links.length > ASKED_AHEAD_MAX)
    for (const link of links) link.removeAttribute('data-discover')
}

/** Calls `drawn` as soon as the page is React's, before anything else can happen. */
function Once({ drawn }: { drawn: () => void }) {
  useLayoutEffect(drawn, [drawn])
  return null
}

/** Hydrates the page. If the texts don't arrive, it stays as the server sent it, and works. */
async function start() {
  const language = documentLanguage()
  const [strings] = await Promise.all([loadStrings(), decodePageData()])
  const t = createInterpreter(strings as Strings, language)
  askAboutFewLinks()
  limitWaiting(window.__remixContext.basename ?? '/')
  rememberPressed()
  openDocumentIfGone()
  const { request: requestId = '', refused } = document.documentElement.dataset
  const putStrangersBack = setStrangersAside()
  const putTypedBack = holdTyped()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Once
          drawn={() => {
            putStrangersBack()
            putTypedBack()
          }}
        />
        <PageProvider
          value={{
            nonce: '',
            requestId,
            plain: false,
            refused: refused !== undefined,
            origin: location.origin,
          }}
        >
          <I18nProvider language={language} t={t}>
            <RemixBrowser />
          </I18nProvider>
        </PageProvider>
      </StrictMode>,
    )
  })
}

void start()
