import { eq } from 'drizzle-orm'
import { evolve } from '#app/group/rules/evolve.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import { confirmedPeople, seatedPeople } from '#app/group/rules/state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { tripPlaceRowOf, tripRowOf } from '#app/group/service/group-rows.server.ts'
import { PRICE_RAISE_NOTICE_MS } from '#app/kernel/limits.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { nextDue } from '#app/trip/rules/machine.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import { trips } from '#db/kinds.ts'
import { participants } from '#db/schema.ts'
import type { IntentFacts } from './bank.ts'
import { broken } from './broken.ts'
import type { Logged } from './group-host.ts'
import type { History } from './history.ts'
import { earliest, oneLivePlaceEach, rowIsTrue, seatsWithinCapacity } from './invariants-group.ts'
import { goneOfPlace } from './invariants-outside.ts'
import { balanceOfTrip, owedForTrip } from './owed.ts'

/** Which statuses may follow which; the others only occur for carpools. */
const WAYS: Partial<Record<GroupStatus, GroupStatus[]>> = {
  PENDING: ['OPEN', 'CANCELLED'],
  OPEN: ['FULL', 'SUCCESS', 'FAILED', 'CANCELLED'],
  FULL: ['OPEN', 'SUCCESS', 'FAILED', 'CANCELLED'],
  SUCCESS: ['COMPLETED', 'CLOSED'],
}

/**
 * Checks a status change: it must be an allowed one, and at the cutoff docs/rules.md#trips alone
 * decides.
 */
function statusMayChange(h: History, before: TripState, to: GroupStatus, at: number): void {
  const what = `${before.id} ${before.status} → ${to}`
  const ways = before.cancelled ? ['CANCELLED'] : WAYS[before.status]
  if (!ways?.includes(to)) broken('a trip makes only allowed transitions', what)
  h.meet(`trip: ${to}`)
  if (to === 'COMPLETED' && at < before.tripEndAt) broken('no trip ends before its end', what)
  if (to !== 'SUCCESS' && to !== 'FAILED') return
  const confirmed = confirmedPeople(before)
  const is = `${what}, ${confirmed} of ${before.minPassengers} to ${before.maxPassengers}`
  if (at < before.cutoffAt) broken('no trip is decided before its cutoff', `${is}, at ${at}`)
  if (seatedPeople(before) !== confirmed) broken('no trip is decided while a payment is open', is)
  const isOn = confirmed >= before.minPassengers && at < before.tripStartAt
  if ((to === 'SUCCESS') !== isOn) broken('a trip goes ahead only with enough people', is)
  if (to === 'SUCCESS' && confirmed === before.minPassengers) h.meet('trip: exactly enough')
  if (to === 'FAILED' && confirmed === before.minPassengers - 1) h.meet('trip: one too few')
}

function priceMayChange(h: History, before: TripState, price: number, at: number): void {
  const isRaise = price > before.balancePrice && confirmedPeople(before) > 0
  if (isRaise && at > before.cutoffAt - PRICE_RAISE_NOTICE_MS)
    broken('a price is raised only while there is time to leave', `${before.id} at ${at}`)
  const paying = before.participants.filter(
    ({ balance }) => isPaid(balance) || balance.quote !== null,
  )
  if (paying.length > 0)
    broken(
      'a price does not change once someone has paid or is paying it',
      `${before.id}: ${JSON.stringify(paying)}`,
    )
  h.meet('trip: price changed')
}

/** Whether one more event may happen to a trip in this state. */
function eventIsAllowed(h: History, before: TripState | null, { event, at }: Logged): void {
  if (!before) return
  if (event.type === 'statusChanged') statusMayChange(h, before, event.to, at)
  if (event.type === 'balancePriceSet') priceMayChange(h, before, event.balancePrice, at)
  if (event.type === 'chargePaid' && event.slot === 'balance') balanceIsThePrice(before, event)
  if (event.type === 'seatHeld' && at >= before.cutoffAt)
    broken('nobody joins after the cutoff', `${event.participantId} at ${at}`)
  if (event.type === 'seatLeft') {
    const failed = before.status === 'FAILED' && event.reason === 'cancelled'
    const left = event.reason === 'exited' && at < before.cutoffAt
    const cancelled = before.cancelled !== null && event.reason === 'groupCancelled'
    const released = before.status === 'SUCCESS' && event.reason === 'unpaid'
    if (!failed && !left && !cancelled && !released)
      broken('nobody leaves after the cutoff', `${event.participantId} ${event.reason} at ${at}`)
  }
  metBy(h, before, event, at)
}

