import { eq } from 'drizzle-orm'
import { nextDue } from '#app/carpool/rules/machine.ts'
import type { CarpoolState, CarpoolStatus, Participant } from '#app/carpool/rules/state.ts'
import { evolve } from '#app/group/rules/evolve.ts'
import {
  depositStatusOf,
  type Group,
  isStanding,
  type LeaveReason,
} from '#app/group/rules/state.ts'
import { carpoolPlaceRowOf, carpoolRowOf } from '#app/group/service/group-rows.server.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { nextDue as nextDueOfTrip } from '#app/trip/rules/machine.ts'
import { carpools } from '#db/kinds.ts'
import { participants } from '#db/schema.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'
import { balancesAtRest } from './invariants-balance.ts'
import { boardsAtRest } from './invariants-board.ts'
import { booksAtRest } from './invariants-books.ts'
import { cancelledAlways, cancelledAtRest } from './invariants-cancelled.ts'
import { flightsAtRest } from './invariants-flight.ts'
import { flightStatusAtRest } from './invariants-flight-status.ts'
import {
  earliest,
  nothingStuck,
  oneLivePlaceEach,
  rowIsTrue,
  seatsWithinCapacity,
  takesSeats,
} from './invariants-group.ts'
import { movesAtRest, paidIn, placeNow, pointsWent } from './invariants-move.ts'
import { ordersAlways, ordersAtRest, ordersWhenCalm } from './invariants-order.ts'
import {
  everGoneOfPlace,
  goneOfPlace,
  nothingGoesBackTwice,
  outsideAtRest,
} from './invariants-outside.ts'
import { refundedAtRest } from './invariants-refunded.ts'
import { releasedAtRest } from './invariants-released.ts'
import { requestsAlways, requestsAtRest } from './invariants-request.ts'
import { ridesAtRest } from './invariants-ride.ts'
import { textsAsAllowed, textsAtRest } from './invariants-sms.ts'
import { tripsAlways, tripsAtRest, tripsWhenCalm } from './invariants-trip.ts'
import { waitlistAlways, waitlistsAtRest, waitRowsAreTrue } from './invariants-wait.ts'
import { wishesAlways, wishesAtRest } from './invariants-wish.ts'
import { owedFor } from './owed.ts'
import { autoPayAtRest } from './steps-auto-pay.ts'
import { fewerAtRest } from './steps-fewer.ts'

/** Which statuses may follow which (docs/carpool.md). */
const WAYS: Record<CarpoolStatus, CarpoolStatus[]> = {
  PENDING: ['OPEN', 'SUCCESS_PENDING_PAYMENT', 'PRIVATE_PENDING_PAYMENT', 'CANCELLED'],
  OPEN: ['FULL', 'SUCCESS_PENDING_PAYMENT', 'FAILED', 'CANCELLED'],
  FULL: ['OPEN', 'SUCCESS_PENDING_PAYMENT', 'FAILED', 'CANCELLED'],
  SUCCESS_PENDING_PAYMENT: ['SUCCESS', 'CLOSED'],
  SUCCESS: ['COMPLETED', 'CLOSED'],
  FAILED: [],
  PRIVATE_PENDING_PAYMENT: ['PRIVATE', 'CANCELLED', 'CLOSED'],
  PRIVATE: ['COMPLETED'],
  COMPLETED: [],
  CLOSED: [],
  CANCELLED: [],
}

/**
 * The events yield the state; along the way no seat was sold twice and no status changed in a
 * forbidden way.
 */
