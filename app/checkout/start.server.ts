import { type ActionFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { withBase } from '#app/kernel/base-path.ts'
import { isRemote } from '#app/payments/rules/payment.ts'
import { returnPath } from '#app/payments/ui/paths.ts'
import type { PaymentStart } from '#app/payments/ui/payment-start.ts'
import { failureText } from '#app/schemas/issue.ts'
import { setFlash } from '#app/web/http/flash.server.ts'
import { replaceDocument } from '#app/web/http/replace-document.server.ts'
import { requireCharge } from './charge.server.ts'

const pageOf = ({ params }: Pick<ActionFunctionArgs, 'params'>) => `/pay/${params.chargeId}`

/**
 * Begins a payment. With a `method` of another app we confirm it ourselves, so that neither the
 * provider's scripts nor ours are needed.
 */
export async function startCharge(args: ActionFunctionArgs, form: FormData): Promise<PaymentStart> {
  const { context } = args
  const [page, asked] = requireCharge(args)
  const passed = await context.shield('checkout/start')
  if (!passed.ok) {
    await asked.user
    return { kind: 'refused', text: failureText(context.t, passed.error) }
  }
  const start = await page.begin(asked, form)
  const method = form.get('method')
  if (start.kind !== 'ready' || !isRemote(method)) return start
  const [intentId = ''] = start.clientSecret.split('_secret_')
  const returnTo = new URL(withBase(returnPath(pageOf(args))), context.config.siteUrl).href
  const begun = await context.payments.payRemotely(intentId, method, returnTo)
  if (!begun.ok) return { kind: 'refused', text: failureText(context.t, begun.error) }
  const { next } = begun.value
  // A code to scan is shown on our own page.
  return { kind: 'elsewhere', ...(next?.method === 'alipay' && { to: next.target }) }
}

/** The page that follows a form that began a payment without scripts. */
export function pageAfter(args: ActionFunctionArgs, start: PaymentStart) {
  if (start.kind === 'refused') return data({ text: start.text }, { status: 409 })
  if (start.kind === 'elsewhere' || start.kind === 'paid')
    return replaceDocument(returnPath(pageOf(args)))
  setFlash(args.context, { kind: 'info', key: 'pay:error.changed' })
  return redirect(pageOf(args), 303)
}
