import * as z from 'zod'
import { boundedCache } from '#app/kernel/bounded-cache.ts'
import type { UserId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isRemote } from '#app/payments/rules/payment.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { createBalance } from './balance.server.ts'
import {
  type AnyIntent,
  EXPAND,
  type IntentFor,
  ofPlace,
  type PlaceIntent,
  type RowIntent,
  type RowSubject,
} from './payment-intents.server.ts'
import { connect, isStripeError } from './stripe-client.server.ts'
import { createIntents, guarded, type ReadHint } from './stripe-intents.server.ts'

export {
  type AnyIntent,
  type IntentFor,
  ofPlace,
  type PlaceIntent,
  type RowIntent,
  type RowSubject,
}

/** A payment's status and figures, in pence, as the provider reports them; for display. */
export type IntentFigures = {
  /** Stripe's status of the intent. */
  status: string
  amount: MinorUnits
  /** Held, and can be captured. */
  held: MinorUnits
  captured: MinorUnits
  refunded: MinorUnits
}

/** The most that one listing returns. */
const PAGE = 100

export type Payments = ReturnType<typeof createPayments>
/** The dependencies of every payment. */
export type NeedsToPay = Needs<'db' | 'clock'> & { payments: Payments }

/**
 * The gateway to Stripe; nothing in the app outside this folder uses the Stripe client. Expected
 * failures are values: `unavailable` when Stripe cannot be reached, is failing or is busy (the
 * outcome is unknown, try again), `notFound` for an intent that does not exist or pays for
 * something else, `paymentInitFailed` when an intent could not be created. Anything else is a bug
 * and throws.
 */
export function createPayments({
  secretKey,
  fetch,
  readGapMs = 0,
}: {
  secretKey: string
  fetch: typeof globalThis.fetch
  /** The minimum time between two reads of one payment by `read`. */
  readGapMs?: number
}) {
  const stripe = () => connect(secretKey, fetch)
  const intents = createIntents(stripe)
  const spaced = spacedReads((id: string) => intents.read(id), readGapMs)

  return {
    ...intents,
    ...createBalance(stripe),
    /** Reads one payment for a caller who reports that it is paid. */
    read: spaced.read,

    /** Reads any of our payments at once, for an event or an administrator. */
    readNow(intentId: string, hint?: ReadHint): Promise<Result<AnyIntent>> {
      spaced.told(intentId)
      return intents.read(intentId, hint)
    },

    /** The payment that a refund belongs to. */
    intentOfRefund: (refundId: string): Promise<Result<string>> =>
      guarded(async () => {
        const { payment_intent } = await (await stripe()).refunds.retrieve(refundId)
        return typeof payment_intent === 'object' ? (payment_intent?.id ?? null) : payment_intent
      }),

    /**
     * The provider's current figures for any of our payments, for display; nothing is decided by
     * them.
     */
    figures: (intentId: string): Promise<Result<IntentFigures>> =>
      guarded(async () => {
        const intent = await (await stripe()).paymentIntents.retrieve(intentId, EXPAND)
        const { status, amount, amount_capturable, amount_received, latest_charge } = intent
        const refunded =
          typeof latest_charge === 'object' ? (latest_charge?.amount_refunded ?? 0) : 0
        return { status, amount, held: amount_capturable, captured: amount_received, refunded }
      }),

    /**
     * The payments that a page of Stripe's events is about, from `from` on, newest first; Stripe
     * keeps events for 30 days. `count`: how many events it has. `next`: where the following page
     * begins, null if there is none.
     */
    eventPayments: (
      from: Instant,
      after: string | null,
    ): Promise<Result<{ intentIds: string[]; count: number; next: string | null }>> =>
      guarded(async () => {
        const { data, has_more } = await (await stripe()).events.list({
          created: { gte: Math.floor(from / 1000) },
          limit: PAGE,
          ...(after && { starting_after: after }),
        })
        const ids = data.flatMap(
          ({ type, data }) =>
            intentOf({ type, object: data.object as PaymentEvent['object'] }) ?? [],
        )
        return {
          intentIds: [...new Set(ids)],
          count: data.length,
          next: has_more ? (data.at(-1)?.id ?? null) : null,
        }
      }),

    /**
     * Creates the customer that a user's payments and saved card belong to. Repeating the call
     * returns the same one.
     */
    createCustomer: (userId: UserId): Promise<Result<string>> =>
      guarded(async () => {
        const params = { metadata: { userId } }
        const made = await (await stripe()).customers.create(params, {
          idempotencyKey: `customer:${userId}`,
        })
        return made.id
      }),

    /**
     * Deletes a customer and their saved cards for good. Succeeds if the customer is already gone.
     */
    async deleteCustomer(customerId: string): Promise<Result<null>> {
      const deleted = await guarded(async () => (await stripe()).customers.del(customerId))
      return deleted.ok || deleted.error.code === 'notFound' ? ok(null) : deleted
    },

    /** Throws when Stripe does not answer. For the health check. */
    async ping(): Promise<void> {
      await (await stripe()).paymentIntents.list({ limit: 1 })
    },

    /**
     * A signed event. Fails with malformedBody if the body is no event, or the signature over the
     * raw body is invalid.
     */
    async parseEvent(
      body: string,
      signature: string,
      secret: string,
    ): Promise<Result<PaymentEvent>> {
      const event = readEvent(body)
      if (!event.ok) return event
      try {
        await (await stripe()).webhooks.constructEventAsync(body, signature, secret)
        return event
      } catch (error) {
        if (isStripeError(error, 'StripeSignatureVerificationError')) return fail('malformedBody')
        throw error
      }
    },
  }
}

