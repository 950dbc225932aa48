import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type Stripe from 'stripe'
import type { Participant, Party } from '#app/carpool/rules/state.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { readCarpoolRecords } from '#app/carpool/service/carpool-reads.server.ts'
import {
  type CarpoolDraft,
  confirmCreate,
  draftPayableCarpool,
  holdSeats,
} from '#app/carpool/service/carpools.server.ts'
import type { CarpoolSnapshot } from '#app/group/service/group-objects.server.ts'
import {
  confirmBalance,
  confirmDeposit,
  prepareBalance,
  prepareDeposit,
} from '#app/group/service/groups.server.ts'
import type { PointsWanted } from '#app/group/service/place-charges.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import { hours } from '#app/kernel/limits.ts'
import { addDays, londonDay, parseTime } from '#app/kernel/time.ts'
import { student } from './people.ts'
import { advance, intentIdOf, must, now, passChallenge, pay, services, stripe } from './services.ts'

/**
 * A departure that many London days from now; computed on each call because the app's clock may
 * have been moved.
 */
const departure = (days = 8) => must(parseTime(`${addDays(londonDay(now()), days)}T14:00`))
/** A draft departing in that many days; a bank holds a deposit for 7. */
export const inDays = (days: number) => ({
  carpoolAt: departure(days),
  flightTime: departure(days) - hours(2),
})

export const party = (change: Partial<Party> = {}): Party => ({
  people: 1,
  terminal: 'T2',
  flightNumber: 'BA038',
  flightTime: departure() - hours(2),
  nLocation: '1 Castle Boulevard',
  bigLuggage: 2,
  smallLuggage: 1,
  bag: 1,
  ...change,
})
export const draft = (change: Partial<CarpoolDraft> = {}): CarpoolDraft => ({
  ...party(),
  tripType: 'PICKUP',
  airportId: 'air_lhr',
  carpoolAt: departure(),
  maxPassengers: 2,
  ...change,
})

/** A carpool opened by a student, with the deposit held; joiners match the flight of the car. */
export async function openCar(
  change: Partial<CarpoolDraft> = {},
  { as = student(), consent = false, card = 'pm_card_visa' } = {},
) {
  const creator = as
  const made = must(
    await draftPayableCarpool(services, creator, draft(change), crypto.randomUUID()),
  )
  const { id, status } = await pay(made.clientSecret, card, { consent })
  if (status === 'requires_action') await passChallenge(id)
  must(await confirmCreate(services, creator, made.participantId))
  const flightTime = (await carOf(made.groupId)).participants[0]?.party.flightTime
  return { creator, carpoolId: made.groupId, participantId: made.participantId, flightTime }
}
export type Car = Awaited<ReturnType<typeof openCar>>

/** A hold with its intent, unpaid. */
export async function holdSeat(
  { carpoolId, flightTime }: Pick<Car, 'carpoolId' | 'flightTime'>,
  change: Partial<Party> = {},
  viewer = student(),
) {
  const held = must(await holdSeats(services, viewer, carpoolId, party({ flightTime, ...change })))
  const intent = must(await prepareDeposit(carpoolKind, services, viewer, held.participantId, true))
  const { clientSecret } = intent
  return { viewer, ...held, clientSecret, intentId: intentIdOf(clientSecret) }
}

export const stub = (carpoolId: string) => env.CARPOOL.getByName(carpoolId)
export async function snapshotOf(carpoolId: string) {
  const snapshot = await stub(carpoolId).snapshot()
  if (!snapshot) throw new Error('no carpool')
  return snapshot as unknown as CarpoolSnapshot
}
export const carOf = async (carpoolId: string) => (await snapshotOf(carpoolId)).state
export async function placeIn(carpoolId: string, participantId: string): Promise<Participant> {
  const found = (await carOf(carpoolId)).participants.find((p) => p.id === participantId)
  if (!found) throw new Error('no such place')
  return found
}

/** Evicts the object from memory; it then knows only what it has stored. */
export async function evict(carpoolId: string): Promise<void> {
  await stub(carpoolId).snapshot()
  await evictDurableObject(stub(carpoolId))
}
export const fireAlarm = (carpoolId: string) => runDurableObjectAlarm(stub(carpoolId))
/** Rows of the object's own database. */
export const rowsOf = (carpoolId: string, query: string): Promise<Record<string, unknown>[]> =>
  runInDurableObject(stub(carpoolId), (_object, state) => state.storage.sql.exec(query).toArray())

