import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { documentLanguage, loadStrings } from './i18n/browser.ts'
import { I18nProvider } from './i18n/context.tsx'
import { createInterpreter, type Strings } from './i18n/interpreter.ts'
import { PageProvider } from './ui/page-context.tsx'

/** Brings the page to life. Should the texts not arrive, it stays as the server sent it, and works. */
async function start() {
  const language = documentLanguage()
  const t = createInterpreter((await loadStrings()) as Strings, language)
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
