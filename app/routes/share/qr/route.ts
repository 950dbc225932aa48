import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { renderSVG } from 'uqr'
import { requireShared, shareUrl } from '#app/routes/share/shared.server.ts'

/**
 * The address of a shared page as a QR image. A file of its own, so that it can be long-pressed and
 * saved.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { kind, group } = (await requireShared(context, params, null)).shared
  const svg = renderSVG(shareUrl(context, kind, group.id), { border: 2 })
  return new Response(svg, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=3600',
      Vary: 'Cookie, Accept-Language',
    },
  })
}
