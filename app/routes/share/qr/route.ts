import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { renderSVG } from 'uqr'
import { requireShield } from '#app/http/shield.server.ts'
import { requireShared, shareUrl } from '#app/routes/share/shared.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { slotOf } from '#app/services/wishes/board.server.ts'

/**
 * The address of a shared page as a QR image. A file of its own, so that it can be long-pressed and
 * saved.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  await requireShield(context, 'share/qr')
  const svg = renderSVG(await urlOf(context, params), { border: 2 })
  return new Response(svg, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=3600',
      Vary: 'Cookie, Accept-Language',
    },
  })
}

async function urlOf(context: AppContext, params: LoaderFunctionArgs['params']): Promise<string> {
  const { kind, id = '' } = params
  if (kind === 'wish' && slotOf(id)) return shareUrl(context, 'wish', id)
  const { shared } = await requireShared(context, params, null)
  return shareUrl(context, shared.kind, shared.group.id)
}
