import { balanceDueOf, endOfDeparture } from '#app/carpool/rules/permissions.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { rideEndsAt } from '#app/group/rules/ride-status.ts'
import { sweepGroups } from '#app/group/service/groups.server.ts'
import { hours, minutes, RENEW_BEFORE_MS } from '#app/kernel/limits.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { type Action, placesOf } from './actions.ts'
import { AFTER } from './actions-after.ts'
import { JOIN } from './actions-join.ts'
import { ORDER, ordersOf } from './actions-order.ts'
import { TRIP, tripsOf } from './actions-trip.ts'
import { WAIT } from './actions-wait.ts'
import { SCENES } from './directed.ts'
import type { About, History, Person } from './history.ts'
import type { D1Fault } from './network.ts'
import { SIZED } from './sized.ts'
import { AUTO_PAY_STEPS } from './steps-auto-pay.ts'
import { BOARD_STEPS } from './steps-board.ts'
import { CANCEL_CAR_STEPS, CANCEL_STEPS, CANCEL_TRIP_STEPS } from './steps-cancel.ts'
import { DASHBOARD_STEPS } from './steps-dashboard.ts'
import { FEWER, FEWER_STEPS } from './steps-fewer.ts'
import { ORDER_STEPS, sweepUnpaid } from './steps-order.ts'
import { POINTED, type Step } from './steps-pointed.ts'
import { REQUEST_STEPS, sweepAsked } from './steps-request.ts'
import { askFlights, RIDE_STEPS, sendTexts } from './steps-ride.ts'
import { landmarksOfTrip, TRIP_STEPS } from './steps-trip.ts'
import { tellWishes, WISH_STEPS } from './steps-wish.ts'

const CARS = { ...JOIN, ...WAIT, ...AFTER, ...FEWER, ...ORDER }
const ACTIONS: Record<string, Action> = { ...CARS, ...TRIP }
/** What people do, by what the history is about. */
const ACTIONS_OF: Record<About, Record<string, Action>> = { cars: CARS, trips: TRIP, both: ACTIONS }

/** An action that makes sense for this student now; occasionally one that makes no sense. */
function anyAction(h: History, who: Person): Action {
  const places = placesOf(h, who)
  const orders = ordersOf(h, who)
  const trips = tripsOf(h, who)
  const fitting = ({ fits, fitsOrder, fitsTrip }: Action) =>
    (!fits || places.some(fits)) &&
    (!fitsOrder || orders.some(fitsOrder)) &&
    (!fitsTrip || trips.some(fitsTrip))
  const sensible = ([, action]: [string, Action]) => fitting(action) || h.chance.chance(0.05)
  const weights = Object.entries(ACTIONS_OF[h.plan.about])
    .filter(sensible)
    .map(([name, { weight }]) => [name, weight])
  const found = ACTIONS[h.chance.weighted(Object.fromEntries(weights) as Record<string, number>)]
  if (!found) throw new Error('no such action')
  return found
}
const anyone = (h: History): Person => h.chance.pick(h.people)

/** One client whose call is awaited. */
function one(h: History) {
  const who = anyone(h)
  return h.world.during(anyAction(h, who).run(h, who))
}

/** Two clients at once: strangers, one person in two windows, or one button pressed twice. */
async function two(h: History) {
  const who = anyone(h)
  const action = anyAction(h, who)
  const otherWho = h.chance.chance(0.5) ? who : anyone(h)
  const other = h.chance.chance(0.4) ? action : anyAction(h, otherWho)
  await h.world.during(Promise.all([action.run(h, who), other.run(h, otherWho)]))
}

const CROWDS: Record<About, string[]> = {
  cars: [
    'hold',
    'pay',
    'confirm',
    'joinAtOnce',
    'joinAtOnce',
    'balanceAtOnce',
    'balanceAtOnce',
    'convert',
    'orderAtOnce',
    'deleteOrder',
  ],
  trips: [
    'holdTrip',
    'payTrip',
    'joinTripAtOnce',
    'joinTripAtOnce',
    'tripBalanceAtOnce',
    'exitTrip',
  ],
  both: ['joinAtOnce', 'joinTripAtOnce', 'tripBalanceAtOnce', 'orderAtOnce'],
}

/** Everyone wants the same at the same moment. */
async function crowd(h: History) {
  const action = h.chance.pick(CROWDS[h.plan.about])
  await h.world.during(Promise.all(h.people.map((who) => ACTIONS[action]?.run(h, who))))
}

