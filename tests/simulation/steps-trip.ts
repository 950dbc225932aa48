import { confirmedPeople } from '#app/group/rules/state.ts'
import type { TripId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { balanceDueOf } from '#app/trip/rules/permissions.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import { setBalancePrice } from '#app/trip/service/trips.server.ts'
import { type MyTrip, short } from './actions.ts'
import {
  beginDeposit,
  beginTripBalance,
  canLeave,
  confirmSeat,
  exitTrip,
  giveUpTrip,
  giveUpTripBalance,
  holdOn,
  isOpen,
  makeTripAs,
  mineOn,
  newTrip,
  onHold,
  owesBalance,
  payBalanceOn,
  payDeposit,
  payTrip,
  tripsOf,
} from './actions-trip.ts'
import type { History, Person } from './history.ts'
import type { Step } from './steps-pointed.ts'

const VISA = 'pm_card_visa'
type Hers = MyTrip & { who: Person }

/** A student with a matching place on a trip, if there is one. */
function someone(h: History, fits: (mine: MyTrip) => boolean): Hers | null {
  const all = h.people.flatMap((who) =>
    tripsOf(h, who)
      .filter(fits)
      .map((mine) => ({ who, ...mine })),
  )
  return all.length > 0 ? h.chance.pick(all) : null
}

export const shuffled = <T>(h: History, list: T[]): T[] =>
  list
    .map((one) => ({ one, by: h.chance.next() }))
    .sort((a, b) => a.by - b.by)
    .map(({ one }) => one)

/** A trip just created and opened by a decided student. */
export async function openTrip(
  h: History,
  who: Person,
  min: number,
  max: number,
  price?: number,
): Promise<TripState | null> {
  const form = { ...newTrip(h, price), minPassengers: min, maxPassengers: max }
  const id = await h.world.during(makeTripAs(h, who, `${who.id}-${h.chance.int(4, 99)}`, form))
  if (!id || id === 'gaveUp') return null
  await h.world.during(payDeposit(h, who, id, VISA))
  const trip = h.world.trips.stateOf(id)
  return trip && isOpen(trip) ? trip : null
}

export const moveTo = (h: History, at: number) => h.world.advance(Math.max(0, at - h.now))

/**
 * A trip that needs two or three people reaches its cutoff with that many, with one too few, or
 * with one at the card form.
 */
async function tripDecision(h: History) {
  const { chance, world } = h
  const [creator, ...others] = shuffled(h, h.people)
  if (!creator) return
  const min = chance.int(2, 3)
  const trip = await openTrip(h, creator, min, chance.int(min, 4))
  if (!trip) return
  const how = chance.weighted({ exact: 3, tooFew: 2, atTheCard: 4, heldOnly: 1 })
  const joining = others.slice(0, min - (how === 'exact' ? 1 : 2))
  for (const who of joining) {
    await world.during(holdOn(h, who, trip, 1))
    await world.during(payDeposit(h, who, trip.id, VISA))
  }
  const last = others.at(-1)
  if (!last || how === 'exact' || how === 'tooFew') return chance.chance(0.5) && tripCutoff(h)
  await moveTo(h, trip.cutoffAt - chance.int(minutes(1), minutes(12)))
  await world.during(holdOn(h, last, trip, 1))
  if (how === 'heldOnly') return moveTo(h, trip.cutoffAt + chance.pick([0, 1, minutes(1)]))
  await world.during(beginDeposit(h, last, trip.id))
  if (chance.chance(0.6)) await world.during(world.bank.fault('drop-events', 4, { retry: true }))
  const kind = chance.pick(['none', 'fail-calls', 'hang-calls', 'lose-answers'])
  if (kind !== 'none')
    await world.during(world.bank.fault(kind, chance.int(1, 3), { method: 'GET' }))
  const early = chance.pick([-minutes(1), -50, 0, 30])
  await moveTo(h, trip.cutoffAt + early)
  await world.during(payTrip(h, last, trip.id, VISA))
  await moveTo(h, trip.cutoffAt + chance.int(-20, 3000))
  const mine = mineOn(h, creator, trip.id)
  if (mine && chance.chance(0.5)) await world.during(exitTrip(h, creator, mine))
  await world.advance(chance.int(0, minutes(2)))
}

/** Everyone wants the last place at the same moment, and pays for what they got. */
async function lastPlace(h: History) {
  const { chance, world } = h
  const creator = chance.pick(h.people)
  const open = h.trips().filter((trip) => trip.status === 'OPEN')
  const trip = open.length > 0 ? chance.pick(open) : await openTrip(h, creator, chance.int(1, 2), 2)
  if (!trip) return
  await world.during(Promise.all(h.people.map((who) => holdOn(h, who, trip, 1))))
  const held = h.people.filter((who) =>
    tripsOf(h, who).some((one) => onHold(one) && one.trip.id === trip.id),
  )
  await world.during(Promise.all(held.map((who) => payDeposit(h, who, trip.id))))
}

/**
 * A student does something and undoes it at the same moment; no event reports what was just paid.
 */
async function regretTrip(h: History) {
  const { chance, world } = h
  const found = someone(h, chance.chance(0.5) ? onHold : canLeave)
  if (!found) return
  const { who, trip } = found
  if (onHold(found)) {
    await world.during(beginDeposit(h, who, trip.id))
    if (chance.chance(0.6)) await world.during(world.bank.fault('drop-events', 3, { retry: true }))
    if (chance.chance(0.5)) await world.during(payTrip(h, who, trip.id, VISA))
  }
  const mine = mineOn(h, who, trip.id) ?? found
  const undo = chance.chance(0.7) ? giveUpTrip : exitTrip
  const doing = chance.pick([
    () => payTrip(h, who, trip.id, VISA),
    () => confirmSeat(h, who, mine),
    () => holdOn(h, who, trip, 2),
    () => exitTrip(h, who, mine),
  ])
  await world.during(
    Promise.all([canLeave(mine) ? exitTrip(h, who, mine) : undo(h, who, mine), doing()]),
  )
}

/** A hold is dropped and taken again while the lists cannot be written. */
async function holdTripAgain(h: History) {
  const { chance, world } = h
  const who = chance.pick(h.people)
  const open = h.trips().filter(isOpen)
  const trip = open.length > 0 ? chance.pick(open) : await openTrip(h, chance.pick(h.people), 1, 4)
  if (!trip) return
  await world.during(holdOn(h, who, trip, 1))
  const mine = mineOn(h, who, trip.id)
  if (!mine || !onHold(mine)) return
  world.note('database: fails for a while')
  const gone = giveUpTrip(h, who, mine)
  world.network.trouble.d1.push('fail')
  await world.during(gone)
  await world.during(holdOn(h, who, trip, 1))
}

/**
 * A student leaves, or a trip fails, while Stripe does not refund or does not confirm the refund.
 */
async function refundTrouble(h: History) {
  const { chance, world } = h
  if (!someone(h, canLeave)) await openTrip(h, chance.pick(h.people), chance.int(1, 2), 3)
  const kind = chance.pick(['fail-calls', 'fail-calls', 'lose-answers', 'hang-calls'])
  world.note(`stripe: ${kind} for refunds`)
  await world.during(world.bank.fault(kind, chance.int(1, 4), { method: 'POST', path: 'refunds' }))
  const found = someone(h, canLeave)
  if (!found) return
  const few = confirmedPeople(found.trip) < found.trip.minPassengers
  if (few && chance.chance(0.5))
    return moveTo(h, found.trip.cutoffAt + chance.pick([0, 1, minutes(2)]))
  await world.during(exitTrip(h, found.who, found))
}

/**
 * A student who owes a balance; if there is none, a trip with enough people reaches its cutoff, or
 * one is made.
 */
export async function someoneOwing(h: History): Promise<Hers | null> {
  const found = someone(h, owesBalance)
  if (found) return found
  const enough = h
    .trips()
    .find((trip) => isOpen(trip) && confirmedPeople(trip) >= trip.minPassengers)
  const trip = enough ?? (await openTrip(h, h.chance.pick(h.people), 1, 3))
  if (trip) await moveTo(h, trip.cutoffAt + minutes(h.chance.int(0, 5)))
  return someone(h, owesBalance)
}

/**
 * An administrator sets a price; any response is accepted, but what it says about the price is
 * recorded.
 */
const PRICES = [3000, 2500, 4000, 100, 20, 0]
export async function setPrice(
  h: History,
  id: TripId,
  pence = h.chance.pick(PRICES),
): Promise<void> {
  const what = `the price of trip ${short(id)} is set to ${pence}`
  try {
    const answer = await setBalancePrice(h.services, id, pence)
    h.world.note(`${what} → ${answer.ok ? 'ok' : answer.error.code}`)
    if (answer.ok || answer.error.params?.context !== 'price') return
    const why = answer.error.code === 'alreadyPaid' ? 'once it is paid' : 'while somebody pays'
    h.meet(`trip: price stays ${why}`)
  } catch (error) {
    h.world.note(`${what} ✗ ${error}`)
  }
}

/** The price is changed: at any time, and just as a student begins to pay it or pays it. */
async function tripPrice(h: History) {
  const { chance, world } = h
  const owing = chance.chance(0.7) ? await someoneOwing(h) : someone(h, owesBalance)
  const trips = h.trips().filter((one) => isOpen(one) || one.status === 'SUCCESS')
  const trip = owing?.trip ?? (trips.length > 0 ? chance.pick(trips) : undefined)
  if (!trip) return
  if (!owing || chance.chance(0.2)) return world.during(setPrice(h, trip.id))
  const { who } = owing
  if (chance.chance(0.5)) await world.during(beginTripBalance(h, who, owing))
  const change = async () => {
    await world.scheduler.sleep(chance.int(0, 80))
    await setPrice(h, trip.id)
  }
  const doing = chance.pick([
    () => beginTripBalance(h, who, owing),
    () => payBalanceOn(h, who, trip.id, VISA),
    () => payTrip(h, who, trip.id, VISA),
    () => giveUpTripBalance(h, who, owing),
  ])
  await world.during(Promise.all([change(), doing()]))
}

/** A balance is given up, or its hour ends, just as it is paid. */
async function regretTripBalance(h: History) {
  const { chance, world } = h
  const found = await someoneOwing(h)
  if (!found) return
  const { who, trip } = found
  await world.during(beginTripBalance(h, who, found))
  if (chance.chance(0.5)) await world.during(world.bank.fault('drop-events', 3, { retry: true }))
  const ends = mineOn(h, who, trip.id)?.place.balance.expiresAt
  if (ends && chance.chance(0.4)) {
    await moveTo(h, Math.min(ends, balanceDueOf(trip)) + chance.pick([-30, -1, 0, 20]))
    return world.during(payTrip(h, who, trip.id, VISA))
  }
  await world.during(
    Promise.all([
      payTrip(h, who, trip.id, VISA),
      giveUpTripBalance(h, who, mineOn(h, who, trip.id) ?? found),
    ]),
  )
}

/** The next times a trip changes by itself. */
export function landmarksOfTrip(trip: TripState): number[] {
  const holds = trip.participants.flatMap((p) => (p.seat === 'held' ? [p.holdExpiresAt] : []))
  const tries = trip.participants.flatMap(({ balance }) => balance.expiresAt ?? [])
  if (trip.status === 'PENDING') return holds
  if (isOpen(trip)) return [...holds, trip.cutoffAt, trip.cutoffAt]
  return trip.status === 'SUCCESS'
    ? [...tries, balanceDueOf(trip), trip.tripStartAt, trip.tripEndAt]
    : []
}

/** Moves time to around the first of these moments still to come. */
async function toFirst(h: History, times: number[], what: string) {
  const coming = times.filter((at) => at > h.now)
  if (coming.length === 0) return
  h.world.note(`time passes (to the ${what})`)
  const around = h.chance.pick([-minutes(2), -1, 0, 1, minutes(1), hours(1)])
  return moveTo(h, Math.min(...coming) + around)
}

const tripCutoff = (h: History) =>
  toFirst(
    h,
    h
      .trips()
      .filter(isOpen)
      .map(({ cutoffAt }) => cutoffAt),
    'cutoff of a trip',
  )
const tripEnd = (h: History) =>
  toFirst(
    h,
    h
      .trips()
      .filter(({ status }) => status === 'SUCCESS')
      .map((trip) =>
        h.chance.pick([balanceDueOf(trip), balanceDueOf(trip), trip.tripStartAt, trip.tripEndAt]),
      ),
    'start or end of a trip',
  )

export const TRIP_STEPS: Record<string, Step> = {
  tripDecision: { weight: 5, run: tripDecision },
  lastPlace: { weight: 4, run: lastPlace },
  regretTrip: { weight: 5, run: regretTrip },
  holdTripAgain: { weight: 2, run: holdTripAgain },
  refundTrouble: { weight: 4, run: refundTrouble },
  tripPrice: { weight: 9, run: tripPrice },
  regretTripBalance: { weight: 3, run: regretTripBalance },
  tripCutoff: { weight: 1, run: tripCutoff },
  tripEnd: { weight: 0.5, run: tripEnd },
}