function eventsReplay(h: History, carpoolId: string): void {
  const state = h.world.cars.stateOf(carpoolId)
  let replayed: CarpoolState | null = null
  for (const { event } of h.world.cars.eventsOf(carpoolId)) {
    const before: CarpoolState | null = replayed
    replayed = evolve(replayed, event)
    // Shrinking a draft takes two events in one commit: first the car, then the party.
    if (event.type !== 'draftChanged') seatsWithinCapacity(replayed)
    oneLivePlaceEach(replayed)
    const ways = before?.cancelled ? ['CANCELLED'] : WAYS[before?.status ?? replayed.status]
    if (before && before.status !== replayed.status && !ways.includes(replayed.status))
      broken(
        'statuses make only allowed transitions',
        `${before.status} → ${replayed.status} in ${carpoolId}`,
      )
  }
  if (JSON.stringify(replayed) !== JSON.stringify(state))
    broken('events replay to the state', carpoolId)
}

/**
 * For each person, what Stripe has taken and not refunded equals what they owe for what they got.
 */
function moneyIsWhatIsOwed(h: History): void {
  for (const { id } of h.people) {
    const mine = h.world.bank
      .intents()
      .filter(({ intent: { metadata } }) => metadata.userId === id && metadata.carpoolId)
    const kept = mine.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
    const places = h
      .cars()
      .flatMap((car) => car.participants.filter((p) => p.userId === id).map((p) => ({ car, p })))
    const owed = places.reduce(
      (sum, { car, p }) => sum + owedFor(car, p, paidIn(h, car, p)).pence - goneOfPlace(car, p),
      0,
    )
    if (kept === owed) continue
    const paid = mine.map(
      (i) => `${i.intent.id.slice(-4)} ${i.intent.status} ${i.captured}−${i.refunded}`,
    )
    const got = places.map(
      ({ car, p }) => `${p.id.slice(-4)} ${car.status} ${p.seat} ${owedFor(car, p).pence}`,
    )
    broken(
      'captured − refunded = owed',
      `${id} has paid ${kept} for ${owed} (${paid.join(', ')}; ${got.join(', ')})`,
    )
  }
}

/**
 * Points went where a balance used them, came back where it was not paid, and were earned once per
 * ride.
 */
function pointsAreWhatIsOwed(h: History): void {
  const rows = h.world.d1.all('SELECT user_id, operation_id, points FROM points_ledger')
  const about = (part: string) =>
    rows
      .filter((row) => String(row.operation_id).includes(part))
      .reduce((sum, row) => sum + Number(row.points), 0)
  for (const car of h.cars())
    for (const p of car.participants) {
      const spent = -about(`balance:${p.paidAs ?? p.id}:`)
      const { points, pence } = owedFor(car, p, paidIn(h, car, p))
      if (!pointsWent(h, p) && spent !== points)
        broken('points spent = points owed', `${p.id} spent ${spent} for ${points}`)
      const member =
        h.world.d1.all("SELECT 1 FROM users WHERE id = ? AND auth = 'APPROVED'", [p.userId])
          .length > 0
      const earns = member && p.seat === 'taken' && car.status === 'COMPLETED'
      // After a cancellation they may keep what they have used.
      const isTakenBack = p.leaving === 'groupCancelled'
      const most = earns ? Math.floor(pence / 100) : isTakenBack ? Number.POSITIVE_INFINITY : 0
      // What was away when the ride was over earned nothing, also if it came back.
      const kept = Math.max(0, pence - everGoneOfPlace(car, p))
      const least = earns ? Math.floor(kept / 100) : 0
      const earned = about(`earn:${p.id}`)
      if (earned < least || earned > most)
        broken('points earned once', `${p.id} earned ${earned} for ${least} to ${most}`)
    }
}

