import { createHmac } from 'node:crypto'
import type { Sample } from './harness.ts'
import { makeAccounts, storeAccounts } from './joins/accounts.ts'
import { payDraft } from './joins/carpool.ts'
import { autocannon } from './packages/index.ts'
import type { D1Like } from './product.ts'
import type { StripeSide } from './stripe.ts'

/** Connections per delivery. The number of events delivered is a multiple of this. */
export const CONNECTIONS = 16
/** How many students fill in the form at once while the places are made. */
const AT_ONCE = 8

/** A place whose card is held before the product knows it, with the event Stripe would send. */
export type PaidPlace = {
  carpoolId: string
  participantId: string
  intentId: string
  event: string
  intent: string
}

type Where = { url: string; db: D1Like; stripe: StripeSide }

/**
 * That many new carpools, each with its creator's deposit paid but not yet reported. Made through
 * the API, as students do.
 */
export async function payPlaces({ url, db, stripe }: Where, count: number): Promise<PaidPlace[]> {
  const accounts = makeAccounts(count)
  await storeAccounts(db, accounts)
  const drafts = await inTurn(accounts, (account) => payDraft(url, stripe, account))
  const events = await eventsOf(stripe, new Set(drafts.map(({ intent }) => intent.id)))
  return drafts.map(({ intent, ...place }) => {
    const event = events.get(intent.id)
    if (!event) throw new Error(`there is no event for ${intent.id}`)
    return { ...place, intentId: intent.id, intent: JSON.stringify(intent), event }
  })
}

/** The events Stripe sends when a card is held, by payment. */
async function eventsOf(stripe: StripeSide, wanted: Set<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const type = 'payment_intent.amount_capturable_updated'
  for await (const event of stripe.client.events.list({ type, limit: 100 })) {
    const { id } = event.data.object as { id: string }
    if (wanted.has(id)) found.set(id, JSON.stringify(event))
    if (found.size === wanted.size) break
  }
  return found
}

async function inTurn<T, U>(list: T[], work: (one: T) => Promise<U>): Promise<U[]> {
  const done: U[] = []
  const rest = list.values()
  const student = async () => {
    for (const one of rest) done.push(await work(one))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, student))
  return done
}

/** The headers of a delivery, signed now. */
export function signed(body: string, secret: string): Record<string, string> {
  const at = Math.floor(Date.now() / 1000)
  const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return { 'Content-Type': 'application/json', 'Stripe-Signature': `t=${at},v1=${mac}` }
}

export type Delivery = { body: string; headers: Record<string, string> }

/**
 * Posts every delivery `times` times, each connection repeating its share. Returns the responses
 * per second, from the first request to the last response, and how many were not 2xx.
 */
export function deliver(url: string, deliveries: Delivery[], times: number): Promise<Sample> {
  const part = deliveries.length / CONNECTIONS
  const parts = Array.from({ length: CONNECTIONS }, (_, n) =>
    deliveries.slice(n * part, (n + 1) * part),
  )
  const amount = deliveries.length * times
  return new Promise((resolve, reject) => {
    let begun = performance.now()
    let ended = begun
    const run = autocannon()(
      {
        url,
        method: 'POST',
        connections: CONNECTIONS,
        amount,
        setupClient: (client) => client.setRequests(parts.pop() ?? []),
      },
      (error, { '2xx': done }) => {
        if (error) reject(error)
        else resolve({ value: (done * 1000) / (ended - begun), failures: amount - done })
      },
    )
    run.on('start', () => {
      begun = performance.now()
    })
    run.on('response', () => {
      ended = performance.now()
    })
  })
}
