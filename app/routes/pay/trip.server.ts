import { refuseBalance } from '#app/domain/trip/permissions.ts'
import { tripFailureText } from '#app/routes/trip/form.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { OwnTripPlace, TripView } from '#app/services/groups/trip-views.server.ts'
import type { PaymentStart } from '#app/ui/pay/payment-start.ts'

/** A trip with the viewer's own place. */
export type OwnTrip = TripView & { own: OwnTripPlace }

/** `amount`: pence due now. `text` says why it cannot be paid. */
export type BalanceView =
  | { kind: 'due'; amount: number }
  | { kind: 'paid' }
  | { kind: 'refused'; text: string }

/**
 * A trip on which the viewer has a confirmed place, or the 404 page: other trips look as if they
 * did not exist.
 */
export async function requireOwnTrip(
  context: AppContext,
  user: User,
  id: string | undefined,
): Promise<OwnTrip> {
  const trip = id ? await context.trips.find(id, user) : null
  if (!trip?.own) throw new Response(null, { status: 404 })
  return { ...trip, own: trip.own }
}

/**
 * What is due, without beginning a payment: an open payment blocks price changes, so looking at a
 * page must not open one. A payment begun earlier is checked first, since it may have been paid
 * meanwhile.
 */
export async function readBalanceView(
  context: AppContext,
  user: User,
  trip: OwnTrip,
): Promise<BalanceView> {
  const { own } = trip
  const facts = { ...trip, seat: 'taken' as const, paymentStatus: own.paymentStatus }
  const refused = refuseBalance(facts, context.clock.now())
  if (refused === 'alreadyPaid') return { kind: 'paid' }
  if (refused || own.remaining === null)
    return { kind: 'refused', text: tripFailureText(context, { code: refused ?? 'balanceNotDue' }) }
  const confirmed = await context.trips.confirmBalance(user, trip.id)
  return confirmed.ok ? { kind: 'paid' } : { kind: 'due', amount: own.remaining }
}

/**
 * Begins the payment the student has seen. If the amount due has changed, nothing is begun and the
 * page shows the new one first.
 */
export async function beginBalance(
  context: AppContext,
  user: User,
  trip: OwnTrip,
  shown: number,
): Promise<PaymentStart> {
  const passed = await context.shield('trip/balance/view')
  if (!passed.ok) return { kind: 'refused', text: tripFailureText(context, passed.error) }
  const view = await readBalanceView(context, user, trip)
  if (view.kind !== 'due') return view
  if (view.amount !== shown) return { kind: 'changed' }
  const made = await context.trips.payBalance(user, trip.id)
  if (!made.ok)
    return made.error.code === 'alreadyPaid'
      ? { kind: 'paid' }
      : { kind: 'refused', text: tripFailureText(context, made.error) }
  const { amount, clientSecret } = made.value
  if (amount !== shown) return { kind: 'changed' }
  return clientSecret === null ? { kind: 'paid' } : { kind: 'ready', clientSecret }
}
