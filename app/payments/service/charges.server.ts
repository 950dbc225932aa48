import { readSettings } from '#app/catalog/service/settings.server.ts'
import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { type Method, methodsFor } from '#app/payments/rules/payment.ts'
import type { NeedsToPay } from '#app/payments/service/payments.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { customerIdFor } from './customers.server.ts'
import { mayPay } from './payment-limits.server.ts'
import type { AnyIntent, IntentFor, Payments } from './payments.server.ts'
import { reconcile } from './reconcile.server.ts'

/** Attempts before giving up when other changes keep overtaking. */
const ROUNDS = 4

/** The next step to pay a charge. */
export type Next =
  /** Nothing: it is paid. */
  | { do: 'done' }
  /** The charge changed while it was being prepared. */
  | { do: 'again' }
  /** A payment of another amount has begun: it must be cancelled, or turn out paid, first. */
  | { do: 'end'; intentId: string }
  /** A payment has begun. */
  | { do: 'read'; intentId: string }
  | { do: 'create'; intent: IntentFor }

/**
 * One amount that one student owes for one reason: the deposit or balance of a place, the base
 * price of an order. `S`: what it is charged for.
 */
export type Charge<S> = {
  userId: UserId
  placeId?: ParticipantId
  /** Whether the money is only held at first, which cards can do. */
  isHold: boolean
  /** Prepares the payment in the thing it is charged for. Returns the next step. */
  prepare(state: S): Promise<Result<[S, Next]>>
  /** Records the intent before anybody gets its secret. `true`: this intent is the one to pay. */
  attach(state: S, intent: AnyIntent): Promise<Result<[S, boolean]>>
  /** Applies a payment reading. */
  settle(intent: AnyIntent): Promise<Result<S>>
}

// The one way to pay: the amount is worked out and recorded first, then an intent is created and
// attached to it, and only then is its secret given out. Every call can be repeated; a try that
// breaks off at any step is continued by the next call, or ended when its time runs out.

/** How the student wants to pay: whether the card may be kept, and the methods that may be used. */
type Way = { keepCard: boolean; methods: Method[] }

/** Does the next step. Returns the payment once it can be paid; null: prepare again. */
async function step<S>(
  context: Needs<'db'> & { payments: Payments },
  charge: Charge<S>,
  state: S,
  next: Exclude<Next, { do: 'done' }>,
  way: Way,
): Promise<Result<[S, AnyIntent | null]>> {
  switch (next.do) {
    case 'again':
      return ok([state, null])
    case 'end': {
      const ended = await endCharge(context, charge, next.intentId)
      return ended.ok ? ok([ended.value, null]) : ended
    }
    case 'read':
      return resume(context, charge, state, next.intentId, way)
    case 'create':
      return create(context, charge, state, next.intent, way)
  }
}

async function create<S>(
  context: Needs<'db'> & { payments: Payments },
  charge: Charge<S>,
  state: S,
  forWhat: IntentFor,
  { keepCard, methods }: Way,
): Promise<Result<[S, AnyIntent | null]>> {
  const { payments } = context
  // A card is only kept for a customer, and a customer is only made for a card that is kept.
  const customerId = keepCard ? await customerIdFor(context, charge.userId) : null
  const made = await payments.createIntent({ ...forWhat, customerId, methods })
  if (!made.ok) return made
  const attached = await charge.attach(state, made.value)
  const [now, isOpen] = attached.ok ? attached.value : [state, false]
  // Nobody has its secret, so leaving it would be harmless; this only tidies up.
  const { intentId } = made.value.facts
  if (!isOpen) await payments.release(intentId, 'unpaid', `unused:${intentId}`)
  return attached.ok ? ok([now, isOpen ? made.value : null]) : attached
}

/** Reads the payment that has begun, and settles it if it has moved on. */
async function resume<S>(
  context: Needs<'db'> & { payments: Payments },
  charge: Charge<S>,
  state: S,
  intentId: string,
  { keepCard, methods }: Way,
): Promise<Result<[S, AnyIntent | null]>> {
  const { payments } = context
  const read = await payments.read(intentId)
  if (!read.ok) return fail('paymentInitFailed')
  const { facts, customerId, next } = read.value
  if (facts.money === 'processing') return undecided(read.value)
  if (facts.money !== 'unpaid') {
    const settled = await charge.settle(read.value)
    return settled.ok ? ok([settled.value, null]) : settled
  }
  const customer = keepCard && !customerId ? await customerIdFor(context, charge.userId) : null
  // An administrator may have switched a method on or off since. What is under way stays possible.
  const isSame = String(read.value.methods) === String(methods)
  const change = { ...(customer && { customer }), ...(!isSame && !next && { methods }) }
  const kept = Object.keys(change).length > 0 ? await payments.amend(intentId, change) : read
  return kept.ok ? ok([state, kept.value]) : kept
}

/**
 * Why a payment does not count yet. `context`: the bank is processing it, or its payer has to go on
 * in another app (`target`).
 */
export const undecided = ({ facts, next, amount }: AnyIntent): Result<never> =>
  fail('paymentNotConfirmed', {
    ...(facts.money === 'processing' && { context: 'processing' }),
    ...(next && { context: next.method, target: next.target, amount }),
  })

/**
 * Ends a payment that has begun: cancels it if it is unpaid, and settles it either way. Fails
 * with paymentNotConfirmed while the bank is processing it.
 */
export const endCharge = <S>(
  { payments }: { payments: Payments },
  charge: Charge<S>,
  intentId: string,
): Promise<Result<S>> =>
  reconcile(intentId, {
    read: payments.read,
    act: async (intent) => {
      const { money } = intent.facts
      if (money === 'processing') return undecided(intent)
      const key = `ended:${intentId}:${crypto.randomUUID()}`
      return money === 'unpaid' ? payments.release(intentId, money, key) : ok(intent)
    },
    apply: charge.settle,
  })

/**
 * A charge, ready to be paid; no intent: it is paid already. `keepCard`: its owner allows us to
 * keep the card. Fails as `charge.prepare` does, or with rateLimited, paymentNotConfirmed (the
 * bank is processing it), paymentInitFailed or unavailable.
 */
export async function beginCharge<S>(
  context: NeedsToPay,
  charge: Charge<S>,
  from: S,
  keepCard = false,
): Promise<Result<[S, AnyIntent | null]>> {
  const [allowed, methods] = await Promise.all([
    mayPay(context, charge.userId, charge.placeId),
    charge.isHold ? (['card'] satisfies Method[]) : readMethods(context),
  ])
  if (!allowed.ok) return allowed
  let state = from
  for (let round = 0; round < ROUNDS; round++) {
    const prepared = await charge.prepare(state)
    if (!prepared.ok) return prepared
    const [ready, next] = prepared.value
    if (next.do === 'done') return ok([ready, null])
    const done = await step(context, charge, ready, next, { keepCard, methods })
    if (!done.ok || done.value[1]) return done
    state = done.value[0]
  }
  return fail('paymentInitFailed')
}

const readMethods = async (context: Needs<'db'>) => methodsFor(await readSettings(context), false)

/**
 * Reads a payment and applies it. Returns the updated thing that it is charged for. `seen` gets the
 * reading.
 */
export const settleCharge = <S>(
  { payments }: { payments: Payments },
  charge: Pick<Charge<S>, 'settle'>,
  intentId: string,
  seen?: (intent: AnyIntent) => void,
): Promise<Result<S>> =>
  reconcile(intentId, {
    read: payments.read,
    apply(intent) {
      seen?.(intent)
      return charge.settle(intent)
    },
  })
