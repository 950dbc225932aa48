import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirectDocument,
} from '@remix-run/cloudflare'
import type { OrderKind } from '#app/domain/order/order.ts'
import { redirectWithFlash, setFlash } from '#app/http/flash.server.ts'
import { refused } from '#app/http/form.server.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { providerOf } from '#app/routes/carpool/pay-view.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { OwnView } from '#app/services/orders/orders.server.ts'
import { minePath } from '#app/ui/order/query.ts'
import type { Provider } from '#app/ui/pay/payment-dialog.tsx'

/** What the page shows for an order whose base price is to be paid. */
export type PayView =
  | { kind: 'open'; clientSecret: string; provider: Provider; amount: number; payBefore: number }
  /** Its time is over and the bank is being asked. */
  | { kind: 'checking' }
  /** Its time is over and nothing was paid. */
  | { kind: 'over' }
  /** `text` says why. */
  | { kind: 'failed'; text: string }

/**
 * The open base price of the user's own order. A reload finds the same payment again; a paid order
 * redirects to the list.
 */
export async function loadPay(kind: OrderKind, { request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const order = params.orderId ? await context.orders.find(user, kind, params.orderId) : null
  // An unpaid order is eventually deleted: show a page that says so, since "not found" would be
  // confusing.
  if (!order) return data({ order: null, view: null, now: context.clock.now() }, { status: 404 })
  const view = await readPayView(context, user, order)
  return data({ order, view, now: context.clock.now() }, { status: 200 })
}

async function readPayView(
  context: AppContext,
  user: User,
  { id, kind, basePaid }: OwnView,
): Promise<PayView> {
  if (basePaid) throw alreadyPaid(context, kind)
  const passed = await context.shield('PAYMENT')
  if (!passed.ok) return { kind: 'failed', text: failureText(context.t, passed.error) }
  const payable = await context.orders.payBase(user, kind, id)
  if (payable.ok) {
    if (!payable.value) throw alreadyPaid(context, kind)
    const { clientSecret, amount, payBefore } = payable.value
    return { kind: 'open', clientSecret, provider: providerOf(context), amount, payBefore }
  }
  switch (payable.error.code) {
    case 'alreadyPaid':
      throw alreadyPaid(context, kind)
    case 'operationExpired':
      return { kind: 'over' }
    case 'paymentNotConfirmed':
      return { kind: 'checking' }
    default:
      return { kind: 'failed', text: failureText(context.t, payable.error) }
  }
}

const alreadyPaid = (context: AppContext, kind: OrderKind) =>
  redirectWithFlash(context, minePath(kind), { kind: 'info', key: 'order:done.alreadyPaid' })

/** The browser reports that the bank has agreed; what counts is the bank's own answer. */
export async function answerPay(kind: OrderKind, { request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const passed = await context.shield('PAYMENT')
  if (!passed.ok) return refused(passed, passed.error.code)
  const confirmed = await context.orders.confirm(user, kind, params.orderId ?? '')
  if (!confirmed.ok) return refused(confirmed, confirmed.error.code)
  setFlash(context, { kind: 'success', key: `order:done.${kind}` })
  // As a document, so that going back to this page loads it as one too, with the security policy it
  // needs.
  return redirectDocument(minePath(kind), 303)
}
