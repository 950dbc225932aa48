import { around } from './around.ts'

const KEY = 'scroll'
/** If the next page has not loaded by then, it never will. */
const FRESH_MS = 30_000

/** What a page leaves for the next document. */
type Kept = { path: string; y: number; at: number; dialog: boolean }

/**
 * A link or form with `data-keep-scroll` leads to another view of the same page, or (`="dialog"`)
 * to a dialog over it: the next view keeps the scroll position, and closing the dialog goes back.
 */
export function keepScroll(): void {
  const kept = take()
  if (kept?.dialog) history.replaceState({ ...history.state, fromPage: true }, '')
  whenParsed(() => {
    if (kept) scrollTo({ top: kept.y, behavior: 'instant' })
    refocus()
  })
  addEventListener('click', (event) => keep(event, 'a[data-keep-scroll]'))
  addEventListener('submit', (event) => keep(event, 'form[data-keep-scroll]'))
}

/** Whether this page is a dialog that was opened from the page under it. */
export const isFromPage = (): boolean => history.state?.fromPage === true

/** The script does not wait for the page: it may run before its scroll or focus targets exist. */
export function whenParsed(work: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work)
  else work()
}

function keep(event: Event, asking: string): void {
  const asked = around(event, asking)
  if (!asked || event.defaultPrevented) return
  const dialog = asked.dataset.keepScroll === 'dialog'
  if (dialog) history.replaceState({ ...history.state, opener: asked.getAttribute('href') }, '')
  const kept: Kept = { path: location.pathname, y: scrollY, at: Date.now(), dialog }
  stored(() => sessionStorage.setItem(KEY, JSON.stringify(kept)))
}

/** What the previous document left for this one, if still valid. */
function take(): Kept | null {
  const kept = stored((): Kept | null => {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return JSON.parse(text ?? 'null')
  })
  // Not if the navigation ended up elsewhere, especially on the login page.
  const counts = kept && Date.now() - kept.at <= FRESH_MS && location.pathname.startsWith(kept.path)
  return counts ? kept : null
}

/** Coming back from a dialog, focuses what opened the dialog. */
function refocus(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const opener: unknown = history.state?.opener
  if (arrival?.type !== 'back_forward' || typeof opener !== 'string') return
  document
    .querySelector<HTMLElement>(`a[href="${CSS.escape(opener)}"]`)
    ?.focus({ preventScroll: true })
}

/** Storage may be blocked; pages then start at the top. */
export function stored<Value>(use: () => Value): Value | null {
  try {
    return use()
  } catch {
    return null
  }
}
