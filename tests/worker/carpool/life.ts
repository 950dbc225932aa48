import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { CarpoolDraft } from '#app/services/groups/carpools.server.ts'
import type { PointsWanted } from '#app/services/groups/place-charges.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'
import { pointsLedger } from '#db/schema.ts'
import { member } from '#tests/worker/points/kit.ts'
import {
  advance,
  type Car,
  carOf,
  carpools,
  db,
  holdSeat,
  inDays,
  intentIdOf,
  must,
  now,
  openCar,
  pay,
  placeIn,
  stripe,
  student,
} from './kit.ts'

/** An approved member with points. */
export const memberWith = async (points: number): Promise<Viewer> => ({
  id: await member({ points }),
})

/** A confirmed seat for a student. */
export async function joinCar(car: Car, { as = student(), people = 1, consent = false } = {}) {
  const seat = await holdSeat(car, { people }, as)
  await pay(seat.clientSecret, 'pm_card_visa', { consent })
  must(await carpools.confirmDeposit(as, seat.participantId))
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
  const payable = must(await carpools.payBalance(viewer, participantId, points))
  return { ...payable, intentId: intentIdOf(payable.clientSecret ?? '') }
}

/** Pays the part of the balance not covered by points by card, and confirms it. */
export async function payBalance(seat: Seat, points: PointsWanted = 'all') {
  const { clientSecret } = await beginBalance(seat, points)
  if (clientSecret) await pay(clientSecret)
  return must(await carpools.confirmBalance(seat.viewer, seat.participantId))
}

/** A seat's record as the profile shows it, from the read model. */
export async function recordFor({ viewer, participantId }: Seat) {
  const found = (await carpools.records(viewer)).find(
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

/** A student's points and their history, oldest first. */
export async function pointsOf({ id }: Viewer) {
  const rows = await db
    .select()
    .from(pointsLedger)
    .where(eq(pointsLedger.userId, id))
    .orderBy(sql`rowid`)
  const moved = rows.filter(({ points }) => points !== 0)
  return {
    balance: rows.reduce((sum, { points }) => sum + points, 0),
    entries: moved.map(({ kind, points }) => [kind, points]),
  }
}
