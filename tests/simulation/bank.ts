import type Stripe from 'stripe'
import { minutes } from '#app/kernel/limits.ts'
import { StripeStandIn, type StripeStandInEnv } from '#workers/stripe/stand-in.ts'
import { MOUNT } from '#workers/stripe/world.ts'
import type { Life } from './life.ts'
import type { Network } from './network.ts'
import type { Timer } from './scheduler.ts'
import { Sqlite, sqlStorage } from './sql.ts'

const API = 'https://api.stripe.com'
/** How disputes end. */
const CLOSED: Stripe.Dispute.Status[] = ['won', 'lost', 'warning_closed']

/** Lost, and the bank has not returned the money since. */
const isLost = ({ status, balance_transactions }: Stripe.Dispute): boolean =>
  status === 'lost' && balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0

/** One intent with everything that has happened to its money, in pence. */
export type IntentFacts = {
  intent: Stripe.PaymentIntent
  captured: number
  /** Returned by refunds or through a lost dispute. */
  refunded: number
  /** The amount under open disputes. */
  disputed: number
  /** How many refunds there were, full or partial, and how many of them failed. */
  refunds: number
  failed: number
  /** The console's forms that asked for its refunds. */
  forms: string[]
  /** The amount under disputes that were lost, in pence. */
  lost: number
}

type Confirmed = {
  status?: string
  next_action?: { use_stripe_sdk?: { source?: string } } | null
  error?: { code?: string }
}

/**
 * The stand-in for Stripe. It is outside everything that can die, and is reached only over the
 * network.
 */
export class Bank {
  readonly #db = new Sqlite()
  readonly #network: Network
  readonly #standIn: StripeStandIn
  readonly #publishableKey: string
  readonly #secretKey: string
  #timer: Timer | null = null