/** No state is a dead end: every carpool has ended, and no one is left in a failed one. */
function everythingEnds(h: History): void {
  for (const car of h.cars()) {
    const over = ['COMPLETED', 'CLOSED', 'CANCELLED', 'FAILED'].includes(car.status)
    if (!over) broken('every carpool ends', `${car.id} is ${car.status}`)
    const left = car.participants.find(
      (p) =>
        p.seat === 'held' ||
        p.seat === 'lapsing' ||
        p.seat === 'out' ||
        (p.seat === 'taken' && car.status === 'FAILED'),
    )
    if (left)
      broken('every place ends', `${left.id} is ${left.seat} in a car that is ${car.status}`)
    const taken = car.participants.filter((p) => p.seat === 'taken')
    if (taken.length > 0 !== (car.status === 'COMPLETED'))
      broken(
        'everyone who has paid travels',
        `${car.id} is ${car.status} with ${taken.length} places`,
      )
    if (car.strays.length > 0) broken('no orphaned payment is left', JSON.stringify(car.strays))
  }
  for (const { intent } of h.world.bank.intents())
    if (h.payable.has(intent.id) && intent.status !== 'canceled' && intent.status !== 'succeeded')
      broken(
        'no payment is left open',
        `${intent.id} of ${intent.metadata.userId} is ${intent.status}`,
      )
}

/** A card has a hold or can be charged only for a place that exists. */
function noPaymentForNothing(h: History): void {
  const groups: Group[] = [...h.cars(), ...h.trips()]
  const places = groups.flatMap((one) =>
    one.participants.filter(takesSeats).map((p) => JSON.stringify(p)),
  )
  for (const { intent } of h.world.bank.intents()) {
    const { orderId, requestId } = intent.metadata
    if (intent.status === 'canceled' || intent.status === 'succeeded' || orderId || requestId)
      continue
    if (places.some((place) => place.includes(intent.id))) continue
    const what = `${intent.id} of ${intent.metadata.userId} is ${intent.status}`
    if (intent.status === 'requires_capture') broken('no hold for a place that is gone', what)
    if (h.payable.has(intent.id)) broken('no open payment for a place that is gone', what)
  }
  for (const { id } of h.people) {
    const held = h.world.bank
      .intents()
      .filter(({ intent }) => intent.metadata.userId === id && intent.status === 'requires_capture')
    const live = h
      .cars()
      .flatMap((car) => car.participants.filter((p) => p.userId === id && takesSeats(p)))
    if (held.length > live.length)
      broken('one hold per place', `${id} has ${held.length} holds for ${live.length} places`)
  }
}

function pointsAddUp(h: History): void {
  const rows = h.world.d1.all('SELECT user_id, points FROM points_ledger ORDER BY rowid')
  const balances = new Map<string, number>()
  for (const row of rows) {
    const id = String(row.user_id)
    const balance = (balances.get(id) ?? 0) + Number(row.points)
    balances.set(id, balance)
    if (balance < 0) broken('points never below zero', `${id} has ${balance}`)
  }
}

const LATER: LeaveReason[] = [
  'exited',
  'cancelled',
  'dayOver',
  'departed',
  'converted',
  'moved',
  'refunded',
  'unpaid',
  'groupCancelled',
]

/** Whatever a student was told stays true. */
function promisesKept(h: History): void {
  for (const { participantId, what } of h.promised) {
    const place = h.place(participantId)
    const is = `${participantId} is ${place?.seat} (${place?.leaving})`
    const stays = (place && isStanding(place)) || (place?.leaving && LATER.includes(place.leaving))
    if (what === 'confirmed' && !stays) broken('a confirmed seat stays', is)
    if (what === 'left' && place && place.seat !== 'gone' && place.seat !== 'lapsing')
      broken('a place that was left stays left', is)
    const now = place && placeNow(h, place as Participant)
    const stands = now?.seat === 'taken' || now?.leaving === 'groupCancelled'
    if (what === 'paid' && (!stands || (now && !isPaid(now.balance))))
      broken('a paid balance stays paid', is)
  }
}

/**
 * If an object has nothing left to write to the lists, they show its current state, whatever fails
 * elsewhere.
 */
