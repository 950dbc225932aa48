import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { renderSVG } from 'uqr'
import type { Failure } from '#app/kernel/result.ts'
import { type ReturnState, ReturnView } from '#app/payments/ui/return-view.tsx'
import { pathOf } from '#app/web/http/return-to.server.ts'
import { requireShield } from '#app/web/http/shield.server.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { requireCharge } from './charge.server.ts'

export const handle: PageHandle = { title: 'pay:return.title' }

/**
 * Where a payment in another app comes back to, and where its result is waited for. Unlike the
 * sheet it asks Stripe, and settles what it reads. The address names the charge alone: what Stripe
 * adds to it is not believed, and dropped, since it has the payment's secret in it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { context, request, params } = args
  const { searchParams } = new URL(request.url)
  const page = `/pay/${params.chargeId}`
  if (searchParams.has('payment_intent')) throw redirect(`${page}/return`)
  await requireShield(context, 'checkout/return')
  const [charge, asked] = requireCharge(args)
  const confirmed = await charge.confirm(asked, searchParams)
  if (confirmed.ok) throw redirect(confirmed.value)
  const state = stateOf(confirmed.error)
  if (state === 'gone') throw redirect(page)
  const { target, amount } = confirmed.error.params ?? {}
  const code = state === 'wechat_pay' && renderSVG(String(target), { border: 2 })
  return {
    page,
    state,
    again: pathOf(request),
    amount: Number(amount ?? 0),
    link: state === 'alipay' ? String(target) : null,
    code: code ? `data:image/svg+xml,${encodeURIComponent(code)}` : null,
    onPhone: /Mobi/.test(request.headers.get('User-Agent') ?? ''),
  }
}

/** Where a payment stands that does not count yet. gone: there is nothing to pay for any more. */
function stateOf({ code, params }: Failure): ReturnState | 'gone' {
  if (code === 'notFound') throw new Response(null, { status: 404 })
  if (code === 'unavailable' || code === 'rateLimited') return 'asking'
  if (code !== 'paymentNotConfirmed') return 'gone'
  const context = params?.context
  return context === 'processing' || context === 'alipay' || context === 'wechat_pay'
    ? context
    : 'unpaid'
}

export default function ReturnRoute() {
  return <ReturnView {...useLoaderData<typeof loader>()} />
}
