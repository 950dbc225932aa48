import type { CarpoolState } from '#app/domain/carpool/state.ts'
import { isCancellable } from '#app/domain/group/decide-cancel.ts'
import { refundAfterClose } from '#app/domain/group/refund.ts'
import type { Group } from '#app/domain/group/state.ts'
import type { AdminId, ParticipantId, UserId } from '#app/domain/id.ts'
import { minutes } from '#app/domain/limits.ts'
import { type Action, placesOf, short } from './actions.ts'
import { AFTER, awaitsBalance } from './actions-after.ts'
import { JOIN } from './actions-join.ts'
import { payBalanceOn, TRIP } from './actions-trip.ts'
import type { History } from './history.ts'
import { POINTED, type Step } from './steps-pointed.ts'
import { someoneOwing } from './steps-trip.ts'

const ADMINS: AdminId[] = ['adm_one', 'adm_two']
/** What may be going on in the very moment in which a group is cancelled. */
const MEANWHILE = {
  cars: ['pay', 'confirm', 'joinAtOnce', 'hold', 'balanceAtOnce', 'beginBalance', 'convert', 'exit', 'repay'],
  trips: ['payTrip', 'joinTripAtOnce', 'holdTrip', 'tripBalanceAtOnce', 'exitTrip'],
}
const ACTIONS: Record<string, Action> = { ...JOIN, ...AFTER, ...TRIP }

const isTrip = ({ id }: Group) => id.startsWith('trip_')
const now = (h: History, { id }: Group) => [...h.cars(), ...h.trips()].find((one) => one.id === id)

/** An administrator cancels a group. Whatever she is told, nothing but that is meant. */
async function cancel(h: History, by: AdminId, group: Group): Promise<void> {
  const what = `${by.slice(4)} cancels ${short(group.id)}`
  const isAgain = now(h, group)?.cancelled !== null
  try {
    const { groups } = h.world.worker.services.admin
    const answer = await groups.cancel(isTrip(group) ? 'trip' : 'carpool', group.id, by)
    h.world.note(`${what} → ${answer.ok ? 'ok' : answer.error.code}`)
    if (answer.ok && isAgain) h.meet('cancelled: twice')
    if (!answer.ok && answer.error.params?.context === 'group') h.meet('cancelled: refused')
  } catch (error) {
    h.world.note(`${what} ✗ ${error}`)
  }
}

/** One of the groups, each status as likely as any other that there is. */
function pickGroup(h: History): Group | null {
  const all: Group[] = [...h.cars(), ...h.trips()]
  const fitting = all.filter(isCancellable)
  const list = fitting.length > 0 && h.chance.chance(0.9) ? fitting : all
  const statuses = [...new Set(list.map(({ status }) => status))]
  if (statuses.length === 0) return null
  const status = h.chance.pick(statuses)
  return h.chance.pick(list.filter((one) => one.status === status))
}

/** Somebody of the group, or anybody. */
function someoneOf(h: History, { participants }: Group) {
  const ids = new Set<UserId>(participants.filter((p) => p.seat !== 'gone').map((p) => p.userId))
  const list = h.people.filter(({ id }) => ids.has(id))
  return h.chance.pick(list.length > 0 && h.chance.chance(0.8) ? list : h.people)
}

/** A group is cancelled: by one or by two, in a quiet moment or while somebody is paying, with Stripe well or not. */
async function cancelGroup(h: History) {
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
  if (chance.chance(0.3)) calls.push(after(chance.int(0, 40), () => cancel(h, chance.pick(ADMINS), group)))
  if (chance.chance(0.6)) {
    const name = chance.pick(isTrip(group) ? MEANWHILE.trips : MEANWHILE.cars)
    const who = someoneOf(h, group)
    calls.push(after(chance.int(0, 60), async () => ACTIONS[name]?.run(h, who)))
  }
  await world.during(Promise.all(calls))
}