function balanceIsThePrice(
  before: TripState,
  event: Extract<AnyEvent, { type: 'chargePaid' }>,
): void {
  const p = before.participants.find(({ id }) => id === event.participantId)
  const price = p && balanceOfTrip(before, p)
  if (before.status !== 'SUCCESS' && before.status !== 'COMPLETED')
    broken(
      'a balance is paid only when a trip goes ahead',
      `${event.participantId} in ${before.status}`,
    )
  if (event.amount !== price)
    broken(
      'a balance is paid at the price',
      `${event.participantId} paid ${event.amount} for ${price}`,
    )
}

/** Records that a deposit at the card form when the cutoff came was then paid, or was not. */
function metBy(h: History, before: TripState, event: AnyEvent, at: number): void {
  if (at < before.cutoffAt || !('participantId' in event)) return
  const waits = before.participants.some(
    ({ id, seat }) => id === event.participantId && seat === 'lapsing',
  )
  if (waits && event.type === 'seatTaken') h.meet('trip: paid at its cutoff')
  if (waits && event.type === 'seatFreed') h.meet('trip: not paid at its cutoff')
}

/** Reads the trip events since the last look, and checks each of them. */
function everyEventIsAllowed(h: History): void {
  for (const id of h.world.trips.ids()) {
    const writes = h.world.trips.writesOf(id)
    const known = h.tripsSeen.get(id)
    if (known?.writes === writes) continue
    let { seq, state } = known ?? { seq: 0, state: null }
    for (const logged of h.world.trips.eventsOf(id, seq)) {
      eventIsAllowed(h, state, logged)
      state = evolve(state, logged.event)
      seq = logged.seq
      seatsWithinCapacity(state)
      oneLivePlaceEach(state)
    }
    if (JSON.stringify(state) !== JSON.stringify(h.world.trips.stateOf(id)))
      broken('events replay to the state', id)
    h.tripsSeen.set(id, { writes, seq, state })
    if (
      h.world.trips.outboxOf(id, 'money').some(({ key, attempts }) => isRefundAgain(key, attempts))
    )
      h.meet('trip: a refund is tried again')
  }
}
const isRefundAgain = (key: unknown, attempts: unknown) =>
  String(key).startsWith('release:') && Number(attempts) > 1

/** A confirmed trip has at least as many people as it needs; a failed one has let everyone go. */
function decidedAsItIs(trip: TripState): void {
  const people = (list: TripState['participants']) =>
    list.reduce((sum, p) => sum + p.party.people, 0)
  const taken = people(
    trip.participants.filter(
      (p) => p.seat === 'taken' || p.leaving === 'unpaid' || p.leaving === 'refunded',
    ),
  )
  const sentHome = people(trip.participants.filter((p) => p.leaving === 'cancelled'))
  const is = `${trip.id}: ${taken} in, ${sentHome} sent home, ${trip.minPassengers} needed`
  const isOn = trip.status === 'SUCCESS' || trip.status === 'COMPLETED'
  if (isOn && taken < trip.minPassengers) broken('a trip that goes ahead has enough people', is)
  // Whether it had enough people, or could not be decided before its start, is checked as it
  // happens.
  if (trip.status === 'FAILED' && taken > 0) broken('a failed trip releases everyone', is)
}

/** If an object has nothing left to write to the lists, they show its current state. */
function listsAreCurrent(h: History): void {
  for (const state of h.trips()) {
    const shown = h.world.d1.all(
      'SELECT status, balance_price AS price, version FROM groups WHERE id = ?',
      [state.id],
    )[0]
    if (!h.world.trips.hasTold(state.id, shown?.version)) continue
    if (shown?.status !== state.status || shown.price !== state.balancePrice)
      broken('lists are current', `${state.id} shows ${shown?.status}, is ${state.status}`)
    for (const p of state.participants) {
      const row = h.world.d1.all(
        "SELECT seat, party ->> 'people' AS people FROM participants WHERE id = ?",
        [p.id],
      )[0]
      if (row?.seat !== p.seat || row.people !== p.party.people)
        broken('lists are current', `${p.id} shows ${row?.seat} ${row?.people}, is ${p.seat}`)
    }
  }
}

/** After every step, whatever is failing. */
export function tripsAlways(h: History): void {
  everyEventIsAllowed(h)
  for (const trip of h.trips()) decidedAsItIs(trip)
  listsAreCurrent(h)
}

/** All payments for trips, by trip and person. */
function paymentsOf(h: History): Map<string, IntentFacts[]> {
  const found = new Map<string, IntentFacts[]>()
  for (const facts of h.world.bank.intents()) {
    const { tripId, userId } = facts.intent.metadata
    if (tripId)
      found.set(`${tripId} ${userId}`, [...(found.get(`${tripId} ${userId}`) ?? []), facts])
  }
  return found
}

/**
 * For each person and trip, what Stripe has taken and not refunded equals what that person owes for
 * their places there. Changes by hand are known only from events, and these may be late.
 */
