import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { addDays, londonDay, parseTime } from '#app/kernel/time.ts'
import type { StripeSide } from '#tests/load/stripe.ts'
import type { Account } from './accounts.ts'
import { askFor } from './ask.ts'

/** A carpool's seats; its creator takes one of them. */
export const SEATS = 5
export const FREE_SEATS = SEATS - 1

const day = addDays(londonDay(Date.now()), 8)
const at = (time: string): number => {
  const parsed = parseTime(`${day}T${time}`)
  if (!parsed.ok) throw new Error(`the time does not exist: ${day} ${time}`)
  return parsed.value
}
/** When the cars of these rows leave, and when their people land. */
export const CARPOOL_AT = at('12:00')
export const FLIGHT_AT = at('10:00')

/** What a joiner sends: one person with luggage. */
export const party = {
  terminal: 'T2',
  nLocation: '1 Castle Boulevard, NG7 1FB',
  flightNumber: 'BA038',
  flightTime: new Date(FLIGHT_AT).toISOString(),
  people: 1,
  bigLuggage: 2,
  smallLuggage: 1,
  bag: 1,
}

/** What its creator sends. */
const form = {
  ...party,
  tripType: 'PICKUP',
  airportId: 'air_lhr',
  carpoolDatetime: new Date(CARPOOL_AT).toISOString(),
  maxPassengers: SEATS,
}

/** A creator's place that does not exist yet, with its deposit's payment as Stripe returns it. */
export type Draft = { carpoolId: string; participantId: string; intent: Stripe.PaymentIntent }

/** Saves a new carpool's form and has Stripe hold its deposit, the way students do. */
export async function payDraft(url: string, stripe: StripeSide, as: Account): Promise<Draft> {
  type Kept = { carpoolId: string; participantId: string; clientSecret: string }
  const path = '/carpool/deposit-payment-intent-for-create'
  const call = { method: 'POST', path, as, key: randomUUID(), body: form } as const
  const { carpoolId, participantId, clientSecret } = await stubbornly(() =>
    askFor<Kept>(url, 201, call),
  )
  const intentId = clientSecret.split('_secret_')[0] ?? ''
  // Expanded the way the product requests it.
  const card = { payment_method: 'pm_card_visa', expand: ['latest_charge'] }
  const intent = await stripe.client.paymentIntents.confirm(intentId, card)
  if (intent.status !== 'requires_capture') throw new Error(`a deposit is ${intent.status}`)
  return { carpoolId, participantId, intent }
}

/**
 * A busy machine may keep the stand-in for Stripe from responding in time; a retry with the same
 * key gets the same draft.
 */
async function stubbornly<T>(work: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries <= 1) throw error
    return stubbornly(work, tries - 1)
  }
}

/**
 * Opens a carpool the way students do: a draft, the card held by Stripe, the carpool created.
 * Returns its id.
 */
export async function openCarpool(
  url: string,
  stripe: StripeSide,
  creator: Account,
): Promise<string> {
  const draft = await payDraft(url, stripe, creator)
  await askFor(url, 201, {
    method: 'POST',
    path: '/carpool/create',
    as: creator,
    key: randomUUID(),
    body: { ...form, tempParticipantId: draft.participantId },
  })
  return draft.carpoolId
}
