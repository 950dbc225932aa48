import { ok, type Result } from '../domain/result.ts'
import type { CardLimits } from './card-limits.server.ts'
import type { Carpools } from './carpools.server.ts'
import type { Orders } from './orders.server.ts'
import type { AnyIntent, Payments } from './payments.server.ts'
import { settle } from './settle.server.ts'
import type { Trips } from './trips.server.ts'

/** What an event says besides which payment it is about. `declined`: a card was refused. */
type EventHint = { id: string; declined: boolean }
export type Settlement = ReturnType<typeof createSettlement>

type Deps = {
  payments: Payments
  limits: CardLimits
  carpools: Pick<Carpools, 'told'>
  orders: Pick<Orders, 'told'>
  trips: Pick<Trips, 'told'>
}

/**
 * What a webhook asks for: brings a payment of ours, whatever it pays for, to what it pays for. An intent that is
 * none of ours changes nothing, and asking for it again would not help: that is no failure. After too many declined cards
 * the payment is closed, so that its secret is of no more use for trying out cards.
 */
export function createSettlement({ payments, limits, carpools, orders, trips }: Deps) {
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
      read: payments.read,
      act: (intent) => closeIfAbused(intent, event),
      tell: (intent) => tell(intent, event?.id),
    })
    return settled.ok || settled.error.code === 'notFound' ? ok(null) : settled
  }
}