function listsAreCurrent(h: History): void {
  for (const id of h.world.cars.ids()) {
    const state = h.world.cars.stateOf(id)
    const shown = h.world.d1.all('SELECT status, version FROM groups WHERE id = ?', [id])[0]
    if (!state || !h.world.cars.hasTold(id, shown?.version)) continue
    if (shown?.status !== state.status)
      broken('lists are current', `${id} shows ${shown?.status}, is ${state.status}`)
    for (const p of state.participants) {
      const row = h.world.d1.all(
        "SELECT seat, party ->> 'people' AS people, deposit_status AS deposit FROM participants WHERE id = ?",
        [p.id],
      )[0]
      const is = `${p.seat} ${p.party.people} ${depositStatusOf(p)}`
      const seen = `${row?.seat} ${row?.people} ${row?.deposit}`
      if (is !== seen) broken('lists are current', `${p.id} shows ${seen}, is ${is}`)
    }
  }
}

/** Lists show what the objects know; a place that its object no longer keeps shows as gone. */
async function readModelIsTrue(h: History): Promise<void> {
  const { reads: db } = h.world
  const cars = (await h.world.during(
    (async () => await db.select().from(carpools))(),
  )) as (typeof carpools.$inferSelect)[]
  const places = (await h.world.during(
    (async () => await db.select().from(participants).where(eq(participants.kind, 'carpool')))(),
  )) as (typeof participants.$inferSelect)[]
  for (const state of h.cars()) {
    const shown = cars.find(({ id }) => id === state.id)
    const { dueAt, reportedAt } = h.world.cars.boardOf(state.id)
    const nextDueAt = earliest(nextDue(state), dueAt)
    const facts = { version: shown?.version ?? 0, nextDueAt, reportedAt }
    rowIsTrue('carpool', shown, carpoolRowOf(state, facts))
    for (const p of state.participants) {
      const row = places.find(({ id }) => id === p.id)
      rowIsTrue('place', row, carpoolPlaceRowOf(state, p, row?.version ?? 0))
    }
  }
  for (const row of places)
    if (row.seat !== 'gone' && !h.place(row.id))
      broken('the read model equals the objects', `ghost place ${row.id} ${row.seat}`)
}

/**
 * The product's own code does not fail: a webhook that cannot be loaded would look like events that
 * Stripe lost.
 */
function nothingFailsByItself(h: History): void {
  const [mistake] = h.world.mistakes
  if (mistake) broken('only faults make calls fail', mistake)
}

/** After every step, whatever is failing. */
export function always(h: History): void {
  nothingFailsByItself(h)
  for (const car of h.cars()) {
    seatsWithinCapacity(car)
    oneLivePlaceEach(car)
    waitlistAlways(car)
  }
  nothingGoesBackTwice(h)
  listsAreCurrent(h)
  pointsAddUp(h)
  ordersAlways(h)
  requestsAlways(h)
  cancelledAlways(h)
  tripsAlways(h)
  wishesAlways(h)
}

/** A while after trouble has ended, in the middle of a history. */
export async function whenCalm(h: History): Promise<void> {
  always(h)
  nothingStuck(h.world.cars, nextDue, h.now)
  nothingStuck(h.world.trips, nextDueOfTrip, h.now)
  noPaymentForNothing(h)
  promisesKept(h)
  ordersWhenCalm(h)
  await tripsWhenCalm(h)
  waitRowsAreTrue(h)
  await readModelIsTrue(h)
}

/** Long after the last departure. */
export async function atRest(h: History): Promise<void> {
  await whenCalm(h)
  for (const id of h.world.cars.ids()) eventsReplay(h, id)
  everythingEnds(h)
  moneyIsWhatIsOwed(h)
  pointsAreWhatIsOwed(h)
  ordersAtRest(h)
  requestsAtRest(h)
  cancelledAtRest(h)
  refundedAtRest(h)
  ridesAtRest(h)
  flightsAtRest(h)
  flightStatusAtRest(h)
  movesAtRest(h)
  textsAsAllowed(h)
  textsAtRest(h)
  outsideAtRest(h)
  balancesAtRest(h)
  autoPayAtRest(h)
  fewerAtRest(h)
  boardsAtRest(h)
  tripsAtRest(h)
  waitlistsAtRest(h)
  releasedAtRest(h)
  wishesAtRest(h)
  await booksAtRest(h)
}
