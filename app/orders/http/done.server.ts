import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import type { OrderKind } from '#app/domain/order/order.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { mailboxOf } from '#app/http/mailbox.server.ts'
import { minePath, payPath } from '#app/ui/order/query.ts'
import { isUnpaid } from '#app/ui/order/status-badge.tsx'

/**
 * The user's own order that stands, from what is so now. One that is not paid leads to its payment,
 * one that has ended to the list, and anybody else's is not found.
 */
export async function loadDone(kind: OrderKind, { request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const order = await context.orders.find(user, kind, params.orderId ?? '')
  if (!order) throw new Response(null, { status: 404 })
  if (isUnpaid(order)) throw redirect(payPath(order.id))
  if (order.status === 'completed' || order.status === 'failed') throw redirect(minePath(kind))
  return { order, contact: (await context.site.contact()).name, mailbox: mailboxOf(user) }
}
