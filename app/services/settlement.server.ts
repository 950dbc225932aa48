import { ok, type Result } from '#app/domain/result.ts'
import type { Carpools } from './groups/carpools.server.ts'
import type { Trips } from './groups/trips.server.ts'
import type { Orders } from './orders/orders.server.ts'
import type { Disputes } from './payments/disputes.server.ts'
import type { PaymentLimits } from './payments/payment-limits.server.ts'
import type { AnyIntent, Payments } from './payments/payments.server.ts'
import { settle } from './payments/settle.server.ts'

/**
 * What an event says besides which payment it is about. `declined`: a card was refused. `disputed`:
 * its owner has objected.
 */
type EventHint = { id: string; declined: boolean; disputed: boolean }
export type Settlement = ReturnType<typeof createSettlement>

type Deps = {
  payments: Payments
  limits: PaymentLimits
  carpools: Pick<Carpools, 'told'>
  orders: Pick<Orders, 'told'>
  trips: Pick<Trips, 'told'>
  disputes: Disputes
}

/**
 * What a webhook asks for: brings a payment of ours, whatever it pays for, to what it pays for. An
 * intent that is none of ours changes nothing, and asking for it again would not help: that is no
 * failure. After too many declined cards the payment is closed, so that its secret is of no more
 * use for trying out cards.
 */
export function createSettlement({ payments, limits, carpools, orders, trips, disputes }: Deps) {
  async function closeIfAbused(intent: AnyIntent, event?: EventHint): Promise<Result<AnyIntent>> {
    const tooMany = event?.declined && (await limits.countDecline(intent.userId, event.id))
    const { intentId, money } = intent.facts
    if (!tooMany || money !== 'unpaid') return ok(intent)
    // A key of its own for each delivery: a stored error must not be said again for a day.
    const key = `declined:${intentId}:${crypto.randomUUID()}`
    return intent.what === 'order'
      ? payments.orders.release(intentId, money, key)
      : payments.places.release(intentId, money, key)
  }

  async function tell(intent: AnyIntent, eventId?: string): Promise<Result<unknown>> {
    switch (intent.what) {
      case 'order':
        return orders.told(intent)
      case 'carpool':
        return carpools.told(intent, eventId)
      case 'trip':
        return trips.told(intent, eventId)
    }
  }

  return async (intentId: string, event?: EventHint): Promise<Result<null>> => {
    const settled = await settle<AnyIntent, unknown>(intentId, {
      read: (id) => payments.read(id, event?.disputed),
      act: (intent) => closeIfAbused(intent, event),
      tell: async (intent) => {
        // On the list first: what it pays for may not be reachable, and then the event comes again.
        await disputes.record(intent)
        return tell(intent, event?.id)
      },
    })
    return settled.ok || settled.error.code === 'notFound' ? ok(null) : settled
  }
}