/** A confirmed seat for a student. */
export async function joinCar(car: Car, { as = student(), people = 1, consent = false } = {}) {
  const seat = await holdSeat(car, { people }, as)
  await pay(seat.clientSecret, 'pm_card_visa', { consent })
  must(await confirmDeposit(carpoolKind, services, as, seat.participantId))
  return { viewer: as, participantId: seat.participantId as string, intentId: seat.intentId }
}
export type Seat = { viewer: Viewer; participantId: string }

/** A complete group with its deposits captured; its creator's seat comes first. */
export async function completeCar(people: Viewer[], change: Partial<CarpoolDraft> = {}) {
  const [as = student(), ...others] = people
  const car = await openCar({ maxPassengers: people.length, ...inDays(5), ...change }, { as })
  const seats: Seat[] = [{ viewer: as, participantId: car.participantId }]
  for (const other of others) seats.push(await joinCar(car, { as: other }))
  await advance(0)
  return { ...car, seats }
}

/**
 * A student's own private car, with the deposit held until after departure and the rest still to be
 * paid.
 */
export async function privateCar(as = student()) {
  const car = await openCar({ maxPassengers: 1, ...inDays(5) }, { as })
  return { ...car, viewer: as }
}

/** A group that was incomplete at its cutoff. */
export async function failedCar(as = student(), { consent = false } = {}) {
  const car = await openCar({ maxPassengers: 3, ...inDays(5) }, { as, consent })
  await goTo((await carOf(car.carpoolId)).cutoffAt)
  return { ...car, viewer: as }
}

/** Does what is due, then moves every clock to a moment and does everything due by then. */
export async function goTo(at: number): Promise<void> {
  await advance(0)
  await advance(Math.max(0, at - now()))
}

/** Begins the balance; returns what the card form needs. */
export async function beginBalance({ viewer, participantId }: Seat, points: PointsWanted = 'all') {
  const payable = must(await prepareBalance(carpoolKind, services, viewer, participantId, points))
  return { ...payable, intentId: intentIdOf(payable.clientSecret ?? '') }
}

/** Pays the part of the balance not covered by points by card, and confirms it. */
export async function payBalance(seat: Seat, points: PointsWanted = 'all') {
  const { clientSecret } = await beginBalance(seat, points)
  if (clientSecret) await pay(clientSecret)
  return must(await confirmBalance(carpoolKind, services, seat.viewer, seat.participantId))
}

/** A seat's record as the profile shows it, from the read model. */
export async function recordFor({ viewer, participantId }: Seat) {
  const found = (await readCarpoolRecords(services, viewer)).find(
    (record) => record.participantId === participantId,
  )
  if (!found) throw new Error('no such record')
  return found
}

export async function depositIntentOf(carpoolId: string, participantId: string): Promise<string> {
  const { intentId } = (await placeIn(carpoolId, participantId)).deposit
  if (!intentId) throw new Error('no deposit intent')
  return intentId
}

/** Every payment created for a student, newest first. */
export async function intentsFor({ id }: Viewer): Promise<Stripe.PaymentIntent[]> {
  const page = stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] })
  const all = await page.autoPagingToArray({ limit: 10_000 })
  return all.filter(({ metadata }) => metadata.userId === id)
}

/** A student's money at the provider: pence captured and not refunded, and live holds. */
export async function moneyFor(
  viewer: Viewer,
): Promise<{ taken: number; holds: number; open: number }> {
  const intents = await intentsFor(viewer)
  const taken = intents.map(({ status, amount_received, latest_charge }) => {
    const refunded = typeof latest_charge === 'object' ? (latest_charge?.amount_refunded ?? 0) : 0
    return status === 'succeeded' ? amount_received - refunded : 0
  })
  const open: Stripe.PaymentIntent.Status[] = [
    'requires_payment_method',
    'requires_action',
    'processing',
  ]
  return {
    taken: taken.reduce((sum, pence) => sum + pence, 0),
    holds: intents.filter(({ status }) => status === 'requires_capture').length,
    open: intents.filter(({ status }) => open.includes(status)).length,
  }
}