  constructor(
    network: Network,
    env: StripeStandInEnv,
    keys: { publishable: string; secret: string },
  ) {
    this.#network = network
    this.#publishableKey = keys.publishable
    this.#secretKey = keys.secret
    const storage = {
      sql: sqlStorage(this.#db, () => undefined),
      setAlarm: async (at: number) => this.#arm(at),
    }
    const context = {
      storage,
      blockConcurrencyWhile: (work: () => Promise<unknown>) => work(),
      waitUntil: () => undefined,
    }
    this.#standIn = new StripeStandIn(context as unknown as DurableObjectState, env)
  }

  /** Where its events are delivered. */
  deliverTo(toApp: (request: Request) => Promise<Response>): void {
    this.#standIn.toApp = toApp
  }

  /**
   * A bank that does not wait for its own deadline: releases the hold at index `skip`, wrapping
   * around. Returns the intent's id, or null if there is none.
   */
  async letGo(skip: number): Promise<string | null> {
    const held = this.intents().filter(({ intent }) => intent.status === 'requires_capture')
    const found = held[skip % Math.max(1, held.length)]
    if (!found) return null
    await this.post(
      `/v1/payment_intents/${found.intent.id}/cancel`,
      new URLSearchParams(),
      this.#secretKey,
    )
    return found.intent.id
  }

  /**
   * Actions in the provider's dashboard: refund a payment, cancel it, or take a second one for the
   * same thing.
   */
  refund(intentId: string, amount?: number): Promise<unknown> {
    const form = new URLSearchParams({
      payment_intent: intentId,
      ...(amount && { amount: String(amount) }),
    })
    return this.post('/v1/refunds', form, this.#secretKey)
  }
  /** The bank does not take a payment's newest refund after all. */
  failRefund(intent: string): Promise<unknown> {
    return this.post('/refunds', { intent, step: 'fail' })
  }
  /** The next step in a payment's dispute. */
  dispute(intent: string, step: string, amount?: number): Promise<unknown> {
    return this.post('/disputes', { intent, step, amount })
  }
  cancel(intentId: string): Promise<unknown> {
    return this.post(
      `/v1/payment_intents/${intentId}/cancel`,
      new URLSearchParams(),
      this.#secretKey,
    )
  }
  charge(metadata: Record<string, string>, amount: number): Promise<unknown> {
    const said = Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value])
    const form = new URLSearchParams({
      amount: String(amount),
      currency: 'gbp',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      ...Object.fromEntries(said),
      'metadata[second]': 'yes',
    })
    return this.post('/v1/payment_intents', form, this.#secretKey)
  }

  /** The `fetch` that the product's runtime uses for Stripe's host. */
  fetchFor(life: Life): typeof fetch {
    return (input, init) => {
      const request = new Request(input, init)
      return this.#network.send(life, () => aborted(request.signal, this.#standIn.fetch(request)))
    }
  }

  /**
   * What a browser sends with the publishable key. Returns the intent's status, or the error's
   * code.
   */
  async confirm(clientSecret: string, card: string, keep: boolean): Promise<string> {
    await this.#network.latency()
    const [id = ''] = clientSecret.split('_secret_')
    const body = new URLSearchParams({ client_secret: clientSecret, payment_method: card })
    // Consent is only for deposits: only they have a customer whose card can be saved.
    if (keep) body.set('setup_future_usage', 'off_session')
    const answer = await this.post(`/v1/payment_intents/${id}/confirm`, body, this.#publishableKey)
    const said = (await answer.json()) as Confirmed
    const challenge = said.next_action?.use_stripe_sdk?.source
    if (challenge) await this.#answerChallenge(challenge)
    await this.#network.latency()
    return said.status ?? said.error?.code ?? 'error'
  }

  /**
   * In another app: its user mostly pays, sometimes late, sometimes never; sometimes the app takes
   * its time, past any deadline. `path`: of the app's page.
   */
  async decide(intent: string, path: string): Promise<string> {
    const chance = this.#network.chance()
    const result = chance.weighted({ complete: 5, late: 8, fail: 2, never: 2 })
    if (result === 'never') return result
    const { scheduler } = this.#network
    await scheduler.sleep(chance.pick([500, 8000, 60_000]))
    await this.post(path.replace(MOUNT, ''), new URLSearchParams({ result }))
    if (result !== 'late') return result
    const step = chance.weighted({ succeed: 1, fail: 1 })
    // Long past a hold's end, but decided before a history is.
    await scheduler.sleep(chance.pick([5000, minutes(5), minutes(40)]))
    await this.post('/payments', { intent, step })
    return `late, then ${step}`
  }

  /** At the bank's page: the student mostly agrees, sometimes late, sometimes never. */
  async #answerChallenge(id: string): Promise<void> {
    const chance = this.#network.chance()
    const result = chance.weighted({ complete: 8, fail: 1, never: 1 })
    if (result === 'never') return
    await this.#network.scheduler.sleep(chance.pick([500, 8000, 60_000]))
    await this.post(`/3ds/${id}`, new URLSearchParams({ result }))
  }

  post(path: string, body: URLSearchParams | object, key = ''): Promise<Response> {
    const form = body instanceof URLSearchParams
    const headers = {
      'Content-Type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
    }
    const text = form ? body.toString() : JSON.stringify(body)
    return this.#standIn.fetch(new Request(API + path, { method: 'POST', headers, body: text }))
  }

  fault(kind: string, count: number, more: object = {}): Promise<Response> {
    return this.post('/faults', { kind, count, ...more })
  }

  /** Resends what was dropped or given up. */
  replay(): Promise<Response> {
    return this.post('/_test/events/replay', {})
  }

  /** When it next has something to do, or null. */
  get nextAt(): number | null {
    return this.#timer?.live ? this.#timer.at : null
  }

  intents(): IntentFacts[] {
    const objects = <T>(kind: string) =>
      this.#db
        .all('SELECT json FROM objects WHERE kind = ? ORDER BY seq', [kind])
        .map((row) => JSON.parse(String(row.json)) as T)
    const charges = objects<Stripe.Charge>('charge')
    const refunds = objects<Stripe.Refund>('refund')
    const disputes = objects<Stripe.Dispute>('dispute')
    return objects<Stripe.PaymentIntent>('payment_intent').map((intent) => {
      const own = charges.filter((charge) => charge.payment_intent === intent.id && charge.captured)
      const made = refunds.filter((one) => one.payment_intent === intent.id)
      const lost = disputes
        .filter((one) => one.payment_intent === intent.id && isLost(one))
        .reduce((sum, { amount }) => sum + amount, 0)
      return {
        intent,
        captured: own.reduce((sum, charge) => sum + charge.amount_captured, 0),
        refunded: own.reduce((sum, charge) => sum + charge.amount_refunded, 0) + lost,
        lost,
        disputed: disputes
          .filter((one) => one.payment_intent === intent.id && !CLOSED.includes(one.status))
          .reduce((sum, { amount }) => sum + amount, 0),
        refunds: made.length,
        forms: made.flatMap(({ metadata }) => metadata?.form ?? []),
        failed: made.filter(({ status }) => status === 'failed').length,
      }
    })
  }

  /** What all movements of its balance come to. */
  balance(): number {
    const sum = "SELECT coalesce(sum(json ->> '$.net'), 0) AS net FROM objects WHERE kind = ?"
    return Number(this.#db.all(sum, ['balance_transaction'])[0]?.net)
  }

  close(): void {
    this.#db.close()
  }

  #arm(at: number): void {
    const { scheduler } = this.#network
    scheduler.clear(this.#timer)
    this.#timer = scheduler.set(() => void this.#standIn.alarm(), at - scheduler.now)
  }
}

/**
 * Behaves like a network: the caller of an aborted request learns of it at once, whatever becomes
 * of the request.
 */
export function aborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(abortError())
    signal.addEventListener('abort', () => reject(abortError()), { once: true })
    work.then(resolve, reject)
  })
}

const abortError = () => new DOMException('This operation was aborted', 'AbortError')
