import { documentLanguage } from '#app/i18n/browser.ts'

/**
 * Registers the service worker that answers when a page cannot be reached (decision 0016), in the
 * language of this page: under another address it is another worker, which replaces the one before.
 */
export function answerOffline(): void {
  addEventListener('load', () => {
    navigator.serviceWorker
      ?.register(`/sw.js?lang=${documentLanguage()}`, { scope: '/neighbourhelp/' })
      // Where storage is blocked, pages simply have no such answer.
      .catch(() => {})
  })
}
