import { boundedCache } from '#app/bounded-cache.ts'
import { fail, type Result } from '#app/domain/result.ts'

/** Payments whose last read is remembered. */
const KNOWN_MAX = 1000

/**
 * Reads of one payment at Stripe by those who say that they have paid: at most one in `gapMs`. The
 * next one waits for its turn, so that it says what is true then; any other is refused meanwhile.
 * `told`: an event has come about the payment, which can be read at once.
 */
export function spacedReads<T>(read: (id: string) => Promise<Result<T>>, gapMs: number) {
  const last = boundedCache<string, number>(KNOWN_MAX)
  return {
    told: (id: string) => last.set(id, Number.NEGATIVE_INFINITY),
    async read(id: string): Promise<Result<T>> {
      const now = Date.now()
      const turn = Math.max(now, (last.get(id) ?? Number.NEGATIVE_INFINITY) + gapMs)
      if (turn - now > gapMs)
        return fail('rateLimited', { retryAfterSeconds: Math.ceil((turn - now) / 1000) })
      last.set(id, turn)
      if (turn > now) await new Promise((resume) => setTimeout(resume, turn - now))
      return read(id)
    },
  }
}
