import { type Control, heldBy, nameOf, putInto } from '#app/web/ui/controls.ts'
import { stored, whenParsed } from './scroll.ts'

const KEY = 'typed '
/** Long enough to reset a forgotten password. */
const FRESH_MS = 30 * 60_000

/** The contents of a page's forms. `wanted`: they are about to be restored. */
type Typed = { at: number; wanted: boolean; values: Record<string, string | boolean> }

/**
 * Keeps what was typed when a document is about to lose it: when the language is switched, or a
 * form is sent and the session turns out to have expired. It stays in this tab until its page is
 * shown again, and is discarded if a different page comes. Passwords are never kept; card details
 * are in the provider's own frame.
 */
export function keepTyped(): void {
  addEventListener('submit', ({ target }) => {
    const { method, action } = target as HTMLFormElement
    if (method !== 'post') return
    const values = Object.fromEntries(
      controls().map((control) => [nameOf(control), heldBy(control)]),
    )
    const typed: Typed = { at: Date.now(), wanted: action.endsWith('/language'), values }
    stored(() => sessionStorage.setItem(KEY + location.pathname, JSON.stringify(typed)))
  })
  whenParsed(() => stored(restore))
}

function restore(): void {
  // The login page, and the page before it that explains why, name the page to return to.
  const returnTo = new URLSearchParams(location.search).get('redirect')?.split(/[?#]/)[0]
  for (const key of Object.keys(sessionStorage).filter((key) => key.startsWith(KEY))) {
    const typed: Typed = JSON.parse(sessionStorage.getItem(key) ?? '')
    const path = key.slice(KEY.length)
    const wanted = typed.wanted || (!!returnTo && path.endsWith(returnTo))
    sessionStorage.removeItem(key)
    if (!wanted || Date.now() - typed.at > FRESH_MS) continue
    if (path === location.pathname) putBack(typed.values)
    else sessionStorage.setItem(key, JSON.stringify({ ...typed, wanted }))
  }
}

function putBack(values: Typed['values']): void {
  for (const control of controls()) {
    const value = values[nameOf(control)]
    if (value !== undefined) putInto(control, value)
  }
}

const UNKEPT = /password|hidden|file|submit|button/

const controls = (): Control[] =>
  ([...document.querySelectorAll('main [name]')] as Control[]).filter(
    ({ type, form }) => form?.method === 'post' && !UNKEPT.test(type),
  )
