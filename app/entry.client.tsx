import formScript from 'virtual:form-script'
import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { documentLanguage, loadStrings } from './i18n/browser.ts'
import { I18nProvider } from './i18n/context.tsx'
import { createInterpreter, type Strings } from './i18n/interpreter.ts'
import { PageProvider } from './web/ui/page-context.tsx'
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

/** Calls `drawn` as soon as the page is React's, before anything else can happen. */
function Once({ drawn }: { drawn: () => void }) {
  useLayoutEffect(drawn, [drawn])
  return null
}

/** Hydrates a live page. If the texts don't arrive, it stays as the server sent it. */
async function start() {
  const language = documentLanguage()
  const [strings] = await Promise.all([loadStrings(), decodePageData()])
  const t = createInterpreter(strings as Strings, language)
  const { request: requestId = '', refused } = document.documentElement.dataset
  const putStrangersBack = setStrangersAside()
  const page = {
    nonce: '',
    requestId,
    live: true,
    refused: refused !== undefined,
    scripted: false,
    origin: location.origin,
    formScript,
  }
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Once drawn={putStrangersBack} />
        <PageProvider value={page}>
          <I18nProvider language={language} t={t}>
            <RemixBrowser />
          </I18nProvider>
        </PageProvider>
      </StrictMode>,
    )
  })
}

void start()
