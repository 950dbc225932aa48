import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { renderSVG } from 'uqr'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { requireShield } from '#app/web/http/shield.server.ts'

/**
 * The customer service's contact link as a QR image. It is a file, since WeChat offers to scan a
 * long-pressed code only in an `<img>`.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShield(context, 'site/contact-qr')
  const { link } = await readContact(context)
  const svg = renderSVG(link, { border: 2 })
  // Pages name the link they show (`of`), so that no browser caches an old code for a new link.
  const isCurrent = new URL(request.url).searchParams.get('of') === link
  const keep = isCurrent ? 'public, max-age=3600' : 'no-store'
  return new Response(svg, { headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': keep } })
}
