import type Stripe from 'stripe'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { SavedCard } from '#app/payments/rules/charge.ts'
import type { Method, PaymentMoney, RemoteMethod } from '#app/payments/rules/payment.ts'
import { readDisputes } from './disputes-read.server.ts'
import {
  type AnyIntent,
  type Beside,
  EXPAND,
  EXPAND_LIST,
  type IntentFor,
  intentIn,
  isDisputed,
  isFor,
  isRefunded,
  keyOf,
  paramsOf,
} from './payment-intents.server.ts'
import { OURS, readRefunds } from './refunds-read.server.ts'
import { isStripeError } from './stripe-client.server.ts'

/** How many recent payments to search when creating one was answered with an error. */
const LOOK_BACK = 100

/** Our payment intents. Expected failures are the ones listed at `createPayments`. */
export function createIntents(stripe: () => Promise<Stripe>) {
  const read = async (intentId: string, hint?: ReadHint): Promise<Result<AnyIntent>> =>
    guarded(async () => intentIn(...(await readWhole(await stripe(), intentId, hint))))

  const look = async (forWhat: IntentFor): Promise<AnyIntent | null> => {
    const { customerId } = forWhat
    const { data } = await (await stripe()).paymentIntents.list({
      limit: LOOK_BACK,
      ...(customerId && { customer: customerId }),
      ...EXPAND_LIST,
    })
    const found = data.find((intent) => isFor(intent, forWhat))
    return found ? intentIn(found) : null
  }

  /** Creates an intent, or finds the one already created for this try. */
  async function make(
    forWhat: IntentFor,
    key: string,
    card?: SavedCard,
  ): Promise<Result<AnyIntent>> {
    let answered = true
    const create = (idempotencyKey: string) =>
      guarded(async () => {
        const making = (await stripe()).paymentIntents.create(paramsOf(forWhat, card), {
          idempotencyKey,
        })
        making.catch((error) => (answered = !isStripeError(error, 'StripeConnectionError')))
        return intentIn(await making)
      })
    const made = await create(key)
    if (made.ok || made.error.code === 'notFound') return made
    // The timeout has used up the caller's waiting time; the same key is safe to try again later.
    if (!answered) return fail('paymentInitFailed')
    // Stripe stores an error under its key and repeats it for a day. So look whether the intent was
    // created after all, and only then try again under a new key. If two are created at once, the
    // thing to be paid takes one; the other, whose secret nobody has, is cancelled.
    const found = await guarded(() => look(forWhat))
    if (found.ok) return found
    const again =
      found.error.code === 'notFound' ? await create(`${key}:${crypto.randomUUID()}`) : found
    return again.ok ? again : fail('paymentInitFailed')
  }

  /**
   * Cancels or refunds, depending on the intent's state. If that has changed meanwhile, the caller
   * reads it again.
   */
  const letGo = async (
    intentId: string,
    money: PaymentMoney,
    idempotencyKey: string,
  ): Promise<void> => {
    if (money === 'captured')
      await (await stripe()).refunds.create(
        { payment_intent: intentId, metadata: OURS },
        { idempotencyKey },
      )
    else await (await stripe()).paymentIntents.cancel(intentId, {}, { idempotencyKey })
  }

  return {
    /**
     * Refunds a part of a payment by hand, once for each `form`. Fails with operationExpired if
     * Stripe refuses, so that nothing was refunded; after `unavailable` it may have been.
     */
    refundPart: (
      intentId: string,
      amount: MinorUnits,
      metadata: { by: string; form: string; reason: string; zh: string; en: string },
    ): Promise<Result<string>> =>
      guarded(async () => {
        const params = { payment_intent: intentId, amount, metadata }
        const key = { idempotencyKey: `refund:${metadata.form}` }
        return (await (await stripe()).refunds.create(params, key)).id
      }).catch((error) => {
        if (!isStripeError(error, 'StripeInvalidRequestError')) throw error
        return fail('operationExpired', { context: 'refundPart' })
      }),

    /**
     * Creates the intent of one try, or finds the one already created for it. No money is held or
     * taken yet.
     */
    createIntent: (forWhat: IntentFor): Promise<Result<AnyIntent>> => make(forWhat, keyOf(forWhat)),

    /**
     * Changes an unpaid intent: the customer whose card it may keep, or how it may be paid. Returns
     * the intent as it is then.
     */
    amend: (
      intentId: string,
      { customer, methods }: { customer?: string; methods?: Method[] },
    ): Promise<Result<AnyIntent>> =>
      actThenRead(
        async () =>
          (await stripe()).paymentIntents.update(intentId, {
            ...(customer && { customer }),
            ...(methods && { allowed_payment_method_types: methods }),
          }),
        () => read(intentId),
      ),

    /**
     * Begins paying an unpaid intent in another app, which then leads to `returnTo`. Returns the
     * intent as it is then: `next` says how its payer goes on. A payment begun with this method is
     * continued, so that there is one code and one page to agree on. Fails with paymentInitFailed
     * if the intent may not be paid this way.
     */
    async payRemotely(
      intentId: string,
      method: RemoteMethod,
      returnTo: string,
    ): Promise<Result<AnyIntent>> {
      const before = await read(intentId)
      if (!before.ok || before.value.facts.money !== 'unpaid') return before
      if (before.value.next?.method === method) return before
      if (!before.value.methods.includes(method)) return fail('paymentInitFailed')
      const asked = await guarded(async () => {
        const confirming = (await stripe()).paymentIntents.confirm(
          intentId,
          {
            payment_method_data: { type: method },
            ...(method === 'wechat_pay' && {
              payment_method_options: { wechat_pay: { client: 'web' } },
            }),
            return_url: returnTo,
            ...EXPAND,
          },
          // New for every press, since Stripe would repeat a stored error.
          { idempotencyKey: `confirm:${intentId}:${crypto.randomUUID()}` },
        )
        return confirming.then(intentIn, (error) => {
          if (isOvertaken(error) || isStripeError(error, 'StripeCardError')) return null
          throw error
        })
      })
      return !asked.ok && asked.error.code === 'notFound' ? read(intentId) : asked
    },

    /**
     * Pays with a saved card while its owner is away. Returns the intent: held; or unpaid, if the
     * bank declined it or requires the owner, who can still pay it themselves. Null: the card no
     * longer exists.
     */
    async renew(forWhat: IntentFor, card: SavedCard): Promise<Result<AnyIntent | null>> {
      let declined: string | undefined
      const params = { ...forWhat, customerId: card.customerId }
      const made = await make(params, `renew:${keyOf(forWhat)}`, card).catch((error) => {
        // A card detached from its customer is not a card error: Stripe rejects the whole request,
        // and always will.
        if (isStripeError(error, 'StripeInvalidRequestError')) return fail('notFound')
        if (!isStripeError(error, 'StripeCardError')) throw error
        declined = error.payment_intent?.id
        return fail('notFound')
      })
      if (made.ok || made.error.code !== 'notFound') return made
      return declined === undefined ? ok(null) : read(declined)
    },

    /** The intent of a try that may have been created; null if there is none. */
    async find(forWhat: IntentFor): Promise<Result<AnyIntent | null>> {
      const found = await guarded(() => look(forWhat))
      return !found.ok && found.error.code === 'notFound' ? ok(null) : found
    },

    /** Reads an intent's current state. */
    read,

    /**
     * Captures `amount` pence of what is held. An intent that is already captured or gone is
     * returned as it is.
     */
    capture: async (
      intentId: string,
      amount: MinorUnits,
      key: string,
    ): Promise<Result<AnyIntent>> =>
      actThenRead(
        async () =>
          (await stripe()).paymentIntents.capture(
            intentId,
            { amount_to_capture: amount, ...EXPAND },
            { idempotencyKey: key },
          ),
        () => read(intentId),
      ),

    /**
     * Releases the money of an intent in any state: an unpaid or held one is cancelled, a captured
     * one refunded in full. Returns the intent as it is afterwards, which the caller must check.
     * `key` must be new for every try, since Stripe would repeat a stored error; Stripe refuses a
     * second refund.
     */
    release: async (
      intentId: string,
      money: PaymentMoney,
      key: string,
    ): Promise<Result<AnyIntent>> =>
      actThenRead(
        () => letGo(intentId, money, key),
        // The refund may have failed at once.
        () => read(intentId, { refunds: money === 'captured' }),
      ),
  }
}

