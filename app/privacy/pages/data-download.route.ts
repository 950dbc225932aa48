import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { londonDay } from '#app/kernel/time.ts'
import { readOwnData } from '#app/privacy/service/own-data.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { requireShield } from '#app/web/http/shield.server.ts'

/** Everything we store about the logged-in user, as one file; never cached. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShield(context, 'privacy/data-download')
  const user = await requireUser(context, request)
  const read = await readOwnData(context, user.id, context.language)
  if (!read.ok)
    return redirectWithFlash(context, '/profile/data', { kind: 'error', key: 'account:data.wait' })
  return new Response(`${JSON.stringify(read.value, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="neighbourhelp-${londonDay(context.clock.now())}.json"`,
      'Cache-Control': 'no-store',
    },
  })
}
