import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { and, asc, eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { expect } from 'vitest'
import type { Participant, Party } from '#app/domain/carpool/state.ts'
import type { UserId } from '#app/domain/id.ts'
import { hours } from '#app/domain/limits.ts'
import type { NoticeCode } from '#app/domain/notice.ts'
import type { Result } from '#app/domain/result.ts'
import { addDays, londonDay, parseTime } from '#app/domain/time.ts'
import type { CarpoolDraft } from '#app/services/groups/carpools.server.ts'
import type { CarpoolSnapshot } from '#app/services/groups/group-objects.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import { createServices } from '#app/services/services.server.ts'
import { notices } from '#db/schema.ts'
import { isConfirmation } from '#tests/kit/confirmations.ts'
import { advanceClock, devClock } from '#workers/dev/clock.ts'
import { devRuntime } from '#workers/dev/runtime.ts'

const ORIGIN = 'http://localhost:8787'
const silent: Log = { info() {}, warn() {}, error() {} }
const runtime = devRuntime(env)

/**
 * The services that pages and API calls use, on the test worker's objects, database and stand-ins.
 */
export const { carpools, reconcile: settle, db, config } = createServices(env, runtime, silent)
export const stripe = new Stripe(config.stripe.secretKey, {
  httpClient: Stripe.createFetchHttpClient(runtime.fetch),
})

export const student = (): Viewer => ({ id: `usr_${crypto.randomUUID()}` as UserId })
export const must = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`)
  return result.value
}
export const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.error.code)

/**
 * A departure that many London days from now; computed on each call because the app's clock may
 * have been moved.
 */
const departure = (days = 8) => must(parseTime(`${addDays(londonDay(devClock.now()), days)}T14:00`))
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

export const intentIdOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

/**
 * Acts as the card form. `consent`: the student allows the card to be saved and charged
 * off-session.
 */
export async function pay(clientSecret: string, card = 'pm_card_visa', { consent = false } = {}) {
  return stripe.paymentIntents.confirm(intentIdOf(clientSecret), {
    payment_method: card,
    ...(consent && { setup_future_usage: 'off_session' }),
  })
}

/** Completes the bank's authentication challenge. */
export async function passChallenge(intentId: string): Promise<void> {
  const { next_action } = await stripe.paymentIntents.retrieve(intentId)
  const answer = await exports.default.fetch(
    `${ORIGIN}/__dev/stripe/3ds/${String(next_action?.use_stripe_sdk?.source)}`,
    { method: 'POST', body: new URLSearchParams({ result: 'complete' }) },
  )
  expect(answer.status).toBeLessThan(400)
}

/** A carpool opened by a student, with the deposit held; joiners match the flight of the car. */
export async function openCar(
  change: Partial<CarpoolDraft> = {},
  { as = student(), consent = false, card = 'pm_card_visa' } = {},
) {
  const creator = as
  const made = must(await carpools.draft(creator, draft(change), crypto.randomUUID()))
  const { id, status } = await pay(made.clientSecret, card, { consent })
  if (status === 'requires_action') await passChallenge(id)
  must(await carpools.confirmCreate(creator, made.participantId))
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
  const held = must(await carpools.hold(viewer, carpoolId, party({ flightTime, ...change })))
  const intent = must(await carpools.payDeposit(viewer, held.participantId, true))
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

const dev = (path: string, body: object) =>
  exports.default.fetch(`${ORIGIN}/__dev${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Moves every clock and does everything due. 0: only the latter. */
export async function advance(ms: number): Promise<void> {
  const answer = await dev('/clock', { advanceSeconds: Math.ceil(ms / 1000) })
  expect(answer.status).toBe(200)
}
/** Moves every clock and does nothing else, as if no alarm had fired. */
export const passTime = (ms: number) => advanceClock(env, Math.ceil(ms / 1000))
export const now = () => devClock.now()

export async function fault(kind: string, count = 1, more: object = {}): Promise<void> {
  const answer = await dev('/stripe/faults', { kind, count, ...more })
  expect(answer.status).toBeLessThan(400)
}
/** Stripe only returns errors, and sends no events, until the next `stripeUp`. */
export const stripeDown = async () => {
  // Events already in transit would only be sent again and again.
  await advance(0)
  await fault('fail-calls', 100_000)
  await fault('drop-events', 100_000)
}
export const stripeUp = () => fault('none')
/** Waits until the fault has hit the last call it was meant for. */
export async function faultMet(kind: string): Promise<void> {
  const left = async () => {
    const answer = await exports.default.fetch(`${ORIGIN}/__dev/stripe/faults`)
    const { items } = await answer.json<{ items: { kind: string }[] }>()
    return items.map((item) => item.kind)
  }
  await expect.poll(left, { timeout: 10_000 }).not.toContain(kind)
}

/** The provider's events about an intent, oldest first. */
export async function eventsOf(intentId: string): Promise<Stripe.Event[]> {
  const { data } = await stripe.events.list({ limit: 100 })
  const about = (event: Stripe.Event) => {
    const object = event.data.object as { id?: string; payment_intent?: unknown }
    return object.id === intentId || object.payment_intent === intentId
  }
  return data.filter(about).reverse()
}
/** Delivers an event to the webhook as the provider would. Returns the status. */
export async function deliver(event: Stripe.Event): Promise<number> {
  const payload = JSON.stringify(event)
  const secret = config.stripe.webhookSecret
  const timestamp = Math.floor(now() / 1000)
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp,
  })
  const answer = await exports.default.fetch(`${ORIGIN}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'Stripe-Signature': signature },
    body: payload,
  })
  return answer.status
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

/** A student's notices, oldest first, without confirmations. */
export async function noticesOf({ id }: Viewer): Promise<string[]> {
  const rows = await db
    .select({ code: notices.code })
    .from(notices)
    .where(eq(notices.userId, id))
    .orderBy(asc(notices.createdAt), asc(notices.id))
  return rows.map(({ code }) => code).filter((code) => !isConfirmation(code))
}
/** A student's notices of one kind, oldest first. */
export const noticesWith = ({ id }: Pick<Viewer, 'id'>, code: NoticeCode) =>
  db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, id), eq(notices.code, code)))
    .orderBy(asc(notices.createdAt), asc(notices.id))
export const moneyOf = async (intentId: string) =>
  (await stripe.paymentIntents.retrieve(intentId)).status