/**
 * Objects to request although the charge does not show them: a bank's mere inquiry is not on it,
 * nor is a failed refund.
 */
export type ReadHint = { disputes?: boolean; refunds?: boolean }

/** An intent, and its disputes and refunds if there are any. */
export async function readWhole(
  stripe: Stripe,
  intentId: string,
  hint: ReadHint = {},
): Promise<[Stripe.PaymentIntent, Beside]> {
  const intent = await stripe.paymentIntents.retrieve(intentId, EXPAND)
  const [disputes, refunds] = await Promise.all([
    hint.disputes || isDisputed(intent) ? readDisputes(stripe, intentId) : [],
    hint.refunds || isRefunded(intent) ? readRefunds(stripe, intentId) : null,
  ])
  return [intent, { disputes, refunds }]
}

/**
 * Changes an intent and then reads it. "Already done" and "no longer possible" are not failures:
 * the read shows the outcome.
 */
async function actThenRead(
  act: () => Promise<unknown>,
  read: () => Promise<Result<AnyIntent>>,
): Promise<Result<AnyIntent>> {
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
  isStripeError(error) && OVERTAKEN.includes(error.code ?? '')

/**
 * Turns Stripe's expected failures into values; null becomes notFound. A declined card is left to
 * the caller: only a renewal can meet one.
 */
export async function guarded<T>(work: () => Promise<T | null>): Promise<Result<T>> {
  try {
    const value = await work()
    return value === null ? fail('notFound') : ok(value)
  } catch (error) {
    if (!isStripeError(error)) throw error
    if (error.code === 'resource_missing') return fail('notFound')
    if (isStripeError(error, 'StripeInvalidRequestError')) throw error
    if (isStripeError(error, 'StripeCardError')) throw error
    return fail('unavailable', { retryAfterSeconds: 5 })
  }
}
