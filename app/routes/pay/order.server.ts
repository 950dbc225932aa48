import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirectDocument,
} from '@remix-run/cloudflare'
import type { OrderKind } from '#app/domain/order/order.ts'
import { ok } from '#app/domain/result.ts'
import { refused } from '#app/http/form.server.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { type PaymentView, readPaymentView } from '#app/http/payment-view.server.ts'
import { replaceDocument } from '#app/http/replace-document.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { OwnView } from '#app/services/orders/orders.server.ts'
import { donePath } from '#app/ui/order/query.ts'

/**
 * The open base price of the user's own order. A reload finds the same payment again; a paid order
 * redirects to the page that says what comes next.
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
): Promise<Exclude<PaymentView, { kind: 'paid' }>> {
  const view = basePaid
    ? { kind: 'paid' as const }
    : await readPaymentView(context, async () => {
        const payable = await context.orders.payBase(user, kind, id)
        if (!payable.ok) return payable
        return ok(payable.value && { ...payable.value, until: payable.value.payBefore })
      })
  if (view.kind === 'paid') throw redirectDocument(donePath(kind, id))
  return view
}

/** The browser reports that the bank has agreed; what counts is the bank's own answer. */
export async function answerPay(kind: OrderKind, { request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const passed = await context.shield('order/pay')
  if (!passed.ok) return refused(passed, passed.error.code)
  const confirmed = await context.orders.confirm(user, kind, params.orderId ?? '')
  if (!confirmed.ok) return refused(confirmed, confirmed.error.code)
  return replaceDocument(donePath(kind, confirmed.value.id))
}
