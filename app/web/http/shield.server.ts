import { errorCatalogue } from '#app/kernel/error.ts'
import type { Failure } from '#app/kernel/result.ts'
import type { Shielded } from '#app/platform/shields.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'

/**
 * Counts a GET request for a file, a picture or a page against its rate limit. Throws the refusal
 * as text in the caller's language; a page shows its own instead.
 */
export async function requireShield(context: AppContext, of: Shielded): Promise<void> {
  const passed = await context.shield(of)
  if (!passed.ok) throw refusalOf(context, passed.error)
}

function refusalOf({ t }: AppContext, failure: Failure): Response {
  return new Response(`${failureText(t, failure)}\n`, {
    status: errorCatalogue[failure.code],
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Retry-After': String(failure.params?.retryAfterSeconds ?? 60),
    },
  })
}
