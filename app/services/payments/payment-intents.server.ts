import type Stripe from 'stripe'
import type { PaymentFacts } from '#app/domain/group/payment.ts'
import type { PaymentPurpose, SavedCard } from '#app/domain/group/state.ts'
import type { CarpoolId, OrderId, ParticipantId, TripId, UserId } from '#app/domain/id.ts'
import type { Currency, MinorUnits } from '#app/domain/money.ts'
import type { OrderKind } from '#app/domain/order/order.ts'
import { type IntentFacts, lostIn, type PaymentMoney } from '#app/domain/payment.ts'
import type { DisputeRead } from './disputes-read.server.ts'
import type { FailedRefundRead, RefundsRead } from './refunds-read.server.ts'

/** One of our payments as just read from Stripe. */
type Read<What extends string, Facts> = {
  what: What
  userId: UserId
  /** For the browser only; given out only once the thing it pays for knows the intent. */
  clientSecret: string
  amount: MinorUnits
  currency: Currency
  /** For display; the domain relies on `facts`. */
  disputes: DisputeRead[]
  failedRefunds: FailedRefundRead[]
  facts: Facts
}
/** A payment for a place in a carpool or on a trip. */
export type CarpoolIntent = Read<'carpool', PaymentFacts> & { carpoolId: CarpoolId }
export type TripIntent = Read<'trip', PaymentFacts> & { tripId: TripId }
export type PlaceIntent = CarpoolIntent | TripIntent
/** The base price of a mail or moving order. */
export type OrderIntent = Read<'order', IntentFacts> & { orderId: OrderId }

/**
 * What an intent is created for. `customerId`: the payer's customer at the provider; null if there
 * is none.
 */
type For = { amount: MinorUnits; userId: UserId; attempt: number; customerId: string | null }
/** The card may be saved for the customer if its owner agrees. */
export type PlaceIntentFor = For & {
  purpose: PaymentPurpose
  participantId: ParticipantId
  /** The deposit is taken at once, together with the balance. */
  inFull?: boolean
} & ({ carpoolId: CarpoolId } | { tripId: TripId })
export type OrderIntentFor = For & { kind: OrderKind; orderId: OrderId }

/** What Stripe keeps beside an intent. Refunds are null if they were not asked for. */
export type Beside = { disputes: DisputeRead[]; refunds: RefundsRead | null }
const NOTHING: Beside = { disputes: [], refunds: null }

/** How payments for one kind of thing are written to Stripe and recognised again. */
export type Codec<F, I> = {
  /** Identifies one try to pay: the idempotency key for creating its intent. */
  keyOf(forWhat: F): string
  /** `card`: charged now, while its owner is away. */
  params(forWhat: F, card?: SavedCard): Stripe.PaymentIntentCreateParams
  /** Whether the intent was created for exactly this try. */
  isFor(intent: Stripe.PaymentIntent, forWhat: F): boolean
  /** An intent of this kind with what is beside it; null if it pays for something else. */
  read(intent: Stripe.PaymentIntent, beside?: Beside): I | null
}

const PLACE_PURPOSES = ['deposit', 'balance'] as const
const PURPOSES: Record<'carpool' | 'trip', Record<PaymentPurpose, string>> = {
  carpool: { deposit: 'carpoolDeposit', balance: 'carpoolBalance' },
  trip: { deposit: 'tripDeposit', balance: 'tripBalance' },
}
const ORDER_PURPOSES: Record<OrderKind, string> = { mail: 'mailBase', move: 'moveBase' }

export const EXPAND = { expand: ['latest_charge'] }
export const EXPAND_LIST = { expand: ['data.latest_charge'] }

const commonParams = (p: For) => ({
  amount: p.amount,
  currency: 'gbp',
  allowed_payment_method_types: ['card' as const],
  ...(p.customerId && { customer: p.customerId }),
  ...EXPAND,
})

const purposeOf = (p: PlaceIntentFor): string =>
  PURPOSES['tripId' in p ? 'trip' : 'carpool'][p.purpose]

/**
 * A carpool's deposit is held and captured later. A trip's is taken at once, since its cutoff may
 * be weeks away and no bank holds money that long. Every balance is taken at once too, and so is a
 * deposit that is paid together with it.
 */
export const placeCodec: Codec<PlaceIntentFor, PlaceIntent> = {
  keyOf: (p) => `${p.purpose}:${p.participantId}:${p.attempt}`,
  params: (p, card) => ({
    ...commonParams(p),
    capture_method:
      p.purpose === 'deposit' && 'carpoolId' in p && !p.inFull ? 'manual' : 'automatic',
    metadata: {
      purpose: purposeOf(p),
      ...('tripId' in p ? { tripId: p.tripId } : { carpoolId: p.carpoolId }),
      participantId: p.participantId,
      userId: p.userId,
      attempt: String(p.attempt),
    },
    ...(card && {
      customer: card.customerId,
      payment_method: card.paymentMethodId,
      off_session: true,
      confirm: true,
    }),
  }),
  isFor: ({ metadata: m }, p) =>
    m.purpose === purposeOf(p) &&
    m.participantId === p.participantId &&
    m.attempt === String(p.attempt),
  read(intent, beside = NOTHING) {
    const { purpose, carpoolId, tripId, participantId, userId } = intent.metadata
    const known = (kind: keyof typeof PURPOSES) =>
      PLACE_PURPOSES.find((one) => PURPOSES[kind][one] === purpose)
    const [carpool, trip] = [known('carpool'), known('trip')]
    if (!participantId || !userId) return null
    if (carpool && carpoolId)
      return {
        what: 'carpool',
        carpoolId: carpoolId as CarpoolId,
        ...placeOf(intent, beside, participantId, carpool),
      }
    return trip && tripId
      ? {
          what: 'trip',
          tripId: tripId as TripId,
          ...placeOf(intent, beside, participantId, trip),
        }
      : null
  },
}

