import Stripe from 'stripe'
import type { PaymentFacts, PaymentMoney } from '../domain/carpool/payment.ts'
import type { CarpoolId, ParticipantId, UserId } from '../domain/id.ts'
import { DEPOSIT_PENCE } from '../domain/limits.ts'
import type { Currency, MinorUnits } from '../domain/money.ts'
import { fail, ok, type Result } from '../domain/result.ts'

/** Two tries of this fit into the 10 s that a caller of ours waits (SPEC section 9). */
const TIMEOUT_MS = 4000
const PURPOSE = 'carpoolDeposit'
/** How far back a payment is looked for when the answer to making it was an error. */
const LOOK_BACK = 100

/** A carpool deposit as just read from Stripe. */
export type DepositIntent = {
  carpoolId: CarpoolId
  userId: UserId
  /** For the browser alone; given out only once the carpool knows the intent. */
  clientSecret: string
  amount: MinorUnits
  currency: Currency
  facts: PaymentFacts
}

export type DepositFor = {
  carpoolId: CarpoolId
  participantId: ParticipantId
  userId: UserId
  attempt: number
}

export type Payments = ReturnType<typeof createPayments>

/**
 * The gateway to Stripe, the one place that knows its client. Expected failures are values:
 * `unavailable` when Stripe cannot be reached, is failing or is busy (nothing is known, try again),
 * `notFound` for an intent that does not exist or is no carpool deposit, `paymentInitFailed` when an
 * intent could not be made. Anything else is a bug and throws.
 */
export function createPayments({ secretKey, fetch }: { secretKey: string; fetch: typeof globalThis.fetch }) {
  let client: Stripe | undefined
  const stripe = () => (client ??= connect(secretKey, fetch))

  const read = async (intentId: string): Promise<Result<DepositIntent>> =>
    guarded(async () => toDeposit(await stripe().paymentIntents.retrieve(intentId, EXPAND)))

  const look = async (forWhat: DepositFor): Promise<Stripe.PaymentIntent | undefined> => {
    const { data } = await stripe().paymentIntents.list({ limit: LOOK_BACK, ...EXPAND_LIST })
    return data.find((i) => isFor(i, forWhat))
  }

  /** Cancels or refunds, whichever the intent's state calls for. A state that has moved on is read again. */
  const letGo = async (intentId: string, money: PaymentMoney, key: string): Promise<void> => {
    if (money === 'captured')
      await stripe().refunds.create({ payment_intent: intentId }, { idempotencyKey: `refund:${intentId}` })
    else await stripe().paymentIntents.cancel(intentId, {}, { idempotencyKey: key })
  }

  return {
    /** Makes the intent of one attempt, or finds the one already made for it. Nothing is held yet. */
    async createDepositIntent(forWhat: DepositFor): Promise<Result<DepositIntent>> {
      const key = `deposit:${forWhat.participantId}:${forWhat.attempt}`
      let answered = true
      const create = (idempotencyKey: string) =>
        guarded(async () => {
          const making = stripe().paymentIntents.create(depositParams(forWhat), { idempotencyKey })
          making.catch((error) => (answered = !(error instanceof Stripe.errors.StripeConnectionError)))
          return toDeposit(await making)
        })
      const made = await create(key)
      if (made.ok) return made
      // Silence has used up the time that the caller waits; the same key is safe to try later.
      if (!answered) return fail('paymentInitFailed')
      // An error is stored under its key and said again for a day; so look whether the intent was
      // made all the same, and only then try under a key of its own. Should two be made at once, the
      // carpool takes one and the other, whose secret nobody has, is cancelled.
      const found = await guarded(async () => toDeposit(await look(forWhat)))
      if (found.ok) return found
      const again = found.error.code === 'notFound' ? await create(`${key}:${crypto.randomUUID()}`) : found
      return again.ok ? again : fail('paymentInitFailed')
    },

    /** Reads an intent's present state. */
    read,

    /** Takes `amount` pence of a held deposit; one that is captured or gone already is read and given as it is. */
    capture: async (intentId: string, amount: MinorUnits, key: string): Promise<Result<DepositIntent>> =>
      actThenRead(
        () =>
          stripe().paymentIntents.capture(
            intentId,
            { amount_to_capture: amount, ...EXPAND },
            { idempotencyKey: key },
          ),
        () => read(intentId),
      ),

    /**
     * Lets the money of an intent go, whatever it is: an unpaid or held one is cancelled, a captured
     * one refunded in full. Gives the intent as it is afterwards, which the caller must look at.
     */
    release: async (intentId: string, money: PaymentMoney, key: string): Promise<Result<DepositIntent>> =>
      actThenRead(
        () => letGo(intentId, money, key),
        () => read(intentId),
      ),

    /** Throws when Stripe does not answer. For the health check. */
    async ping(): Promise<void> {
      await stripe().paymentIntents.list({ limit: 1 })
    },

    /** Checks an event's signature over the raw body. Fails with malformedBody for a bad one. */
    async parseEvent(body: string, signature: string, secret: string): Promise<Result<Stripe.Event>> {
      try {
        return ok(await stripe().webhooks.constructEventAsync(body, signature, secret))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
          return fail('malformedBody')
        throw error
      }
    },
  }
}