/** Somebody of a car, or everybody, has paid her balance, or part of it in points, when it is cancelled. */
async function cancelPaidCar(h: History) {
  const { chance, world } = h
  const owing = () => h.people.filter((who) => placesOf(h, who).some(awaitsBalance))
  if (owing().length === 0) await POINTED.payEverything?.run(h)
  const list = owing()
  if (list.length === 0) return
  const who = chance.pick(list)
  const mine = placesOf(h, who).find(awaitsBalance)
  const paying = chance.chance(0.5) ? owing() : [who]
  for (const one of paying) await world.during(ACTIONS.balanceAtOnce?.run(h, one) ?? Promise.resolve())
  if (mine) await world.during(cancel(h, chance.pick(ADMINS), mine.car))
}

/** The same of a trip. */
async function cancelPaidTrip(h: History) {
  const { chance, world } = h
  const owing = await someoneOwing(h)
  if (!owing) return
  await world.during(payBalanceOn(h, owing.who, owing.trip.id, 'pm_card_visa'))
  await world.during(cancel(h, chance.pick(ADMINS), owing.trip))
}

/** An administrator gives somebody her money back whose car was closed, or is told that there is nothing to give. */
async function refund(h: History, car: CarpoolState, participantId: ParticipantId): Promise<void> {
  const by = h.chance.pick(ADMINS)
  const what = `${by.slice(4)} refunds ${short(participantId)} of ${short(car.id)}`
  const before = h.cars().find(({ id }) => id === car.id)
  const is = before && refundAfterClose(before, participantId)
  const isAgain = h.place(participantId)?.leaving === 'refunded'
  try {
    const { groups } = h.world.worker.services.admin
    const answer = await groups.refundPlace('carpool', car.id, participantId, by)
    h.world.note(`${what} → ${answer.ok ? 'ok' : answer.error.code}`)
    if (!answer.ok && answer.error.params?.context === 'refund') h.meet('refunded: refused')
    if (answer.ok && isAgain) h.meet('refunded: twice')
    if (answer.ok && is) h.meet(`refunded: ${is.balance.amount > 0 ? 'a balance' : 'a deposit'}`)
    if (answer.ok && is && is.points > 0) h.meet('refunded: points')
  } catch (error) {
    h.world.note(`${what} ✗ ${error}`)
  }
}

/** Mostly of a car that was closed; by one or by two at once, with Stripe well or not. */
async function refundClosed(h: History) {
  const { chance, world } = h
  const closed = h.cars().filter((car) => car.status === 'CLOSED')
  const cars = closed.length > 0 && chance.chance(0.7) ? closed : h.cars()
  if (cars.length === 0) return
  const car = chance.pick(cars)
  const open = car.participants.filter((p) => refundAfterClose(car, p.id))
  const places = open.length > 0 && chance.chance(0.8) ? open : car.participants
  if (places.length === 0) return
  const { id } = chance.pick(places)
  if (chance.chance(0.3))
    await world.during(world.bank.fault(chance.pick(['fail-calls', 'lose-answers']), chance.int(1, 3)))
  const calls = [refund(h, car, id)]
  if (chance.chance(0.3)) calls.push(refund(h, car, id))
  await world.during(Promise.all(calls))
}

/** One of a complete car pays, the car leaves without the others having paid, and she is given her money back. */
async function refundPaid(h: History) {
  const { chance, world } = h
  const shared = h.people.flatMap((who) =>
    placesOf(h, who)
      .filter((mine) => awaitsBalance(mine) && !mine.car.private)
      .map((mine) => ({ who, mine })),
  )
  if (shared.length === 0) return refundClosed(h)
  const { who, mine } = chance.pick(shared)
  await world.during(ACTIONS.balanceAtOnce?.run(h, who) ?? Promise.resolve())
  world.note('time passes (to the departure)')
  await world.advance(Math.max(0, mine.car.carpoolAt - h.now) + chance.pick([0, 1, minutes(20)]))
  await world.during(refund(h, mine.car, mine.participantId))
}

export const CANCEL_STEPS: Record<string, Step> = {
  cancelGroup: { weight: 2, run: cancelGroup },
}
export const CANCEL_CAR_STEPS: Record<string, Step> = {
  cancelPaidCar: { weight: 1, run: cancelPaidCar },
  refundClosed: { weight: 1, run: refundClosed },
  refundPaid: { weight: 1, run: refundPaid },
}
export const CANCEL_TRIP_STEPS: Record<string, Step> = { cancelPaidTrip: { weight: 1, run: cancelPaidTrip } }
