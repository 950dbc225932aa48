import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { renderSVG } from 'uqr'
import { requireShared, shareUrl } from '#app/group/http/shared.server.ts'
import { requireShield } from '#app/web/http/shield.server.ts'

/** The QR image of a shared page's address. It is a file, so that a long press can save it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  await requireShield(context, 'share/qr')
  const { shared } = await requireShared(context, params, null)
  const url = shareUrl(context, shared.kind, shared.group.id)
  const svg = renderSVG(url, { border: 2 })
  return new Response(svg, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=3600',
      Vary: 'Cookie, Accept-Language',
    },
  })
}