function moneyIsWhatIsOwed(h: History, alsoByHand: boolean): void {
  const payments = paymentsOf(h)
  const isByHand = (mine: IntentFacts[]) => mine.some(({ intent }) => h.outside.has(intent.id))
  for (const trip of h.trips())
    for (const userId of new Set(trip.participants.map((p) => p.userId))) {
      const key = `${trip.id} ${userId}`
      const mine = payments.get(key) ?? []
      payments.delete(key)
      const kept = mine.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
      const places = trip.participants.filter((p) => p.userId === userId)
      const owed = places.reduce((sum, p) => sum + owedForTrip(trip, p) - goneOfPlace(trip, p), 0)
      if (kept === owed || (isByHand(mine) && !alsoByHand)) continue
      const paid = mine.map(
        (i) => `${i.intent.id.slice(-4)} ${i.intent.status} ${i.captured}−${i.refunded}`,
      )
      const got = places.map((p) => `${p.id.slice(-4)} ${p.seat} ${p.balance.paid}`)
      broken(
        'kept for a trip = owed for it',
        `${key} (${trip.status}): ${kept} for ${owed} (${paid.join(', ')}; ${got.join(', ')})`,
      )
    }
  for (const [key, mine] of payments)
    if (
      mine.some(({ captured, refunded }) => captured !== refunded) &&
      (alsoByHand || !isByHand(mine))
    )
      broken('no money is kept from students without a place', key)
}

/** A trip's deposit is captured at once, and refunded in full and once. */
function refundsAreWhole(h: History): void {
  for (const { intent, captured, refunded, refunds } of h.world.bank.intents()) {
    if (!intent.metadata.tripId) continue
    const is = `${intent.id}: ${captured}−${refunded} in ${refunds}`
    if (intent.status === 'requires_capture') broken('a trip never holds a card', is)
    if (h.outside.has(intent.id)) continue
    if (refunds > 1 || (refunded !== 0 && refunded !== captured))
      broken('a refund is full and made only once', is)
  }
}

/** Lists show what the objects know; a place that its object no longer keeps shows as gone. */
async function readModelIsTrue(h: History): Promise<void> {
  const { reads: db } = h.world
  const rows = (await h.world.during(
    (async () => await db.select().from(trips))(),
  )) as (typeof trips.$inferSelect)[]
  const places = (await h.world.during(
    (async () => await db.select().from(participants).where(eq(participants.kind, 'trip')))(),
  )) as (typeof participants.$inferSelect)[]
  for (const state of h.trips()) {
    const shown = rows.find(({ id }) => id === state.id)
    const { dueAt, reportedAt } = h.world.trips.boardOf(state.id)
    const nextDueAt = earliest(nextDue(state), dueAt)
    const facts = { version: shown?.version ?? 0, nextDueAt, reportedAt }
    rowIsTrue('trip', shown, tripRowOf(state, facts))
    for (const p of state.participants) {
      const row = places.find(({ id }) => id === p.id)
      rowIsTrue('place', row, tripPlaceRowOf(state, p, row?.version ?? 0))
    }
  }
  for (const row of places)
    if (row.seat !== 'gone' && !h.place(row.id))
      broken('the read model equals the objects', `ghost place ${row.id} ${row.seat}`)
}

/** A while after trouble has ended, in the middle of a history. */
export async function tripsWhenCalm(h: History): Promise<void> {
  moneyIsWhatIsOwed(h, false)
  refundsAreWhole(h)
  await readModelIsTrue(h)
}

/** No state is a dead end: every trip has ended, and nothing about it is open. */
export function tripsAtRest(h: History): void {
  moneyIsWhatIsOwed(h, true)
  for (const { id, status, participants, strays } of h.trips()) {
    if (!['COMPLETED', 'CLOSED', 'FAILED', 'CANCELLED'].includes(status))
      broken('every trip ends', `${id} is ${status}`)
    for (const p of participants) {
      const ended = p.seat === 'gone' || (p.seat === 'taken' && status === 'COMPLETED')
      if (!ended) broken('every place ends', `${p.id} is ${p.seat} on a trip that is ${status}`)
      if (p.seat === 'taken' && p.balance.quote && !isPaid(p.balance))
        broken('every payment attempt ends', `${p.id}: ${JSON.stringify(p.balance)}`)
      if (p.seat === 'taken' && !isPaid(p.balance))
        broken('everyone who goes on a trip has paid', p.id)
      if (p.seat === 'taken') h.meet('trip: ended paid')
      if (p.leaving === 'unpaid') h.meet('trip: released')
    }
    if (strays.length > 0) broken('no orphaned payment is left', JSON.stringify(strays))
  }
}
