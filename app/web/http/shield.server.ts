import { errorCatalogue } from '#app/domain/error.ts'
import type { Failure } from '#app/domain/result.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { Shielded } from '#app/services/platform/shields.server.ts'

/**
 * Counts a request for a file, a picture or a page that is only viewed. Throws the refusal, as text
 * in the caller's language; a page shows its own instead.
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
