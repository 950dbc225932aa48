import { redirectDocument, type TypedResponse } from '@remix-run/cloudflare'

/**
 * Redirects to a document that takes the current one's place in the history: going back leads to
 * where the student was before, not through a payment that is over (`keepForm` does it in the
 * browser; without scripts the page that is over leads on by itself).
 */
export function replaceDocument(to: string): TypedResponse<never> {
  const answer = redirectDocument(to, 303)
  answer.headers.set('X-Remix-Replace', 'true')
  return answer
}
