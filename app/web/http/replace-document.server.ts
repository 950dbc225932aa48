import { redirect, type TypedResponse } from '@remix-run/cloudflare'
import type { AppContext } from '#app/server/context.server.ts'
import { type Flash, setFlash } from './flash.server.ts'

/**
 * Redirects to a page that replaces the current one in the history, so that going back skips a
 * finished payment (app/web/page-script/ask.ts does it; without scripts the finished page redirects
 * again).
 */
export function replaceDocument(to: string): TypedResponse<never> {
  const answer = redirect(to, 303)
  answer.headers.set('X-Replace', 'true')
  return answer
}

/** The same with a message for the target page. */
export function replaceWithFlash(context: AppContext, to: string, flash: Flash) {
  setFlash(context, flash)
  return replaceDocument(to)
}
