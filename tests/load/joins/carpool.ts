import { randomUUID } from 'node:crypto'
import { addDays, londonDay, parseTime } from '../../../app/domain/time.ts'
import type { StripeSide } from '../stripe.ts'
import type { Account } from './accounts.ts'
import { askFor } from './ask.ts'

/** A carpool's seats; its creator has one of them. */
export const SEATS = 5
export const FREE_SEATS = SEATS - 1

const day = addDays(londonDay(Date.now()), 8)
const at = (time: string): number => {
  const parsed = parseTime(`${day}T${time}`)
  if (!parsed.ok) throw new Error(`no such time: ${day} ${time}`)
  return parsed.value
}
/** When the cars of these rows leave, and when their people land. */
export const CARPOOL_AT = at('12:00')
export const FLIGHT_AT = at('10:00')

/** What a joiner sends: one person with her luggage. */
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

/** Opens a carpool the way students do: a draft, the card held by Stripe, the carpool made. Gives its id. */
export async function openCarpool(url: string, stripe: StripeSide, creator: Account): Promise<string> {
  const form = {
    ...party,
    tripType: 'PICKUP',
    airportId: 'air_lhr',
    carpoolDatetime: new Date(CARPOOL_AT).toISOString(),
    maxPassengers: SEATS,
  }
  type Draft = { carpoolId: string; participantId: string; clientSecret: string }
  const draft = await askFor<Draft>(url, 201, {
    method: 'POST',
    path: '/carpool/deposit-payment-intent-for-create',
    as: creator,
    key: randomUUID(),
    body: form,
  })
  const intentId = draft.clientSecret.split('_secret_')[0] ?? ''
  const { status } = await stripe.client.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
  if (status !== 'requires_capture') throw new Error(`the creator's deposit is ${status}`)
  const created = { ...form, tempParticipantId: draft.participantId }
  await askFor(url, 201, {
    method: 'POST',
    path: '/carpool/create',
    as: creator,
    key: randomUUID(),
    body: created,
  })
  return draft.carpoolId
}
