import type Stripe from 'stripe'
import type { PaymentFacts } from '#app/group/rules/payment.ts'
import type {
  CarpoolId,
  OrderId,
  ParticipantId,
  RequestId,
  TripId,
  UserId,
} from '#app/kernel/id.ts'
import type { Currency, MinorUnits } from '#app/kernel/money.ts'
import { fail, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import type { ChargeFacts, SavedCard } from '#app/payments/rules/charge.ts'
import type { PaymentPurpose } from '#app/payments/rules/ledger.ts'
import {
  lostIn,
  type Method,
  type PaymentMoney,
  type RemoteMethod,
} from '#app/payments/rules/payment.ts'
import type { DisputeRead } from './disputes-read.server.ts'
import type {
  FailedRefundRead,
  RefundByHand,
  RefundRead,
  RefundsRead,
} from './refunds-read.server.ts'

/** One of our payments as just read from Stripe. */
type IntentReading<What extends string, Facts> = {
  what: What
  userId: UserId
  /** For the browser only; given out only once the intent is recorded by the thing it pays for. */
  clientSecret: string
  amount: MinorUnits
  currency: Currency
  /** The customer whose card it may keep. */
  customerId: string | null
  /** How it may be paid. */
  methods: readonly string[]
  /** What its payer has to do in another app; null: nothing. */
  next: NextStep | null
  /** For display; the domain relies on `facts`. */
  disputes: DisputeRead[]
  failedRefunds: FailedRefundRead[]
  refunds: RefundRead[]
  refundsByHand: RefundByHand[]
  /** When the card was charged, or held. */
  chargedAt: Instant | null
  facts: Facts
}
/** Where a payment goes on in another app: an address to open, or what a code to scan says. */
export type NextStep = { method: RemoteMethod; target: string }
/** A payment for a place in a carpool or on a trip. */
export type CarpoolIntent = IntentReading<'carpool', PaymentFacts> & { carpoolId: CarpoolId }
export type TripIntent = IntentReading<'trip', PaymentFacts> & { tripId: TripId }
export type PlaceIntent = CarpoolIntent | TripIntent
/** An amount that one row of D1 asks for: the base price of an order, or a request for money. */
export type RowIntent = IntentReading<'order' | 'request', ChargeFacts> & {
  subjectId: OrderId | RequestId
}
/** Any of our payments. */
export type AnyIntent = PlaceIntent | RowIntent

/**
 * The subject of an intent. `customerId`: the payer's customer, if the card may be kept. `methods`:
 * how it may be paid; by card, if they are not given.
 */
export type IntentFor = {
  amount: MinorUnits
  userId: UserId
  attempt: number
  customerId?: string | null
  methods?: Method[]
} & (PlaceSubject | RowSubject)
export type RowSubject =
  | { purpose: 'base'; kind: OrderKind; orderId: OrderId }
  | { purpose: 'request'; requestId: RequestId }
/** `inFull`: the deposit is taken at once, together with the balance. */
type PlaceSubject = {
  purpose: PaymentPurpose
  participantId: ParticipantId
  inFull?: boolean
} & ({ carpoolId: CarpoolId } | { tripId: TripId })

/** The objects that Stripe stores beside an intent. Refunds are null if they were not requested. */
export type Beside = { disputes: DisputeRead[]; refunds: RefundsRead | null }
const NOTHING: Beside = { disputes: [], refunds: null }

/** The meaning of the purpose in a payment's metadata; only a place has several. */
const PURPOSES: Record<
  string,
  { what: PlaceIntent['what']; purpose: PaymentPurpose } | { what: RowIntent['what'] }
> = {
  carpoolDeposit: { what: 'carpool', purpose: 'deposit' },
  carpoolBalance: { what: 'carpool', purpose: 'balance' },
  tripDeposit: { what: 'trip', purpose: 'deposit' },
  tripBalance: { what: 'trip', purpose: 'balance' },
  mailBase: { what: 'order' },
  moveBase: { what: 'order' },
  request: { what: 'request' },
}

export const EXPAND = { expand: ['latest_charge'] }
export const EXPAND_LIST = { expand: ['data.latest_charge'] }

/** Identifies one try to pay: the idempotency key for creating its intent. */
export const keyOf = (p: IntentFor): string => `${p.purpose}:${subjectOf(p)}:${p.attempt}`

function subjectOf(p: IntentFor): string {
  if (p.purpose === 'base') return p.orderId
  return p.purpose === 'request' ? p.requestId : p.participantId
}

/** Metadata that identify a payment even if our own record of it is lost. */
function metadataOf(p: IntentFor): Record<string, string> {
  const attempt = String(p.attempt)
  const { userId } = p
  if (p.purpose === 'base') return { purpose: `${p.kind}Base`, orderId: p.orderId, userId, attempt }
  if (p.purpose === 'request') {
    const { purpose, requestId } = p
    return { purpose, requestId, userId, attempt }
  }
  const ofPlace = { participantId: p.participantId, userId, attempt }
  const suffix = p.purpose === 'deposit' ? 'Deposit' : 'Balance'
  return 'tripId' in p
    ? { purpose: `trip${suffix}`, tripId: p.tripId, ...ofPlace }
    : { purpose: `carpool${suffix}`, carpoolId: p.carpoolId, ...ofPlace }
}

/**
 * A carpool's deposit is held and captured later. A trip's is taken at once, since its cutoff may
 * be weeks away and no bank holds money that long. Everything else is taken at once too, and so is
 * a deposit that is paid together with its balance. `card`: charged now, while its owner is away.
 */
export const paramsOf = (p: IntentFor, card?: SavedCard): Stripe.PaymentIntentCreateParams => ({
  amount: p.amount,
  currency: 'gbp',
  allowed_payment_method_types: p.methods ?? ['card'],
  ...(p.customerId && { customer: p.customerId }),
  ...EXPAND,
  capture_method: p.purpose === 'deposit' && 'carpoolId' in p && !p.inFull ? 'manual' : 'automatic',
  metadata: metadataOf(p),
  ...(card && {
    customer: card.customerId,
    payment_method: card.paymentMethodId,
    off_session: true,
    confirm: true,
  }),
})

/** Whether the intent was created for exactly this try. */
export const isFor = ({ metadata }: Stripe.PaymentIntent, p: IntentFor): boolean =>
  Object.entries(metadataOf(p)).every(([key, value]) => metadata[key] === value)

/** One of our payments with its disputes and refunds; null if it is not ours. */
export function intentIn(intent: Stripe.PaymentIntent, beside = NOTHING): AnyIntent | null {
  const { carpoolId, tripId, orderId, requestId, participantId, userId } = intent.metadata
  const meaning = PURPOSES[intent.metadata.purpose ?? '']
  if (!meaning || !userId) return null
  const common = { ...commonOf(intent, beside), facts: factsOf(intent, beside) }
  if (!('purpose' in meaning)) {
    const subjectId = (orderId ?? requestId) as RowIntent['subjectId'] | undefined
    return subjectId ? { ...common, ...meaning, subjectId } : null
  }
  if (!participantId) return null
  const { what, purpose } = meaning
  const facts = { ...common.facts, participantId: participantId as ParticipantId, purpose }
  if (what === 'carpool' && carpoolId)
    return { what, carpoolId: carpoolId as CarpoolId, ...common, facts }
  return what === 'trip' && tripId ? { what, tripId: tripId as TripId, ...common, facts } : null
}

/** A payment for a place; notFound for any other. */
export const ofPlace = (read: Result<AnyIntent>): Result<PlaceIntent> =>
  read.ok && 'subjectId' in read.value ? fail('notFound') : (read as Result<PlaceIntent>)

const commonOf = (intent: Stripe.PaymentIntent, beside: Beside) => ({
  userId: intent.metadata.userId as UserId,
  clientSecret: intent.client_secret ?? '',
  amount: intent.amount,
  currency: 'gbp' as const,
  customerId: intent.customer && idOf(intent.customer),
  methods: intent.allowed_payment_method_types ?? [],
  next: nextOf(intent),
  disputes: beside.disputes,
  failedRefunds: owedOf(intent, beside),
  refunds: beside.refunds?.made ?? [],
  refundsByHand: beside.refunds?.byHand ?? [],
  chargedAt: (chargeOf(intent)?.created ?? 0) * 1000 || null,
})

function nextOf({ status, next_action }: Stripe.PaymentIntent): NextStep | null {
  if (status !== 'requires_action') return null
  const url = next_action?.alipay_handle_redirect?.url
  if (url) return { method: 'alipay', target: url }
  const code = next_action?.wechat_pay_display_qr_code?.data
  return code ? { method: 'wechat_pay', target: code } : null
}

/**
 * The failed refunds. No more is owed than we still have: money lost to a dispute has already
 * reached its owner.
 */
function owedOf(intent: Stripe.PaymentIntent, beside: Beside): FailedRefundRead[] {
  let left = receivedOf(intent, beside)
  return (beside.refunds?.failed ?? []).map((one) => {
    const missing = Math.min(one.missing, left)
    left -= missing
    return { ...one, missing }
  })
}

function factsOf(intent: Stripe.PaymentIntent, beside: Beside): ChargeFacts {
  const charge = chargeOf(intent)
  const received = receivedOf(intent, beside)
  const captureBefore = charge?.payment_method_details?.card?.capture_before
  return {
    intentId: intent.id,
    attempt: Number(intent.metadata.attempt),
    amount: intent.amount,
    money: moneyOf(intent.status, received, beside),
    received,
    refunded: refundedOf(intent, beside),
    failedRefunds: beside.refunds?.failed.map(({ id, amount }) => ({ id, amount })) ?? [],
    ...(beside.refunds?.notes.length && { notes: beside.refunds.notes }),
    disputes: beside.disputes.map(({ id, state, amount, moves }) => ({ id, state, amount, moves })),
    authorised: charge?.status === 'succeeded',
    captureBefore: captureBefore ? captureBefore * 1000 : null,
    card: savedCardOf(intent),
  }
}

const chargeOf = ({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof latest_charge === 'object' ? latest_charge : null

/** Whether the cardholder has ever disputed it: then its disputes have to be requested. */
export const isDisputed = (intent: Stripe.PaymentIntent): boolean =>
  chargeOf(intent)?.disputed === true

/** Whether any of it was refunded: then its refunds have to be requested. */
export const isRefunded = (intent: Stripe.PaymentIntent): boolean =>
  intent.status === 'succeeded' && (chargeOf(intent)?.amount_refunded ?? 0) > 0

/** The charge has a total too, but only the list of refunds shows which of them failed. */
const refundedOf = (intent: Stripe.PaymentIntent, { refunds }: Beside): MinorUnits =>
  intent.status === 'succeeded' ? (refunds?.refunded ?? chargeOf(intent)?.amount_refunded ?? 0) : 0

/** The money we still have: captured, and neither refunded nor lost to a dispute. */
const receivedOf = (intent: Stripe.PaymentIntent, beside: Beside): MinorUnits =>
  intent.status === 'succeeded'
    ? Math.max(0, intent.amount_received - refundedOf(intent, beside) - lostIn(beside.disputes))
    : 0

const idOf = (ref: string | { id: string }) => (typeof ref === 'string' ? ref : ref.id)

/** The card, if it was saved with its owner's consent, which the intent's future usage shows. */
function savedCardOf({
  setup_future_usage,
  customer,
  payment_method,
}: Stripe.PaymentIntent): SavedCard | null {
  if (setup_future_usage !== 'off_session' || !customer || !payment_method) return null
  return { customerId: idOf(customer), paymentMethodId: idOf(payment_method) }
}

/**
 * Money of a refund that the bank rejected counts as returned: trying again would fail again, so
 * people take over (decision 0007).
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
