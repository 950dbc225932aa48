import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import { applyPlacePayment } from '#app/group/service/groups.server.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { orderCharges } from '#app/orders/service/order-payments.server.ts'
import { putRefunds } from '#app/payments/rows/receipts.server.ts'
import { countDecline } from '#app/payments/service/payment-limits.server.ts'
import type { AnyIntent, NeedsToPay } from '#app/payments/service/payments.server.ts'
import { reconcile } from '#app/payments/service/reconcile.server.ts'
import { applyRowPayment, type NeedsToSettle } from '#app/payments/service/row-charges.server.ts'
import { recordDisputes } from '#app/reconciliation/service/disputes.server.ts'
import { recordFailedRefunds } from '#app/reconciliation/service/failed-refunds.server.ts'
import { requestCharges } from '#app/requests/service/payments.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'

export type NeedsToReconcile = NeedsToSettle & Objects

/**
 * An event's content besides its payment. `declined`: a card was declined. `disputed`: the
 * cardholder has disputed the payment. `refunded`: a refund has changed.
 */
type EventHint = { id: string; declined?: boolean; disputed?: boolean; refunded?: boolean }

async function closeIfAbused(
  context: NeedsToPay,
  intent: AnyIntent,
  event?: EventHint,
): Promise<Result<AnyIntent>> {
  const { payments } = context
  const tooMany = event?.declined && (await countDecline(context, intent.userId, event.id))
  const { intentId, money } = intent.facts
  if (!tooMany || money !== 'unpaid') return ok(intent)
  // A separate key for each delivery, so that Stripe does not repeat a stored error for a day.
  const key = `declined:${intentId}:${crypto.randomUUID()}`
  return payments.release(intentId, money, key)
}

async function applyPayment(
  context: NeedsToReconcile,
  intent: AnyIntent,
  eventId?: string,
): Promise<Result<unknown>> {
  switch (intent.what) {
    case 'order':
      return applyRowPayment(context, orderCharges, intent)
    case 'request':
      return applyRowPayment(context, requestCharges, intent)
    case 'carpool':
      return applyPlacePayment(carpoolKind, context, intent.carpoolId, intent, eventId)
    case 'trip':
      return applyPlacePayment(tripKind, context, intent.tripId, intent, eventId)
  }
}

/**
 * Handles a webhook: reads any of our payments and applies it to what it pays for. Fails with
 * notFound for an intent that is not ours; delivering its event again would not help. After too
 * many declined cards the payment is closed, so that its secret cannot be used to try out more
 * cards.
 */
export const reconcilePayment = async (
  context: NeedsToReconcile,
  intentId: string,
  event?: EventHint,
): Promise<Result<null>> => {
  const { clock, payments } = context
  const askedAt = clock.now()
  const settled = await reconcile<AnyIntent, unknown>(intentId, {
    // A lost dispute also decides whether a failed refund is still owed.
    read: (id) =>
      payments.readNow(id, {
        disputes: event?.disputed,
        refunds: event?.refunded || event?.disputed,
      }),
    act: (intent) => closeIfAbused(context, intent, event),
    apply: async (intent) => {
      // Recorded first: the group or order may be unreachable, and then the event is delivered
      // again.
      const isCurrent = await recordDisputes(context, intent)
      if (!isCurrent) return fail('unavailable', { retryAfterSeconds: 1 })
      await recordFailedRefunds(context, intent, askedAt)
      const { refunds, facts } = intent
      if (refunds.length > 0)
        await putRefunds(
          context.db,
          refunds.map((refund) => ({ ...refund, intentId: facts.intentId })),
        )
      return applyPayment(context, intent, event?.id)
    },
  })
  return settled.ok ? ok(null) : settled
}
