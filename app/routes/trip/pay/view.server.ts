import { redirectWithFlash } from '#app/http/flash.server.ts'
import { providerOf } from '#app/routes/carpool/pay-view.server.ts'
import { tripFailureText } from '#app/routes/trip/form.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { TripSeat } from '#app/services/groups/trips.server.ts'
import type { Provider } from '#app/ui/pay/payment-dialog.tsx'
import { tabPath } from '#app/ui/trip/query.ts'

/** What the page shows for a place whose deposit is open. */
export type PayView =
  | {
      kind: 'open'
      clientSecret: string
      provider: Provider
      amount: number
      holdExpiresAt: number
    }
  /** The hold is over and its payment is being checked. */
  | { kind: 'checking' }
  | { kind: 'gone' }
  /** `text` says why. */
  | { kind: 'failed'; text: string }

/**
 * Reads the current state of the viewer's own place, and creates or finds its payment. A paid one
 * redirects to the list.
 */
export async function readPayView(
  context: AppContext,
  user: User,
  { trip, seat }: TripSeat,
): Promise<PayView> {
  if (seat === 'taken') throw alreadyPaid(context)
  if (seat === 'gone') return { kind: 'gone' }
  if (seat === 'lapsing') return { kind: 'checking' }
  const passed = await context.shield('PAYMENT')
  if (!passed.ok) return { kind: 'failed', text: tripFailureText(context, passed.error) }
  const payable = await context.trips.payDeposit(user, trip.id)
  if (payable.ok) {
    const { clientSecret, amount, holdExpiresAt } = payable.value
    return { kind: 'open', clientSecret, provider: providerOf(context), amount, holdExpiresAt }
  }
  switch (payable.error.code) {
    case 'alreadyPaid':
      throw alreadyPaid(context)
    case 'holdExpired':
    case 'notFound':
      return { kind: 'gone' }
    case 'paymentNotConfirmed':
      return { kind: 'checking' }
    default:
      return { kind: 'failed', text: tripFailureText(context, payable.error) }
  }
}

const alreadyPaid = (context: AppContext) =>
  redirectWithFlash(context, tabPath('end'), { kind: 'info', key: 'trip:done.alreadyPaid' })
