import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { mailboxOf } from '#app/account/http/mailbox.server.ts'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { readOwnOrder } from '#app/orders/service/orders.server.ts'
import { minePath, payPath } from '#app/orders/ui/query.ts'
import { isUnpaid } from '#app/orders/ui/status-badge.tsx'
import { readOwnRequestsAbout } from '#app/requests/service/views.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'

/**
 * The user's own order that stands, in its current state. Redirects to the payment of an unpaid
 * order and, for one that was given up, to the list; anybody else's is not found.
 */
export async function loadDone(kind: OrderKind, { request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const order = await readOwnOrder(context, user, kind, params.orderId ?? '')
  if (!order) throw new Response(null, { status: 404 })
  if (isUnpaid(order)) throw redirect(payPath(order.id))
  if (order.status === 'failed') throw redirect(minePath(kind))
  const [contact, requests] = await Promise.all([
    readContact(context),
    readOwnRequestsAbout(context, user, order.id),
  ])
  return { order, requests, contact: contact.name, mailbox: mailboxOf(user) }
}