function placeOf(
  intent: Stripe.PaymentIntent,
  beside: Beside,
  participantId: string,
  purpose: PaymentPurpose,
) {
  const charge = chargeOf(intent)
  const captureBefore = charge?.payment_method_details?.card?.capture_before
  return {
    ...commonOf(intent, beside),
    facts: {
      ...factsOf(intent, beside),
      participantId,
      purpose,
      authorised: charge?.status === 'succeeded',
      received: receivedOf(intent, beside),
      captureBefore: captureBefore ? captureBefore * 1000 : null,
      card: savedCardOf(intent),
    },
  }
}

/** A base price is taken at once. */
export const orderCodec: Codec<OrderIntentFor, OrderIntent> = {
  keyOf: (p) => `base:${p.orderId}:${p.attempt}`,
  params: (p) => ({
    ...commonParams(p),
    capture_method: 'automatic',
    metadata: {
      purpose: ORDER_PURPOSES[p.kind],
      orderId: p.orderId,
      userId: p.userId,
      attempt: String(p.attempt),
    },
  }),
  isFor: ({ metadata: m }, p) =>
    m.purpose === ORDER_PURPOSES[p.kind] &&
    m.orderId === p.orderId &&
    m.attempt === String(p.attempt),
  read(intent, beside = NOTHING) {
    const { purpose, orderId, userId } = intent.metadata
    if (!Object.values(ORDER_PURPOSES).includes(purpose ?? '') || !orderId || !userId) return null
    return {
      what: 'order',
      orderId: orderId as OrderId,
      ...commonOf(intent, beside),
      facts: factsOf(intent, beside),
    }
  },
}

const commonOf = (intent: Stripe.PaymentIntent, beside: Beside) => ({
  userId: intent.metadata.userId as UserId,
  clientSecret: intent.client_secret ?? '',
  amount: intent.amount,
  currency: 'gbp' as const,
  disputes: beside.disputes,
  failedRefunds: owedOf(intent, beside),
})

/**
 * The failed refunds. No more is owed than we still have: a lost dispute has also given it to its
 * owner.
 */
function owedOf(intent: Stripe.PaymentIntent, beside: Beside): FailedRefundRead[] {
  let left = receivedOf(intent, beside)
  return (beside.refunds?.failed ?? []).map((one) => {
    const missing = Math.min(one.missing, left)
    left -= missing
    return { ...one, missing }
  })
}

const factsOf = (intent: Stripe.PaymentIntent, beside: Beside): IntentFacts => ({
  intentId: intent.id,
  attempt: Number(intent.metadata.attempt),
  amount: intent.amount,
  money: moneyOf(intent.status, receivedOf(intent, beside), beside),
  refunded: refundedOf(intent, beside),
  failedRefunds: beside.refunds?.failed.map(({ id, amount }) => ({ id, amount })) ?? [],
  disputes: beside.disputes.map(({ id, state, amount, moves }) => ({ id, state, amount, moves })),
})

const chargeOf = ({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof latest_charge === 'object' ? latest_charge : null

/** Whether the cardholder has ever disputed it: then its disputes have to be requested. */
export const isDisputed = (intent: Stripe.PaymentIntent): boolean =>
  chargeOf(intent)?.disputed === true

/** Whether any of it was refunded: then its refunds have to be requested. */
export const isRefunded = (intent: Stripe.PaymentIntent): boolean =>
  intent.status === 'succeeded' && (chargeOf(intent)?.amount_refunded ?? 0) > 0

/** The charge says it too, but the list of refunds says which of them have failed. */
const refundedOf = (intent: Stripe.PaymentIntent, { refunds }: Beside): MinorUnits =>
  intent.status === 'succeeded' ? (refunds?.refunded ?? chargeOf(intent)?.amount_refunded ?? 0) : 0

/** What we still have: captured, and neither refunded nor lost to a dispute. */
const receivedOf = (intent: Stripe.PaymentIntent, beside: Beside): MinorUnits =>
  intent.status === 'succeeded'
    ? Math.max(0, intent.amount_received - refundedOf(intent, beside) - lostIn(beside.disputes))
    : 0

/** The card, if it was saved with its owner's consent, which the intent's future usage shows. */
function savedCardOf({
  setup_future_usage,
  customer,
  payment_method,
}: Stripe.PaymentIntent): SavedCard | null {
  if (setup_future_usage !== 'off_session' || !customer || !payment_method) return null
  const idOf = (ref: string | { id: string }) => (typeof ref === 'string' ? ref : ref.id)
  return { customerId: idOf(customer), paymentMethodId: idOf(payment_method) }
}

/**
 * Money that we have tried to refund, and that the bank did not take, counts as returned: trying
 * again would fail again, so people take over (decision 0052).
 */
function moneyOf(
  status: Stripe.PaymentIntent.Status,
  received: MinorUnits,
  { refunds }: Beside,
): PaymentMoney {
  switch (status) {
    case 'requires_capture':
      return 'held'
    case 'succeeded':
      return received > refusedIn(refunds) ? 'captured' : 'returned'
    case 'canceled':
      return 'returned'
    case 'processing':
      return 'processing'
    default:
      return 'unpaid'
  }
}

const refusedIn = (refunds: RefundsRead | null): MinorUnits =>
  (refunds?.failed ?? []).reduce((sum, { isOurs, missing }) => sum + (isOurs ? missing : 0), 0)
