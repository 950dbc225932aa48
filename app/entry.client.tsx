import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { documentLanguage, loadStrings } from './i18n/browser.ts'
import { I18nProvider } from './i18n/context.tsx'
import { createInterpreter, type Strings } from './i18n/interpreter.ts'
import { PageProvider } from './ui/page-context.tsx'

/**
 * Decodes the page's data before there is a root. Remix begins it in its first render and throws the promise of it; a
 * tap or a key while the root so waits makes React 18 hydrate at once what may not wait any more, and it gives the
 * page up for good ("Root did not complete", remix-run/remix#10214): no card could be entered on it.
 */
async function decodePageData() {
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
}

/** Brings the page to life. Should the texts not arrive, it stays as the server sent it, and works. */
async function start() {
  const language = documentLanguage()
  const [strings] = await Promise.all([loadStrings(), decodePageData()])
  const t = createInterpreter(strings as Strings, language)
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
