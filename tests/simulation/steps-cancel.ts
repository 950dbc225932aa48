import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import { rules as carRules } from '#app/carpool/rules/rules.ts'
import { cancelGroup, refundPlace } from '#app/console/service/groups.server.ts'
import { isCancellable } from '#app/group/rules/decide-cancel.ts'
import { refundByHand } from '#app/group/rules/refund.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import type { Group } from '#app/group/rules/state.ts'
import type { AdminId, ParticipantId, UserId } from '#app/kernel/id.ts'
import { minutes } from '#app/kernel/limits.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { balanceDueOf as dueOfTrip } from '#app/trip/rules/permissions.ts'
import { rules as tripRules } from '#app/trip/rules/rules.ts'
import { type Action, placesOf, short } from './actions.ts'
import { AFTER, awaitsBalance } from './actions-after.ts'
import { JOIN } from './actions-join.ts'
import { payBalanceOn, TRIP } from './actions-trip.ts'
import type { History } from './history.ts'
import { POINTED, type Step } from './steps-pointed.ts'
import { someoneOwing } from './steps-trip.ts'

const ADMINS: AdminId[] = ['adm_one', 'adm_two']
/** What may be happening at the very moment a group is cancelled. */
const MEANWHILE = {
  cars: [
    'pay',
    'confirm',
    'joinAtOnce',
    'hold',
    'balanceAtOnce',
    'beginBalance',
    'convert',
    'exit',
    'repay',
  ],
  trips: ['payTrip', 'joinTripAtOnce', 'holdTrip', 'tripBalanceAtOnce', 'exitTrip'],
}
const ACTIONS: Record<string, Action> = { ...JOIN, ...AFTER, ...TRIP }

const isTrip = ({ id }: Group) => id.startsWith('trip_')
const kindOf = (group: Group) => (isTrip(group) ? 'trip' : 'carpool')
const now = (h: History, { id }: Group) => [...h.cars(), ...h.trips()].find((one) => one.id === id)

/** An administrator cancels a group. Whatever the response, only that is intended. */
export async function cancel(h: History, by: AdminId, group: Group): Promise<void> {
  const what = `${by.slice(4)} cancels ${short(group.id)}`
  const isAgain = now(h, group)?.cancelled !== null
  try {
    const answer = await cancelGroup(h.world.worker.services, kindOf(group), group.id, by)
    h.world.note(`${what} → ${answer.ok ? 'ok' : answer.error.code}`)
    if (answer.ok && isAgain) h.meet('cancelled: twice')
    if (!answer.ok && answer.error.params?.context === 'group') h.meet('cancelled: refused')
  } catch (error) {
    h.world.note(`${what} ✗ ${error}`)
  }
}

/** One of the groups, with every status that occurs equally likely. */
function pickGroup(h: History): Group | null {
  const all: Group[] = [...h.cars(), ...h.trips()]
  const fitting = all.filter((group) =>
    isCancellable((isTrip(group) ? tripRules : carRules) as Rules, group, h.now),
  )
  const list = fitting.length > 0 && h.chance.chance(0.9) ? fitting : all
  const statuses = [...new Set(list.map(({ status }) => status))]
  if (statuses.length === 0) return null
  const status = h.chance.pick(statuses)
  return h.chance.pick(list.filter((one) => one.status === status))
}

/** A member of the group, or anyone. */
function someoneOf(h: History, { participants }: Group) {
  const ids = new Set<UserId>(participants.filter((p) => p.seat !== 'gone').map((p) => p.userId))
  const list = h.people.filter(({ id }) => ids.has(id))
  return h.chance.pick(list.length > 0 && h.chance.chance(0.8) ? list : h.people)
}

/**
 * A group is cancelled: by one or two administrators, in a quiet moment or during a payment, with
 * Stripe healthy or not.
 */
async function cancelOne(h: History) {
  const { chance, world } = h
  const group = pickGroup(h)
  if (!group) return
  const kind = chance.pick(['none', 'none', 'fail-calls', 'hang-calls', 'lose-answers'])
  if (kind !== 'none') {
    world.note(`stripe: ${kind}`)
    await world.during(world.bank.fault(kind, chance.int(1, 4), { method: 'POST' }))
  }
  const after = async (ms: number, work: () => Promise<unknown>) => {
    await world.scheduler.sleep(ms)
    await work()
  }
  const calls = [cancel(h, chance.pick(ADMINS), group)]
  if (chance.chance(0.3))
    calls.push(after(chance.int(0, 40), () => cancel(h, chance.pick(ADMINS), group)))
  if (chance.chance(0.6)) {
    const name = chance.pick(isTrip(group) ? MEANWHILE.trips : MEANWHILE.cars)
    const who = someoneOf(h, group)
    calls.push(after(chance.int(0, 60), async () => ACTIONS[name]?.run(h, who)))
  }
  await world.during(Promise.all(calls))
}

/**
 * One or all students of a car have paid their balance, or part of it in points, when it is
 * cancelled.
 */
async function cancelPaidCar(h: History) {
  const { chance, world } = h
  const owing = () => h.people.filter((who) => placesOf(h, who).some(awaitsBalance))
  if (owing().length === 0) await POINTED.payEverything?.run(h)
  const list = owing()
  if (list.length === 0) return
  const who = chance.pick(list)
  const mine = placesOf(h, who).find(awaitsBalance)
  const paying = chance.chance(0.5) ? owing() : [who]
  for (const one of paying)
    await world.during(ACTIONS.balanceAtOnce?.run(h, one) ?? Promise.resolve())
  if (mine) await world.during(cancel(h, chance.pick(ADMINS), mine.car))
}