/** The fields we read of a payment provider's event. */
const eventSchema = z.object({
  object: z.literal('event'),
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.unknown().optional(),
      payment_intent: z.unknown().optional(),
      last_payment_error: z
        .object({ payment_method: z.object({ type: z.string() }).nullish() })
        .nullish()
        .catch(null),
    }),
  }),
})

export type PaymentEvent = {
  id: string
  type: string
  /** The object that the event is about, whose fields can be of any kind. */
  object: {
    id?: unknown
    payment_intent?: unknown
    last_payment_error?: { payment_method?: { type: string } | null } | null
  }
}

/**
 * Whether an event says that a card was declined. Leaving Alipay or letting a code run out fails a
 * payment too, but tries out no card.
 */
export const isDeclined = ({ type, object }: PaymentEvent): boolean =>
  type === 'payment_intent.payment_failed' &&
  !isRemote(object.last_payment_error?.payment_method?.type)

/** The payment intent that an event is about; null for event types that change no payment. */
export function intentOf({ type, object }: Pick<PaymentEvent, 'type' | 'object'>): string | null {
  if (type.startsWith('payment_intent.')) return asText(object.id)
  if (type.startsWith('charge.') || type.startsWith('refund.')) return asText(object.payment_intent)
  return null
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The event in a body. A signature says who sent a body, not that it is one. */
function readEvent(body: string): Result<PaymentEvent> {
  try {
    const { id, type, data } = eventSchema.parse(JSON.parse(body))
    return ok({ id, type, object: data.object })
  } catch {
    return fail('malformedBody')
  }
}

/** Payments whose last read is remembered. */
const KNOWN_MAX = 1000

/**
 * Limits reads of one payment at Stripe by callers who report that it is paid: at most one in
 * `gapMs`. One further read waits for its turn, so that its answer is current; any other is refused
 * meanwhile. `told`: an event about the payment has arrived, so it can be read at once.
 */
export function spacedReads<T>(read: (id: string) => Promise<Result<T>>, gapMs: number) {
  const last = boundedCache<string, number>(KNOWN_MAX)
  return {
    told: (id: string) => last.set(id, Number.NEGATIVE_INFINITY),
    async read(id: string): Promise<Result<T>> {
      const now = Date.now()
      const turn = Math.max(now, (last.get(id) ?? Number.NEGATIVE_INFINITY) + gapMs)
      if (turn - now > gapMs)
        return fail('rateLimited', { retryAfterSeconds: Math.ceil((turn - now) / 1000) })
      last.set(id, turn)
      if (turn > now) await new Promise((resume) => setTimeout(resume, turn - now))
      return read(id)
    },
  }
}
