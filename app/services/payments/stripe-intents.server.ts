import Stripe from 'stripe'
import type { SavedCard } from '#app/domain/group/state.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { PaymentMoney } from '#app/domain/payment.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import { type DisputeRead, readDisputes } from './disputes-read.server.ts'
import { type Codec, EXPAND, EXPAND_LIST, isDisputed } from './payment-intents.server.ts'

/** How far back a payment is looked for when the answer to making it was an error. */
const LOOK_BACK = 100

/**
 * Payment intents of one kind of thing. Expected failures are the values that `createPayments`
 * names.
 */
export function createIntents<F extends { customerId: string | null }, I>(
  stripe: () => Stripe,
  codec: Codec<F, I>,
) {
  const read = async (intentId: string): Promise<Result<I>> =>
    guarded(async () => codec.read(...(await readWhole(stripe(), intentId))))

  const look = async (forWhat: F): Promise<I | null> => {
    const { customerId } = forWhat
    const { data } = await stripe().paymentIntents.list({
      limit: LOOK_BACK,
      ...(customerId && { customer: customerId }),
      ...EXPAND_LIST,
    })
    const found = data.find((intent) => codec.isFor(intent, forWhat))
    return found ? codec.read(found) : null
  }

  /** Makes an intent, or finds the one already made for this try. */
  async function make(forWhat: F, key: string, card?: SavedCard): Promise<Result<I>> {
    let answered = true
    const create = (idempotencyKey: string) =>
      guarded(async () => {
        const making = stripe().paymentIntents.create(codec.params(forWhat, card), {
          idempotencyKey,
        })
        making.catch(
          (error) => (answered = !(error instanceof Stripe.errors.StripeConnectionError)),
        )
        return codec.read(await making)
      })
    const made = await create(key)
    if (made.ok || made.error.code === 'notFound') return made
    // Silence has used up the time that the caller waits; the same key is safe to try later.
    if (!answered) return fail('paymentInitFailed')
    // An error is stored under its key and said again for a day; so look whether the intent was
    // made all the same, and only then try under a key of its own. Should two be made at once, the
    // thing to be paid takes one and the other, whose secret nobody has, is cancelled.
    const found = await guarded(() => look(forWhat))
    if (found.ok) return found
    const again =
      found.error.code === 'notFound' ? await create(`${key}:${crypto.randomUUID()}`) : found
    return again.ok ? again : fail('paymentInitFailed')
  }

  /**
   * Cancels or refunds, whichever the intent's state calls for. A state that has moved on is read
   * again.
   */
  const letGo = async (
    intentId: string,
    money: PaymentMoney,
    idempotencyKey: string,
  ): Promise<void> => {
    if (money === 'captured')
      await stripe().refunds.create({ payment_intent: intentId }, { idempotencyKey })
    else await stripe().paymentIntents.cancel(intentId, {}, { idempotencyKey })
  }

  return {
    /**
     * Makes the intent of one try, or finds the one already made for it. Nothing is held or taken
     * yet.
     */
    createIntent: (forWhat: F): Promise<Result<I>> => make(forWhat, codec.keyOf(forWhat)),

    /**
     * A payment with a saved card, its owner away. Gives the intent: held; or unpaid, when the bank
     * said no or wants her there, and she can pay it herself. Null: the card is not there any more.
     */
    async renew(forWhat: F, card: SavedCard): Promise<Result<I | null>> {
      let declined: string | undefined
      const params = { ...forWhat, customerId: card.customerId }
      const made = await make(params, `renew:${codec.keyOf(forWhat)}`, card).catch((error) => {
        // A card that was taken off its customer is no card error: the whole call is refused, and
        // ever will be.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return fail('notFound')
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error
        declined = error.payment_intent?.id
        return fail('notFound')
      })
      if (made.ok || made.error.code !== 'notFound') return made
      return declined === undefined ? ok(null) : read(declined)
    },

    /** The intent of a try that may have been made; null: there is none. */
    async find(forWhat: F): Promise<Result<I | null>> {
      const found = await guarded(() => look(forWhat))
      return !found.ok && found.error.code === 'notFound' ? ok(null) : found
    },

    /** Reads an intent's present state. */
    read,

    /**
     * Takes `amount` pence of what is held; an intent that is captured or gone already is read and
     * given as it is.
     */
    capture: async (intentId: string, amount: MinorUnits, key: string): Promise<Result<I>> =>
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
     * Lets the money of an intent go, whatever it is: an unpaid or held one is cancelled, a
     * captured one refunded in full. Gives the intent as it is afterwards, which the caller must
     * look at. `key` is new with every try, since a stored error would be said again; a second
     * refund is refused.
     */
    release: async (intentId: string, money: PaymentMoney, key: string): Promise<Result<I>> =>
      actThenRead(
        () => letGo(intentId, money, key),
        () => read(intentId),
      ),
  }
}

/**
 * An intent and what is disputed of it. `ask`: also where the charge does not say that anything is,
 * since what the bank only inquires about may not show there.
 */
export async function readWhole(
  stripe: Stripe,
  intentId: string,
  ask = false,
): Promise<[Stripe.PaymentIntent, DisputeRead[]]> {
  const intent = await stripe.paymentIntents.retrieve(intentId, EXPAND)
  return [intent, ask || isDisputed(intent) ? await readDisputes(stripe, intentId) : []]
}

/**
 * Does something to an intent and reads it; "already done" and "cannot any more" are read, not
 * failed.
 */
async function actThenRead<I>(
  act: () => Promise<unknown>,
  read: () => Promise<Result<I>>,
): Promise<Result<I>> {
  const done = await guarded(async () => {
    await act().catch((error) => {
      if (!isOvertaken(error)) throw error
    })
    return true
  })
  return done.ok ? read() : done
}

const OVERTAKEN = [
  'payment_intent_unexpected_state',
  'charge_already_refunded',
  'charge_already_captured',
  'charge_disputed',
]
const isOvertaken = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && OVERTAKEN.includes(error.code ?? '')

/**
 * Stripe's expected failures as values; null becomes notFound. A refused card is for the caller:
 * only a renewal can meet one.
 */
export async function guarded<T>(work: () => Promise<T | null>): Promise<Result<T>> {
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