/** A client whose call is not awaited: the world goes on meanwhile. */
async function loose(h: History) {
  const who = anyone(h)
  h.loose.push(anyAction(h, who).run(h, who))
  await h.world.advance(h.chance.int(0, 40))
}

/** Time passes: a little, a hold's length, hours. */
async function jump(h: History) {
  const { chance } = h
  const how = chance.weighted({ minutes: 8, hold: 4, hours: 2 })
  h.world.note(`time passes (${how})`)
  const ms = {
    minutes: chance.int(0, minutes(8)),
    hold: chance.int(minutes(13), minutes(32)),
    hours: chance.int(hours(1), hours(20)),
  }[how]
  return h.world.advance(ms)
}

/** The next times a carpool changes by itself. */
function landmarksOf(car: CarpoolState): number[] {
  const holds = car.participants.flatMap((p) => (p.seat === 'held' ? [p.holdExpiresAt] : []))
  const banks = car.participants.flatMap(({ seat, deposit, hold }) =>
    seat === 'taken' && deposit.state === 'held' && hold.captureBefore
      ? [hold.captureBefore, hold.captureBefore - RENEW_BEFORE_MS]
      : [],
  )
  const over = rideEndsAt(car.carpoolAt, car)
  const ends = [balanceDueOf(car), car.carpoolAt, over, endOfDeparture(car.carpoolAt)]
  if (car.status === 'PENDING') return holds
  if (car.status === 'OPEN' || car.status === 'FULL')
    return [...holds, ...banks, car.cutoffAt, car.cutoffAt]
  if (car.status === 'COMPLETED') return [over, over + hours(9)]
  return car.status === 'CANCELLED' || car.status === 'CLOSED' ? [] : [...banks, ...ends]
}

/** Moves time to just before, at or after such a moment. */
async function landmark(h: History) {
  const all = [...h.cars().flatMap(landmarksOf), ...h.trips().flatMap(landmarksOfTrip)]
  const times = all.filter((at) => at > h.now)
  if (times.length === 0) return jump(h)
  const at = h.chance.pick(times) + h.chance.pick([-1, 0, 1, h.chance.int(-minutes(3), minutes(3))])
  h.world.note(`time passes (to ${new Date(at).toISOString()})`)
  return h.world.advance(Math.max(0, at - h.now))
}

/** Moves time to around the first cutoff or departure still to come. */
const toFirst = (moment: 'cutoffAt' | 'carpoolAt') => async (h: History) => {
  const times = h
    .cars()
    .map((car) => car[moment])
    .filter((at) => at > h.now)
  if (times.length === 0) return
  h.world.note(`time passes (to the ${moment})`)
  const around = h.chance.pick([-minutes(2), -1, 0, 1, minutes(1), hours(1), hours(4)])
  return h.world.advance(Math.max(0, Math.min(...times) + around - h.now))
}

/**
 * Stripe's events are lost, late, duplicated or out of order; its calls fail, hang or lose their
 * responses.
 */
async function stripeTrouble(h: History) {
  const { chance } = h
  const kind = chance.pick([
    'drop-events',
    'double-events',
    'delay-events',
    'reorder-events',
    'fail-calls',
    'hang-calls',
    'lose-answers',
  ])
  const more: Record<string, unknown> = {}
  if (kind === 'double-events') more.times = chance.int(2, 3)
  if (kind === 'delay-events') more.seconds = chance.pick([5, 60, 1200, 90_000])
  if (kind === 'drop-events') more.retry = chance.chance(0.5)
  if (kind.endsWith('-calls') || kind === 'lose-answers') {
    if (chance.chance(0.4)) more.method = chance.pick(['GET', 'POST'])
    if (chance.chance(0.3)) more.path = chance.pick(['cancel', 'capture', 'refunds'])
  }
  const count = chance.int(1, 5)
  h.world.note(`stripe: ${kind} ×${count} ${JSON.stringify(more)}`)
  await h.world.during(h.world.bank.fault(kind, count, more))
}

async function databaseTrouble(h: History) {
  const faults: D1Fault[] = Array.from({ length: h.chance.int(1, 4) }, () =>
    h.chance.pick(['none', 'fail', 'lose', 'hang']),
  )
  h.world.note(`database: ${faults.join(' ')}`)
  h.world.network.trouble.d1.push(...faults)
}

/**
 * An object dies at some moment, whatever it is doing; an action is started first so that it is
 * busy.
 */
async function evict(h: History) {
  const all = [h.world.cars, h.world.trips].flatMap((host) =>
    host.ids().map((id) => ({ host, id })),
  )
  if (all.length === 0) return one(h)
  const { host, id } = h.chance.pick(all)
  h.world.scheduler.set(
    () => {
      h.world.note(`evicted ${id.slice(-4)}`)
      host.evict(id)
    },
    h.chance.int(0, 120),
  )
  return one(h)
}

