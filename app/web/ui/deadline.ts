/** How long the server may take to answer any request from the browser (docs/rules.md#messages). */
export const ANSWER_WITHIN_SECONDS = 10

/** A request that was not answered in time. Whether the server has carried it out is unknown. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/**
 * Gives up on the page's requests to its own server after ten seconds. Remix and our own code only
 * use `fetch`, so this one place covers all forms, pages and calls; the payment provider's requests
 * are not affected.
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
      // A response that starts and then hangs counts as no answer too.
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
