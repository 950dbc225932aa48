import { FROM_PAGE } from '#app/ui/dialog-state.ts'

const KEY = 'scroll'
/** The next page is there by then, or never. */
const FRESH_MS = 30_000

/** What a page leaves to the document that comes after it. */
type Kept = { path: string; y: number; at: number; dialog: boolean }

/**
 * A link or form with `data-keep-scroll` leads to another view of the page it is on, or
 * (`="dialog"`) to a dialog over it: what is read next stands where this one stood, and closing the
 * dialog goes back. Where React runs the page it does all this itself, and has prevented the
 * default.
 */
export function keepScroll(): void {
  const kept = take()
  // Where the router will look for it, which reads it before the page is there to its end.
  if (kept?.dialog) history.replaceState({ ...history.state, usr: FROM_PAGE }, '')
  whenParsed(() => {
    if (kept) scrollTo({ top: kept.y, behavior: 'instant' })
    refocus()
  })
  // On the window: after React's own listeners, which are on the document.
  addEventListener('click', (event) => keep(event, 'a[data-keep-scroll]'))
  addEventListener('submit', (event) => keep(event, 'form[data-keep-scroll]'))
}

/**
 * The script does not wait for the page: it may run before what it scrolls to or focuses is there.
 */
function whenParsed(work: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work)
  else work()
}

function keep({ target, defaultPrevented }: Event, asking: string): void {
  const asked = target instanceof Element ? target.closest<HTMLElement>(asking) : null
  if (!asked || defaultPrevented) return
  const dialog = asked.dataset.keepScroll === 'dialog'
  if (dialog) history.replaceState({ ...history.state, opener: asked.getAttribute('href') }, '')
  const kept: Kept = { path: location.pathname, y: scrollY, at: Date.now(), dialog }
  stored(() => sessionStorage.setItem(KEY, JSON.stringify(kept)))
}

/** What the document before left to this one, if it still counts. */
function take(): Kept | null {
  const kept = stored((): Kept | null => {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return JSON.parse(text ?? 'null')
  })
  // Not where the way has led somewhere else, to the login above all.
  const counts = kept && Date.now() - kept.at <= FRESH_MS && location.pathname.startsWith(kept.path)
  return counts ? kept : null
}

/** Back on a page from a dialog, what opened the dialog has the focus again. */
function refocus(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const opener: unknown = history.state?.opener
  if (arrival?.type !== 'back_forward' || typeof opener !== 'string') return
  document
    .querySelector<HTMLElement>(`a[href="${CSS.escape(opener)}"]`)
    ?.focus({ preventScroll: true })
}

/** Storage may be closed to us: then pages begin at their top. */
function stored<Value>(use: () => Value): Value | null {
  try {
    return use()
  } catch {
    return null
  }
}
