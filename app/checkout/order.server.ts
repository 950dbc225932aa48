import { redirect } from '@remix-run/cloudflare'
import { ok } from '#app/kernel/result.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { confirmBase, payBase, readOwnOrder } from '#app/orders/service/orders.server.ts'
import { donePath } from '#app/orders/ui/query.ts'
import { type ChargeRequest, startOf } from './charge-params.server.ts'

/** The base price of the viewer's own order. Another form cancels it. */
export const orderBase = (kind: OrderKind) => ({
  async read({ context, user, id }: ChargeRequest) {
    const order = await readOwnOrder(context, await user, kind, id)
    // An unpaid order is eventually deleted: show a page that says so, since "not found" would be
    // confusing.
    if (!order) return { about: 'noOrder' as const, kind }
    if (order.basePaid) throw redirect(donePath(kind, id))
    return { about: 'order' as const, order }
  },

  begin: async (asked: ChargeRequest) =>
    startOf(asked, await payBase(asked.context, await asked.user, kind, asked.id)),

  async confirm({ context, user, id }: ChargeRequest) {
    const confirmed = await confirmBase(context, await user, kind, id)
    return confirmed.ok ? ok(donePath(kind, id)) : confirmed
  },
})
