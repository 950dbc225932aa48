import { ANSWER_WITHIN_SECONDS } from '#app/kernel/limits.ts'

/** A request that was not answered in time. Whether the server has carried it out is unknown. */
export class NoAnswer extends Error {}

/** An answer, read to its end. */
export type Answer = { status: number; headers: Headers; text: string }

/**
 * Asks the server on behalf of a form. `how`: `sent` carries it out, `preview` only draws the page
 * with what has been filled in so far (app/web/http/form-answer.server.ts). Throws NoAnswer after
 * ten seconds, and whatever `fetch` throws where there is no connection. `signal` gives up earlier.
 */
export async function ask(
  address: string,
  fields: URLSearchParams,
  how: 'sent' | 'preview',
  signal?: AbortSignal,
): Promise<Answer> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), ANSWER_WITHIN_SECONDS * 1000)
  signal?.addEventListener('abort', () => ended.abort())
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'X-Form': how },
      body: fields,
      signal: ended.signal,
    })
    // An answer that starts and then hangs counts as none too.
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  } catch (error) {
    throw ended.signal.aborted && !signal?.aborted ? new NoAnswer(address) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Goes where an answer leads, if it leads anywhere. Returns whether it does. */
export function follow({ headers }: Answer): boolean {
  const to = headers.get('X-Location')
  if (to === null) return false
  const { href, pathname, search } = new URL(to, location.href)
  if (headers.has('X-Replace')) location.replace(href)
  else if (pathname + search !== location.pathname + location.search) location.assign(href)
  else {
    // An address with a fragment would only scroll.
    history.replaceState(history.state, '', href)
    location.reload()
  }
  return true
}
