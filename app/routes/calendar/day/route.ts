import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { withBase } from '#app/base-path.ts'
import { requireShield } from '#app/http/shield.server.ts'

/** The calendar of the day's cars. The key in the address is all that opens it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShield(context, 'calendar/day')
  const { t, language, config } = context
  const key = new URL(request.url).searchParams.get('key') ?? ''
  const feed = await context.admin.dayFeed()
  const pages = config.siteUrl + withBase('')
  const file = await feed.file(key, { t, language, pages })
  const headers = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }
  return file === null
    ? new Response(t('admin:feed.gone'), {
        status: 410,
        headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
      })
    : new Response(file, {
        headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' },
      })
}
