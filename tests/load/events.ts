import { createHmac, randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import type { Sample } from './harness.ts'
import { type Account, makeAccounts, storeAccounts } from './joins/accounts.ts'
import { askFor, type Call } from './joins/ask.ts'
import { CARPOOL_AT, party, SEATS } from './joins/carpool.ts'
import type { D1Like } from './product.ts'
import type { StripeSide } from './stripe.ts'

/** Connections of a delivery. A number of events that they share evenly is delivered. */
export const CONNECTIONS = 16
/** Students who are at the form at once, while the places are made. */
const AT_ONCE = 8

/** A place whose card is held though the product does not know it yet, with what Stripe would say of it. */
export type PaidPlace = {
  carpoolId: string
  participantId: string
  intentId: string
  event: string
  intent: string
}

const form = {
  ...party,
  tripType: 'PICKUP',
  airportId: 'air_lhr',
  carpoolDatetime: new Date(CARPOOL_AT).toISOString(),
  maxPassengers: SEATS,
}

type Draft = { carpoolId: string; participantId: string; clientSecret: string }
type Where = { url: string; db: D1Like; stripe: StripeSide }

/** So many new carpools, each with its creator's deposit paid and not yet told of. Made by the API, as students do. */
export async function payPlaces({ url, db, stripe }: Where, count: number): Promise<PaidPlace[]> {
  const accounts = makeAccounts(count)
  await storeAccounts(db, accounts)
  const drafts = await inTurn(accounts, (account) => payDraft(url, stripe, account))
  const events = await eventsOf(stripe, new Set(drafts.map(({ intentId }) => intentId)))
  return drafts.map((draft) => {
    const event = events.get(draft.intentId)
    if (!event) throw new Error(`no event of ${draft.intentId}`)
    return { ...draft, event }
  })
}

async function payDraft(url: string, stripe: StripeSide, as: Account): Promise<Omit<PaidPlace, 'event'>> {
  const call: Call = {
    method: 'POST',
    path: '/carpool/deposit-payment-intent-for-create',
    as,
    key: randomUUID(),
    body: form,
  }
  const { carpoolId, participantId, clientSecret } = await stubbornly(() => askFor<Draft>(url, 201, call))
  const intentId = clientSecret.split('_secret_')[0] ?? ''
  const { paymentIntents } = stripe.client
  // Expanded as the product asks for it.
  const intent = await paymentIntents.confirm(intentId, {
    payment_method: 'pm_card_visa',
    expand: ['latest_charge'],
  })
  if (intent.status !== 'requires_capture') throw new Error(`a deposit is ${intent.status}`)
  return { carpoolId, participantId, intentId, intent: JSON.stringify(intent) }
}

/** A busy machine may keep the stand-in for Stripe from answering in time; the same key again is the same draft. */
async function stubbornly<T>(work: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries <= 1) throw error
    return stubbornly(work, tries - 1)
  }
}

/** What Stripe sends when a card is held, by payment. */
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
 * Posts every delivery `times` times, each connection its part of them over and over. Gives the answers a second, between the
 * first request and the last answer, and how many were no 2xx.
 */
export function deliver(url: string, deliveries: Delivery[], times: number): Promise<Sample> {
  const part = deliveries.length / CONNECTIONS
  const parts = Array.from({ length: CONNECTIONS }, (_, n) => deliveries.slice(n * part, (n + 1) * part))
  const amount = deliveries.length * times
  return new Promise((resolve, reject) => {
    let begun = performance.now()
    let ended = begun
    const run = autocannon(
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
