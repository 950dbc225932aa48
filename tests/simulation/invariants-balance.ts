import { rules as carRules } from '#app/carpool/rules/rules.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { evolve } from '#app/group/rules/evolve.ts'
import { shortfallOf } from '#app/group/rules/shortfall.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { rules as tripRules } from '#app/trip/rules/rules.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import { broken } from './broken.ts'
import type { Logged } from './group-host.ts'
import type { History } from './history.ts'
import { lostOfPlace } from './invariants-outside.ts'
import { dueOf, missingOf } from './owed.ts'

const COMPLETED: GroupStatus[] = ['SUCCESS_PENDING_PAYMENT', 'SUCCESS']

/**
 * Balances, read from the events: no place is released before the balance is due, or with a balance
 * that is paid or being paid; a group goes with those who have paid, and is closed only if none
 * has.
 */
function balancesAreKept(h: History, group: CarpoolState | TripState, events: Logged[]): void {
  let state: CarpoolState | TripState | null = null
  let completedAt: number | null = null
  for (const { event, at } of events) {
    const before: CarpoolState | TripState | null = state
    state = evolve<CarpoolState | TripState>(before, event)
    if (!before) continue
    if (event.type === 'statusChanged') {
      if (COMPLETED.includes(event.to)) completedAt ??= at
      if (
        event.to === 'CLOSED' &&
        before.participants.some((p) => p.seat === 'taken' && isPaid(p.balance))
      )
        broken('a paid passenger keeps the car', `${group.id} is closed from ${before.status}`)
      if (event.to === 'SUCCESS' && before.participants.some((p) => p.leaving === 'unpaid'))
        h.meet('balance: goes without somebody')
    }
    if (event.type !== 'seatLeft' || event.reason !== 'unpaid') continue
    const p = before.participants.find(({ id }) => id === event.participantId)
    const is = `${event.participantId} at ${at}, completed at ${completedAt}: ${JSON.stringify(p?.balance)}`
    if (completedAt === null || at < dueOf(before, completedAt))
      broken('nobody is released early', is)
    if (p?.balance.state !== 'open') broken('nobody is released while they are paying', is)
    if (p?.deposit.state === 'held' || p?.renewal.intentId)
      broken('nobody is released while their deposit is in progress', is)
    h.meet(`balance: released ${p?.deposit.state === 'paid' ? 'with' : 'without'} a deposit`)
  }
}

/** Each student whose place is released is notified once. */
function releasedAreTold(h: History): void {
  const told = h.world.d1
    .all("SELECT params ->> 'participantId' AS place FROM notices WHERE code = 'placeReleased'")
    .map(({ place }) => String(place))
  const released = [...h.cars(), ...h.trips()].flatMap(({ participants }) =>
    participants.filter((p) => p.leaving === 'unpaid').map((p) => p.id as string),
  )
  const missed = released.filter((id) => told.filter((one) => one === id).length !== 1)
  if (missed.length > 0) broken('everyone released is notified once', missed.join())
}

export function balancesAtRest(h: History): void {
  for (const car of h.cars())
    if (!car.private) balancesAreKept(h, car, h.world.cars.eventsOf(car.id))
  for (const trip of h.trips()) balancesAreKept(h, trip, h.world.trips.eventsOf(trip.id))
  releasedAreTold(h)
  shortfallIsWhatIsMissing(h)
}

/** What was paid for released seats makes up for what those who were released owe. */
function missingIn(group: CarpoolState | TripState): number {
  const sumOf = (left: boolean) =>
    group.participants
      .filter(({ leaving }) => (leaving === 'unpaid' || leaving === 'refunded') === left)
      .reduce((sum, p) => sum + missingOf(group, p) + lostOfPlace(group, p), 0)
  const covered = group.participants
    .filter(({ seat }) => seat === 'taken')
    .reduce((sum, { inFull = 0 }) => sum + inFull, 0)
  return Math.max(0, sumOf(true) - covered) + sumOf(false)
}

/**
 * The shortfall shown to administrators is the price of each place at the size the group completed
 * with, less what was paid of it and not lost to a dispute.
 */
function shortfallIsWhatIsMissing(h: History): void {
  const gone = [
    ...h.cars().map((car) => ({ group: car, shown: shortfallOf(carRules, car) })),
    ...h.trips().map((trip) => ({ group: trip, shown: shortfallOf(tripRules, trip) })),
  ].filter(({ group }) => group.status === 'COMPLETED')
  for (const { group, shown } of gone) {
    const missing = missingIn(group)
    if (shown !== missing)
      broken('the shortfall equals the missing amount', `${group.id}: ${shown} of ${missing}`)
    if (missing > 0) h.meet('shortfall: at the end')
  }
}
