import { redirectDocument } from '@remix-run/cloudflare'
import { ok } from '#app/domain/result.ts'
import { type PaymentView, readPaymentView } from '#app/http/payment-view.server.ts'
import { tripFailureText } from '#app/routes/trip/form.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { TripSeat } from '#app/services/groups/trips.server.ts'
import { donePath } from '#app/ui/trip/query.ts'

/**
 * Reads the current state of the viewer's own place, and creates or finds its payment. A paid one
 * redirects to the page that says what has been achieved.
 */
export async function readPayView(
  context: AppContext,
  user: User,
  { trip, seat }: TripSeat,
): Promise<Exclude<PaymentView, { kind: 'paid' }>> {
  if (seat === 'gone') return { kind: 'gone' }
  if (seat === 'lapsing') return { kind: 'checking' }
  const begin = async () => {
    const payable = await context.trips.payDeposit(user, trip.id)
    return payable.ok ? ok({ ...payable.value, until: payable.value.holdExpiresAt }) : payable
  }
  const view =
    seat === 'taken'
      ? { kind: 'paid' as const }
      : await readPaymentView(context, begin, (failure) => tripFailureText(context, failure))
  if (view.kind === 'paid') throw redirectDocument(donePath(trip.id))
  return view
}
