import type { Carpools } from '#app/carpool/service/carpools.server.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Clock } from '#app/kernel/time.ts'
import type { Orders } from '#app/orders/service/orders.server.ts'
import type { PaymentLimits } from '#app/payments/service/payment-limits.server.ts'
import type { AnyIntent, Payments } from '#app/payments/service/payments.server.ts'
import { reconcile } from '#app/payments/service/reconcile.server.ts'
import type { Disputes } from '#app/reconciliation/service/disputes.server.ts'
import type { FailedRefunds } from '#app/reconciliation/service/failed-refunds.server.ts'
import type { Trips } from '#app/trip/service/trips.server.ts'

/**
 * What an event says besides which payment it is about. `declined`: a card was declined.
 * `disputed`: the cardholder has disputed the payment. `refunded`: something became of a refund.
 */
type EventHint = { id: string; declined?: boolean; disputed?: boolean; refunded?: boolean }
export type Reconcile = ReturnType<typeof createReconcile>

type Deps = {
  payments: Payments
  limits: PaymentLimits
  carpools: Pick<Carpools, 'applyPayment'>
  orders: Pick<Orders, 'applyPayment'>
  trips: Pick<Trips, 'applyPayment'>
  disputes: Disputes
  failedRefunds: Pick<FailedRefunds, 'record'>
  clock: Clock
}

/**
 * Handles a webhook: reads any of our payments and applies it to what it pays for. Fails with
 * notFound for an intent that is not one of ours; delivering its event again would not help. After
 * too many declined cards the payment is closed, so that its secret can no longer
 * be used to try out cards.
 */
export function createReconcile({
  payments,
  limits,
  carpools,
  orders,
  trips,
  disputes,
  failedRefunds,
  clock,
}: Deps) {
  async function closeIfAbused(intent: AnyIntent, event?: EventHint): Promise<Result<AnyIntent>> {
    const tooMany = event?.declined && (await limits.countDecline(intent.userId, event.id))
    const { intentId, money } = intent.facts
    if (!tooMany || money !== 'unpaid') return ok(intent)
    // A separate key for each delivery, so that Stripe does not repeat a stored error for a day.
    const key = `declined:${intentId}:${crypto.randomUUID()}`
    return payments.release(intentId, money, key)
  }

  async function applyPayment(intent: AnyIntent, eventId?: string): Promise<Result<unknown>> {
    switch (intent.what) {
      case 'order':
        return orders.applyPayment(intent)
      case 'carpool':
        return carpools.applyPayment(intent.carpoolId, intent, eventId)
      case 'trip':
        return trips.applyPayment(intent.tripId, intent, eventId)
    }
  }

  return async (intentId: string, event?: EventHint): Promise<Result<null>> => {
    const askedAt = clock.now()
    const settled = await reconcile<AnyIntent, unknown>(intentId, {
      // A dispute that is lost also decides whether a failed refund is still owed.
      read: (id) =>
        payments.readNow(id, {
          disputes: event?.disputed,
          refunds: event?.refunded || event?.disputed,
        }),
      act: (intent) => closeIfAbused(intent, event),
      apply: async (intent) => {
        // Record these first: what it pays for may be unreachable, and then the event is delivered
        // again.
        const isCurrent = await disputes.record(intent)
        if (!isCurrent) return fail('unavailable', { retryAfterSeconds: 1 })
        await failedRefunds.record(intent, askedAt)
        return applyPayment(intent, event?.id)
      },
    })
    return settled.ok ? ok(null) : settled
  }
}
