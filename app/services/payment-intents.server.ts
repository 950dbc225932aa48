import type Stripe from 'stripe'
import type { PaymentFacts, PaymentMoney } from '../domain/carpool/payment.ts'
import type { PaymentPurpose, SavedCard } from '../domain/carpool/state.ts'
import type { CarpoolId, ParticipantId, UserId } from '../domain/id.ts'
import type { Currency, MinorUnits } from '../domain/money.ts'

/** A payment of a carpool place as just read from Stripe. */
export type CarpoolIntent = {
  carpoolId: CarpoolId
  userId: UserId
  /** For the browser alone; given out only once the carpool knows the intent. */
  clientSecret: string
  amount: MinorUnits
  currency: Currency
  facts: PaymentFacts
}

/** What an intent is made for. `customerId`: whose card may be kept, once its owner allows it; null: nobody's. */
export type IntentFor = {
  purpose: PaymentPurpose
  amount: MinorUnits
  carpoolId: CarpoolId
  participantId: ParticipantId
  userId: UserId
  attempt: number
  customerId: string | null
}

const PURPOSES: Record<PaymentPurpose, string> = { deposit: 'carpoolDeposit', balance: 'carpoolBalance' }

export const EXPAND = { expand: ['latest_charge'] }
export const EXPAND_LIST = { expand: ['data.latest_charge'] }

/** A deposit is held and captured later; a balance is taken at once. `card`: charged now, its owner away. */
export const intentParams = (p: IntentFor, card?: SavedCard): Stripe.PaymentIntentCreateParams => ({
  amount: p.amount,
  currency: 'gbp',
  capture_method: p.purpose === 'deposit' ? 'manual' : 'automatic',
  allowed_payment_method_types: ['card'],
  metadata: {
    purpose: PURPOSES[p.purpose],
    carpoolId: p.carpoolId,
    participantId: p.participantId,
    userId: p.userId,
    attempt: String(p.attempt),
  },
  ...(p.customerId && { customer: p.customerId }),
  ...(card && {
    customer: card.customerId,
    payment_method: card.paymentMethodId,
    off_session: true,
    confirm: true,
  }),
  ...EXPAND,
})

/** Whether an intent was made for just this try. */
export const isFor = ({ metadata: m }: Stripe.PaymentIntent, p: IntentFor): boolean =>
  m.purpose === PURPOSES[p.purpose] && m.participantId === p.participantId && m.attempt === String(p.attempt)

/** An intent of ours, or null for one that pays for no carpool place. */
export function toCarpoolIntent(intent: Stripe.PaymentIntent | undefined): CarpoolIntent | null {
  const known = Object.entries(PURPOSES).find(([, name]) => name === intent?.metadata.purpose)
  if (!intent || !known) return null
  const { carpoolId, participantId, userId, attempt } = intent.metadata
  if (!carpoolId || !participantId || !userId) return null
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const received = intent.status === 'succeeded' && !charge?.refunded ? intent.amount_received : 0
  const captureBefore = charge?.payment_method_details?.card?.capture_before
  return {
    carpoolId: carpoolId as CarpoolId,
    userId: userId as UserId,
    clientSecret: intent.client_secret ?? '',
    amount: intent.amount,
    currency: 'gbp',
    facts: {
      intentId: intent.id,
      participantId,
      purpose: known[0] as PaymentPurpose,
      attempt: Number(attempt),
      amount: intent.amount,
      money: moneyOf(intent.status, received),
      authorised: charge?.status === 'succeeded',
      received,
      captureBefore: captureBefore ? captureBefore * 1000 : null,
      card: savedCardOf(intent),
    },
  }
}

/** The card, if it was kept with its owner's consent: that is what the intent's future usage says. */
function savedCardOf({
  setup_future_usage,
  customer,
  payment_method,
}: Stripe.PaymentIntent): SavedCard | null {
  if (setup_future_usage !== 'off_session' || !customer || !payment_method) return null
  const idOf = (ref: string | { id: string }) => (typeof ref === 'string' ? ref : ref.id)
  return { customerId: idOf(customer), paymentMethodId: idOf(payment_method) }
}

function moneyOf(status: Stripe.PaymentIntent.Status, received: MinorUnits): PaymentMoney {
  switch (status) {
    case 'requires_capture':
      return 'held'
    case 'succeeded':
      return received > 0 ? 'captured' : 'returned'
    case 'canceled':
      return 'returned'
    case 'processing':
      return 'processing'
    default:
      return 'unpaid'
  }
}
