import { randomBytes, randomUUID } from 'node:crypto'
import { counted, type Entry, takeCounts, totalOf } from '#tests/load/counted.ts'
import { signed } from '#tests/load/events.ts'
import type { Row, Side } from '#tests/load/harness.ts'
import { type Account, makeAccounts, storeAccounts } from '#tests/load/joins/accounts.ts'
import { askFor, type Call } from '#tests/load/joins/ask.ts'
import { openCarpool, SEATS } from '#tests/load/joins/carpool.ts'
import { joinCall } from '#tests/load/joins/joining.ts'
import { startProduct } from '#tests/load/product.ts'
import { type StripeSide, startStripe } from '#tests/load/stripe.ts'

/** The events that Stripe is configured to send (docs/deploy.md). */
const EVENTS = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.captured',
  'charge.expired',
  'charge.refunded',
]
/**
 * A student's calls up to a paid seat in the car: join, deposit, confirm, what is left to pay,
 * confirm. A creator makes one fewer.
 */
const CALLS_EACH = 5

/** What a carpool's whole life costs, by name. Rows are counted as the platform bills them. */
const FIGURES: Record<string, (entries: Entry[]) => number> = {
  'object requests and alarms': (entries) =>
    totalOf(entries, 'call').times + totalOf(entries, 'alarm').times,
  'rows read by the object': (entries) => totalOf(entries, 'sql').rowsRead,
  'rows written by the object': (entries) =>
    totalOf(entries, 'sql').rowsWritten + totalOf(entries, 'alarm set').times,
  'rows read in D1': (entries) => totalOf(entries, 'd1').rowsRead,
  'rows written in D1': (entries) => totalOf(entries, 'd1').rowsWritten,
  'round trips to D1': (entries) => totalOf(entries, 'round trip').times,
  'calls of Stripe': (entries) => callsTo(entries, 'api.stripe.com'),
  emails: (entries) => callsTo(entries, 'api.resend.com'),
}

const callsTo = (entries: Entry[], host: string) =>
  entries
    .filter(({ kind, what }) => kind === 'fetch' && what.includes(` ${host}/`))
    .reduce((sum, { times }) => sum + times, 0)

/**
 * What each student of a full carpool costs, from the draft to the last payment, with every event
 * that Stripe sends on the way and all the work after the responses. The pages they view meanwhile
 * belong to row 6.
 */
export const carpoolCost: Row = {
  id: 'cost',
  what: `one place in a carpool of ${SEATS}, from draft to paid`,
  unit: 'a student',
  async open() {
    const { entries, requests } = await playCarpool()
    const side = (name: string, value: number): Side => ({
      name,
      measure: async () => ({ value: value / SEATS, failures: 0 }),
    })
    return {
      sides: [
        side('requests', requests),
        ...Object.entries(FIGURES).map(([name, of]) => side(name, of(entries))),
      ],
      close: async () => undefined,
    }
  },
  ratios: [],
}

/**
 * Plays a carpool's life; returns what it used of the platform, and how many requests there were.
 * Throws if not all have paid at the end.
 */
async function playCarpool(): Promise<{ entries: Entry[]; requests: number }> {
  const secret = `whsec_${randomBytes(18).toString('hex')}`
  const stripe = await startStripe()
  const outbound = (request: Request) =>
    new URL(request.url).hostname === 'api.resend.com'
      ? Response.json({ id: 'sent' })
      : stripe.answer(request)
  const product = await startProduct({
    front: counted,
    outbound,
    keys: { STRIPE_WEBHOOK_SECRET: secret },
  })
  try {
    const [creator, ...joiners] = makeAccounts(SEATS) as [Account, ...Account[]]
    await storeAccounts(await product.database(), [creator, ...joiners])
    await takeCounts(product.url)
    const world = new Life(product.url, stripe, secret)
    const carpoolId = await openCarpool(product.url, stripe, creator)
    await world.settle()
    const places: [Account, string][] = [[creator, await world.placeOf(creator)]]
    for (const joiner of joiners) places.push([joiner, await world.join(carpoolId, joiner)])
    for (const [who, participantId] of places) await world.payRest(who, participantId)
    const { status } = await askFor<{ status: string }>(product.url, 200, {
      method: 'GET',
      path: `/carpool/${carpoolId}`,
    })
    if (status !== 'SUCCESS') throw new Error(`the carpool is ${status}`)
    return { entries: world.entries, requests: SEATS * CALLS_EACH - 1 + world.events }
  } finally {
    await Promise.all([product.close(), stripe.close()])
  }
}

/** Students, Stripe and its events, one after the other. */
class Life {
  readonly #url: string
  readonly #stripe: StripeSide
  readonly #secret: string
  readonly #sent = new Set<string>()
  /** The total used so far. */
  readonly entries: Entry[] = []

  constructor(url: string, stripe: StripeSide, secret: string) {
    this.#url = url
    this.#stripe = stripe
    this.#secret = secret
  }

  get events(): number {
    return this.#sent.size
  }

  /** Not counted: reading the student's own list, to find the place. */
  async placeOf(as: Account): Promise<string> {
    const path = '/user/my/ongoing'
    const { items } = await askFor<{ items: { participantId: string }[] }>(this.#url, 200, {
      method: 'GET',
      path,
      as,
    })
    await takeCounts(this.#url)
    return items[0]?.participantId ?? ''
  }

  async join(carpoolId: string, as: Account): Promise<string> {
    const { participantId } = await askFor<{ participantId: string }>(
      this.#url,
      201,
      joinCall(carpoolId, as, randomUUID()),
    )
    await this.#pay({ method: 'GET', path: `/carpool/deposit-payment-intent/${participantId}`, as })
    await askFor(this.#url, 200, {
      method: 'POST',
      path: `/carpool/confirm-join/${participantId}`,
      as,
    })
    await this.settle()
    return participantId
  }

  async payRest(as: Account, participantId: string): Promise<void> {
    const body = { participantId }
    await this.#pay({ method: 'POST', path: '/user/my/pay-remaining', as, body })
    await askFor(this.#url, 200, { method: 'POST', path: '/user/my/confirm-remaining', as, body })
    await this.settle()
  }

  /** Sends Stripe's pending events until there are none left and no work is running any more. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) {
      await new Promise((resume) => setTimeout(resume, 150))
      const counts = await takeCounts(this.#url)
      this.entries.push(...counts)
      quiet = (await this.#tell()) + counts.length === 0 ? quiet + 1 : 0
    }
  }

  /** Begins a payment and confirms it with a card. */
  async #pay(begin: Call): Promise<void> {
    const { clientSecret } = await askFor<{ clientSecret: string }>(this.#url, 200, begin)
    const intentId = clientSecret.split('_secret_')[0] ?? ''
    await this.#stripe.client.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
  }

  async #tell(): Promise<number> {
    const { data } = await this.#stripe.client.events.list({ limit: 100 })
    const news = data
      .filter(({ id, type }) => EVENTS.includes(type) && !this.#sent.has(id))
      .reverse()
    for (const event of news) {
      this.#sent.add(event.id)
      const body = JSON.stringify(event)
      const headers = signed(body, this.#secret)
      const { status } = await fetch(`${this.#url}/api/stripe/webhook`, {
        method: 'POST',
        headers,
        body,
      })
      if (status !== 200) throw new Error(`an event got status ${status}`)
    }
    return news.length
  }
}
