import Stripe from 'stripe'
import type { PaymentMoney } from '../domain/carpool/payment.ts'
import type { SavedCard } from '../domain/carpool/state.ts'
import type { UserId } from '../domain/id.ts'
import type { MinorUnits } from '../domain/money.ts'
import { fail, ok, type Result } from '../domain/result.ts'
import {
  type CarpoolIntent,
  EXPAND,
  EXPAND_LIST,
  type IntentFor,
  intentParams,
  isFor,
  toCarpoolIntent,
} from './payment-intents.server.ts'

export type { CarpoolIntent, IntentFor }

/** Two tries of this fit into the 10 s that a caller of ours waits (SPEC section 9). */
const TIMEOUT_MS = 4000
/** How far back a payment is looked for when the answer to making it was an error. */
const LOOK_BACK = 100

export type Payments = ReturnType<typeof createPayments>

/**
 * The gateway to Stripe, the one place that knows its client. Expected failures are values:
 * `unavailable` when Stripe cannot be reached, is failing or is busy (nothing is known, try again),
 * `notFound` for an intent that does not exist or pays for no carpool place, `paymentInitFailed` when an
 * intent could not be made. Anything else is a bug and throws.
 */
export function createPayments({ secretKey, fetch }: { secretKey: string; fetch: typeof globalThis.fetch }) {
  let client: Stripe | undefined
  const stripe = () => (client ??= connect(secretKey, fetch))

  const read = async (intentId: string): Promise<Result<CarpoolIntent>> =>
    guarded(async () => toCarpoolIntent(await stripe().paymentIntents.retrieve(intentId, EXPAND)))

  const look = async (forWhat: IntentFor): Promise<Stripe.PaymentIntent | undefined> => {
    const { customerId } = forWhat
    const { data } = await stripe().paymentIntents.list({
      limit: LOOK_BACK,
      ...(customerId && { customer: customerId }),
      ...EXPAND_LIST,
    })
    return data.find((i) => isFor(i, forWhat))
  }

  /** Makes an intent, or finds the one already made for this try. */
  async function make(forWhat: IntentFor, key: string, card?: SavedCard): Promise<Result<CarpoolIntent>> {
    let answered = true
    const create = (idempotencyKey: string) =>
      guarded(async () => {
        const making = stripe().paymentIntents.create(intentParams(forWhat, card), { idempotencyKey })
        making.catch((error) => (answered = !(error instanceof Stripe.errors.StripeConnectionError)))
        return toCarpoolIntent(await making)
      })
    const made = await create(key)
    if (made.ok || made.error.code === 'notFound') return made
    // Silence has used up the time that the caller waits; the same key is safe to try later.
    if (!answered) return fail('paymentInitFailed')
    // An error is stored under its key and said again for a day; so look whether the intent was
    // made all the same, and only then try under a key of its own. Should two be made at once, the
    // carpool takes one and the other, whose secret nobody has, is cancelled.
    const found = await guarded(async () => toCarpoolIntent(await look(forWhat)))
    if (found.ok) return found
    const again = found.error.code === 'notFound' ? await create(`${key}:${crypto.randomUUID()}`) : found
    return again.ok ? again : fail('paymentInitFailed')
  }

  /** Cancels or refunds, whichever the intent's state calls for. A state that has moved on is read again. */
  const letGo = async (intentId: string, money: PaymentMoney, idempotencyKey: string): Promise<void> => {
    if (money === 'captured') await stripe().refunds.create({ payment_intent: intentId }, { idempotencyKey })
    else await stripe().paymentIntents.cancel(intentId, {}, { idempotencyKey })
  }

  return {
    /** Makes the intent of one try, or finds the one already made for it. Nothing is held or taken yet. */
    createIntent: (forWhat: IntentFor): Promise<Result<CarpoolIntent>> =>
      make(forWhat, `${forWhat.purpose}:${forWhat.participantId}:${forWhat.attempt}`),

    /**
     * A new hold on a saved card, its owner away. Gives the intent: held; or unpaid, when the bank said no
     * or wants her there, and she can pay it herself. Null: the card is not there any more.
     */
    async renew(forWhat: IntentFor, card: SavedCard): Promise<Result<CarpoolIntent | null>> {
      const key = `renew:${forWhat.participantId}:${forWhat.attempt}`
      let declined: string | undefined
      const made = await make({ ...forWhat, customerId: card.customerId }, key, card).catch((error) => {
        // A card that was taken off its customer is no card error: the whole call is refused, and ever will be.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return fail('notFound')
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error
        declined = error.payment_intent?.id
        return fail('notFound')
      })
      if (made.ok || made.error.code !== 'notFound') return made
      return declined === undefined ? ok(null) : read(declined)
    },

    /** The intent of a try that may have been made; null: there is none. */
    async find(forWhat: IntentFor): Promise<Result<CarpoolIntent | null>> {
      const found = await guarded(async () => toCarpoolIntent(await look(forWhat)))
      return !found.ok && found.error.code === 'notFound' ? ok(null) : found
    },

    /** The customer that a user's saved card will hang on; the same one when said again. */
    createCustomer: (userId: UserId): Promise<Result<string>> =>
      guarded(async () => {
        const params = { metadata: { userId } }
        const made = await stripe().customers.create(params, { idempotencyKey: `customer:${userId}` })
        return made.id
      }),

    /** Reads an intent's present state. */
    read,

    /** Takes `amount` pence of a held deposit; one that is captured or gone already is read and given as it is. */
    capture: async (intentId: string, amount: MinorUnits, key: string): Promise<Result<CarpoolIntent>> =>
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
     * `key` is new with every try, since a stored error would be said again; a second refund is refused.
     */
    release: async (intentId: string, money: PaymentMoney, key: string): Promise<Result<CarpoolIntent>> =>
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

const connect = (secretKey: string, fetch: typeof globalThis.fetch) =>
  new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(fetch),
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
  })

/** Does something to an intent and reads it; "already done" and "cannot any more" are read, not failed. */
async function actThenRead(
  act: () => Promise<unknown>,
  read: () => Promise<Result<CarpoolIntent>>,
): Promise<Result<CarpoolIntent>> {
  const done = await guarded(async () => {
    await act().catch((error) => {
      if (!isOvertaken(error)) throw error
    })
    return true
  })
  return done.ok ? read() : done
}

const OVERTAKEN = ['payment_intent_unexpected_state', 'charge_already_refunded', 'charge_already_captured']
const isOvertaken = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && OVERTAKEN.includes(error.code ?? '')

/** A refused card is for the caller: only a renewal can meet one. */
async function guarded<T>(work: () => Promise<T | null>): Promise<Result<T>> {
  try {
    const value = await work()
    return value === null ? fail('notFound') : ok(value)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.code === 'resource_missing') return fail('notFound')
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw error
    if (error instanceof Stripe.errors.StripeCardError) throw error
    return fail('unavailable', { retryAfterSeconds: 5 })
  }
}
