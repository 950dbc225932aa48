import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { chargePath } from '#app/payments/ui/paths.ts'
import { pathOf } from '#app/web/http/return-to.server.ts'

/** Redirects the old payment pages of deposits, balances and orders. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const [path = '', query] = pathOf(request).split('?')
  const [, section, act] = path.split('/')
  const isOrder = section === 'mail' || section === 'moving'
  const purpose = isOrder ? 'base' : act === 'balance' ? 'balance' : 'deposit'
  return redirect(chargePath(purpose, params.id ?? '') + (query ? `?${query}` : ''), 301)
}