const EXPAND = { expand: ['latest_charge'] }
const EXPAND_LIST = { expand: ['data.latest_charge'] }

const connect = (secretKey: string, fetch: typeof globalThis.fetch) =>
  new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(fetch),
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
  })

const depositParams = (p: DepositFor): Stripe.PaymentIntentCreateParams => ({
  amount: DEPOSIT_PENCE,
  currency: 'gbp',
  capture_method: 'manual',
  allowed_payment_method_types: ['card'],
  metadata: {
    purpose: PURPOSE,
    carpoolId: p.carpoolId,
    participantId: p.participantId,
    userId: p.userId,
    attempt: String(p.attempt),
  },
  ...EXPAND,
})

const isFor = ({ metadata: m }: Stripe.PaymentIntent, p: DepositFor): boolean =>
  m.purpose === PURPOSE && m.participantId === p.participantId && m.attempt === String(p.attempt)

/** Does something to an intent and reads it; "already done" and "cannot any more" are read, not failed. */
async function actThenRead(
  act: () => Promise<unknown>,
  read: () => Promise<Result<DepositIntent>>,
): Promise<Result<DepositIntent>> {
  const done = await guarded(async () => {
    await act().catch((error) => {
      if (!isOvertaken(error)) throw error
    })
    return null
  }, true)
  return done.ok ? read() : done
}

const OVERTAKEN = ['payment_intent_unexpected_state', 'charge_already_refunded', 'charge_already_captured']
const isOvertaken = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && OVERTAKEN.includes(error.code ?? '')

function guarded<T>(work: () => Promise<T | null>): Promise<Result<T>>
function guarded<T>(work: () => Promise<T>, mayBeNull: true): Promise<Result<T>>
async function guarded<T>(work: () => Promise<T | null>, mayBeNull = false): Promise<Result<T | null>> {
  try {
    const value = await work()
    return value === null && !mayBeNull ? fail('notFound') : ok(value)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.code === 'resource_missing') return fail('notFound')
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw error
    return fail('unavailable', { retryAfterSeconds: 5 })
  }
}

/** An intent of ours, or null for one that is no carpool deposit. */
function toDeposit(intent: Stripe.PaymentIntent | undefined): DepositIntent | null {
  if (!intent || intent.metadata.purpose !== PURPOSE) return null
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
      attempt: Number(attempt),
      money: moneyOf(intent.status, received),
      authorised: charge?.status === 'succeeded',
      received,
      captureBefore: captureBefore ? captureBefore * 1000 : null,
    },
  }
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
