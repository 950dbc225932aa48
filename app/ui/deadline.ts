/**
 * How long the server may take to answer anything the browser asks of it (docs/rules.md#messages).
 */
export const ANSWER_WITHIN_SECONDS = 10

/**
 * A request that was not answered in time. Whether the server has done what was asked is not known.
 */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/**
 * Gives up on what the page asks of its own server after ten seconds. Remix and our own code ask by
 * `fetch` alone, so this is the one place for all forms, pages and calls; what the payment provider
 * asks is its own affair.
 */
export function limitWaiting(basename: string): void {
  const ask = window.fetch
  const ours = new URL(basename, location.origin).href
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.startsWith(ours)) return ask(input, init)
    const { signal } = request
    const ended = new AbortController()
    const end = () => ended.abort()
    const timer = setTimeout(end, ANSWER_WITHIN_SECONDS * 1000)
    signal.addEventListener('abort', end)
    try {
      if (signal.aborted) end()
      const answer = await ask(request, { signal: ended.signal })
      // An answer that begins and then hangs is none either.
      await answer.clone().arrayBuffer()
      return answer
    } catch (error) {
      throw ended.signal.aborted && !signal.aborted ? new NoAnswer(request.url) : error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    }
  }
}