/** Every request in progress dies. */
async function restart(h: History) {
  h.world.scheduler.set(
    () => {
      h.world.note('the worker is replaced')
      h.world.stopWorker()
    },
    h.chance.int(0, 120),
  )
  return one(h)
}

async function objectTrouble(h: History) {
  h.world.network.trouble.overloaded = h.chance.int(1, 2)
  h.world.note('an object is overloaded')
  return one(h)
}

async function alarmTrouble(h: History) {
  h.world.network.trouble.alarms = h.chance.chance(0.7)
  h.world.note(`alarms ${h.world.network.trouble.alarms ? 'go wrong' : 'are well'}`)
}

/** Everything works again. */
export async function calm(h: History) {
  h.world.note('all is well')
  Object.assign(h.world.network.trouble, { d1: [], alarms: false, overloaded: 0 })
  h.world.texter.faults = []
  await h.world.during(h.world.bank.fault('none', 0))
}

export async function sweep(h: History) {
  h.world.note('sweep')
  const kinds = [
    () => sweepGroups(carpoolKind, h.services, h.now),
    () => sweepGroups(tripKind, h.services, h.now),
  ]
  for (const sweepKind of kinds)
    try {
      await h.world.during(sweepKind())
    } catch (error) {
      h.world.note(`sweep ✗ ${error}`)
    }
  await h.world.during(sweepUnpaid(h))
  await h.world.during(sweepAsked(h))
  await sendTexts(h)
  await askFlights(h)
  await tellWishes(h)
}

async function bankLetsGo(h: History) {
  // A fault meant for the product may hit this call; then the bank keeps the hold.
  const id = await h.world.during(h.world.bank.letGo(h.chance.int(0, 9)).catch(() => null))
  if (id) h.world.note(`the bank releases ${id.slice(-4)}`)
}

const replay = async (h: History) => void (await h.world.during(h.world.bank.replay()))

/** Steps for every kind of history. */
const SHARED: Record<string, Step> = {
  one: { weight: 44, run: one },
  two: { weight: 12, run: two },
  crowd: { weight: 5, run: crowd },
  loose: { weight: 8, run: loose },
  jump: { weight: 9, run: jump },
  landmark: { weight: 5, run: landmark },
  stripeTrouble: { weight: 7, run: stripeTrouble },
  databaseTrouble: { weight: 6, run: databaseTrouble },
  evict: { weight: 7, run: evict },
  restart: { weight: 3, run: restart },
  objectTrouble: { weight: 1, run: objectTrouble },
  alarmTrouble: { weight: 3, run: alarmTrouble },
  calm: { weight: 2, run: calm },
  sweep: { weight: 3, run: sweep },
  replay: { weight: 1, run: replay },
  bankLetsGo: { weight: 1.5, run: bankLetsGo },
  ...CANCEL_STEPS,
  ...RIDE_STEPS,
  ...BOARD_STEPS,
  ...DASHBOARD_STEPS,
  ...AUTO_PAY_STEPS,
  ...REQUEST_STEPS,
  ...FEWER_STEPS,
}

const CAR_STEPS: Record<string, Step> = {
  ...POINTED,
  ...ORDER_STEPS,
  ...CANCEL_CAR_STEPS,
  ...WISH_STEPS,
  // Only where a plan puts them.
  cutoff: { weight: 0, run: toFirst('cutoffAt') },
  departure: { weight: 0, run: toFirst('carpoolAt') },
}

export const STEPS: Record<string, Step> = {
  ...CAR_STEPS,
  ...TRIP_STEPS,
  ...CANCEL_TRIP_STEPS,
  ...SHARED,
  ...Object.fromEntries([...SCENES, ...SIZED].map(({ name, run }) => [name, { weight: 0, run }])),
}

const weightsOf = (steps: Record<string, Step>) =>
  Object.fromEntries(Object.entries(steps).map(([name, { weight }]) => [name, weight]))

export const STEP_WEIGHTS: Record<About, Record<string, number>> = {
  cars: weightsOf({ ...CAR_STEPS, ...SHARED }),
  trips: weightsOf({ ...TRIP_STEPS, ...CANCEL_TRIP_STEPS, ...SHARED }),
  both: weightsOf({ ...CAR_STEPS, ...TRIP_STEPS, ...CANCEL_TRIP_STEPS, ...SHARED }),
}
