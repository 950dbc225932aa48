import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { renderSVG } from 'uqr'

/**
 * The customer service's contact link as a QR image. A file of its own: WeChat offers to read a code that is
 * pressed for long only in an `<img>`.
 */
export function loader({ context }: LoaderFunctionArgs) {
  const svg = renderSVG(context.config.contact.link, { border: 2 })
  return new Response(svg, {
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=3600' },
  })
}