/** The same for a trip. */
async function cancelPaidTrip(h: History) {
  const { chance, world } = h
  const owing = await someoneOwing(h)
  if (!owing) return
  await world.during(payBalanceOn(h, owing.who, owing.trip.id, 'pm_card_visa'))
  await world.during(cancel(h, chance.pick(ADMINS), owing.trip))
}

/**
 * An administrator refunds the deposit of a released place, or is told that there is nothing to
 * refund.
 */
export async function refund(
  h: History,
  group: Group,
  participantId: ParticipantId,
): Promise<void> {
  const by = h.chance.pick(ADMINS)
  const what = `${by.slice(4)} refunds ${short(participantId)} of ${short(group.id)}`
  const before = now(h, group)
  const is = before && refundByHand(before, participantId)
  const isAgain = h.place(participantId)?.leaving === 'refunded'
  try {
    const answer = await refundPlace(
      h.world.worker.services,
      kindOf(group),
      group.id,
      participantId,
      by,
    )
    h.world.note(`${what} → ${answer.ok ? 'ok' : answer.error.code}`)
    if (!answer.ok && answer.error.params?.context === 'refund') h.meet('refunded: refused')
    if (answer.ok && isAgain) h.meet('refunded: twice')
    if (answer.ok && is) h.meet('refunded: a deposit')
  } catch (error) {
    h.world.note(`${what} ✗ ${error}`)
  }
}

/**
 * Mostly for a released place; by one or two administrators at once, with Stripe healthy or not.
 */
async function refundReleased(h: History) {
  const { chance, world } = h
  const groups: Group[] = [...h.cars(), ...h.trips()]
  const all = groups.flatMap((group) => group.participants.map(({ id }) => ({ group, id })))
  const open = all.filter(({ group, id }) => refundByHand(group, id))
  const list = open.length > 0 && chance.chance(0.8) ? open : all
  if (list.length === 0) return
  const { group, id } = chance.pick(list)
  if (chance.chance(0.3))
    await world.during(
      world.bank.fault(chance.pick(['fail-calls', 'lose-answers']), chance.int(1, 3)),
    )
  const calls = [refund(h, group, id)]
  if (chance.chance(0.3)) calls.push(refund(h, group, id))
  await world.during(Promise.all(calls))
  // Another administrator has the old page open.
  if (chance.chance(0.4)) await world.during(refund(h, group, id))
}

/**
 * The balances of a complete car are due: some have paid, some never do, one is paying at that very
 * moment, with Stripe healthy or not.
 */
async function balancesDue(h: History) {
  const { chance, world } = h
  const cars = h.cars().filter((one) => one.status === 'SUCCESS_PENDING_PAYMENT')
  if (cars.length === 0) return POINTED.payEverything?.run(h)
  const car = chance.pick(cars)
  const owing = h.people.filter((who) =>
    placesOf(h, who).some((mine) => mine.car.id === car.id && awaitsBalance(mine)),
  )
  for (const who of owing)
    if (chance.chance(0.5))
      await world.during(ACTIONS.balanceAtOnce?.run(h, who) ?? Promise.resolve())
  const due = balanceDueOf(car)
  await world.advance(Math.max(0, due - h.now - chance.pick([40, minutes(1), minutes(20)])))
  const last = owing.find((who) =>
    placesOf(h, who).some((mine) => mine.car.id === car.id && !isPaid(mine.place.balance)),
  )
  if (last) await world.during(ACTIONS.beginBalance?.run(h, last) ?? Promise.resolve())
  const kind = chance.pick(['none', 'none', 'fail-calls', 'hang-calls', 'lose-answers'])
  if (kind !== 'none') {
    world.note(`stripe: ${kind}`)
    await world.during(world.bank.fault(kind, chance.int(1, 5)))
  }
  if (chance.chance(0.5)) await world.during(world.bank.fault('drop-events', 3, { retry: true }))
  world.note('time passes (to when balances are due)')
  await world.advance(Math.max(0, due - h.now) + chance.pick([-30, -1, 0, 1, minutes(1)]))
  if (last && chance.chance(0.7)) await world.during(ACTIONS.pay?.run(h, last) ?? Promise.resolve())
  await world.advance(chance.int(0, minutes(3)))
}

/** The same for a trip where one has paid. */
async function tripBalancesDue(h: History) {
  const { chance, world } = h
  const owing = await someoneOwing(h)
  if (!owing) return
  await world.during(payBalanceOn(h, owing.who, owing.trip.id, 'pm_card_visa'))
  const due = dueOfTrip(world.trips.stateOf(owing.trip.id) ?? owing.trip)
  world.note('time passes (to when balances are due)')
  await world.advance(Math.max(0, due - h.now) + chance.pick([-1, 0, 1, minutes(1)]))
}

export const CANCEL_STEPS: Record<string, Step> = {
  cancelGroup: { weight: 2, run: cancelOne },
  refundReleased: { weight: 1, run: refundReleased },
}
export const CANCEL_CAR_STEPS: Record<string, Step> = {
  cancelPaidCar: { weight: 1, run: cancelPaidCar },
  balancesDue: { weight: 3, run: balancesDue },
}
export const CANCEL_TRIP_STEPS: Record<string, Step> = {
  cancelPaidTrip: { weight: 1, run: cancelPaidTrip },
  tripBalancesDue: { weight: 1.5, run: tripBalancesDue },
}
