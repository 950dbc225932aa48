import type { CarpoolState, Participant } from '#app/carpool/rules/state.ts'
import { fewerOf } from '#app/features/fewer/rules/fewer-event.ts'
import { fewerPrices } from '#app/features/fewer/rules/fewer-set.ts'
import { answerFewer } from '#app/features/fewer/service.server.ts'
import { evolve } from '#app/group/rules/evolve.ts'
import { confirmedPeople } from '#app/group/rules/state.ts'
import { minutes } from '#app/kernel/limits.ts'
import { type Action, inStatus, pickPlace, short } from './actions.ts'
import { AFTER } from './actions-after.ts'
import { JOIN } from './actions-join.ts'
import { broken } from './broken.ts'
import { carWith, mineIn, paysBalance, stateOf } from './directed-cars.ts'
import type { History, Person } from './history.ts'
import type { Step } from './steps-pointed.ts'
import { moveTo } from './steps-trip.ts'

/** Cars that go with fewer: who accepts what, what happens at the cutoff, and what must hold. */

const isOpen = inStatus('OPEN', 'FULL')

/** A price of the car for fewer people, or none. */
const anyPrice = (h: History, car: CarpoolState): number | null =>
  h.chance.chance(0.85) ? (h.chance.pick([null, ...fewerPrices(car)])?.price ?? null) : null

const accept = (h: History, who: Person, id: Participant['id'], most: number | null) =>
  h.say(who, `accepts ${most} for fewer in ${short(id)}`, () =>
    answerFewer(h.services, who, id, most),
  )

async function answer(h: History, who: Person): Promise<unknown> {
  const mine = pickPlace(h, who, isOpen)
  return mine && accept(h, who, mine.participantId, anyPrice(h, mine.car))
}
export const FEWER: Record<string, Action> = {
  acceptFewer: { weight: 5, fits: isOpen, run: answer },
}

/** Everybody in an open car says something; then the cutoff comes, with late joins and leaves. */
async function cutoffTrouble(h: History) {
  const { chance, world } = h
  const open = h.cars().filter((car) => car.status === 'OPEN' && car.cutoffAt > h.now)
  const able = open.filter((car) => fewerPrices(car).length > 0 && confirmedPeople(car) > 1)
  const cars = able.length > 0 ? able : open
  if (cars.length === 0) return
  const { id } = chance.pick(cars)
  for (const who of h.people) {
    const car = world.cars.stateOf(id)
    const mine = car?.participants.find((p) => p.userId === who.id && p.seat === 'taken')
    if (car && mine && chance.chance(0.8))
      await world.during(accept(h, who, mine.id, anyPrice(h, car)))
  }
  const at = (world.cars.stateOf(id)?.cutoffAt ?? 0) - h.now - chance.int(1, minutes(3))
  if (at < 0) return
  const kind = chance.pick(['none', 'none', 'lose-answers', 'hang-calls', 'fail-calls'])
  world.note(`a cutoff comes, stripe: ${kind}`)
  await world.advance(at)
  if (kind !== 'none')
    await world.during(world.bank.fault(kind, chance.int(1, 6), { method: 'POST' }))
  const acts = [JOIN.joinAtOnce, JOIN.hold, AFTER.exit, FEWER.acceptFewer] as Action[]
  for (let n = chance.int(1, 3); n > 0; n--) {
    h.loose.push(chance.pick(acts).run(h, chance.pick(h.people)))
    await world.advance(chance.int(0, minutes(1)))
  }
  await world.advance(minutes(chance.int(3, 30)))
}

/**
 * Three of four accept the price for three, or two of them the price for two: the car goes with
 * them. Whoever is outside takes the deposit back, or a private car, or does nothing.
 */
async function goesWithFewer(h: History) {
  const scene = await carWith(h, 4, h.chance.pick([2, 3]))
  if (!scene) return
  const [second, third] = fewerPrices(stateOf(h, scene)).reverse()
  const isAll = h.chance.chance(0.5) && scene.riders.length === 3
  for (const [n, who] of scene.riders.entries()) {
    // Some accept too little: two of them do not go then.
    const pair = h.chance.chance(0.7) ? second : third
    const most = isAll ? third?.price : n < 2 ? pair?.price : undefined
    const mine = mineIn(h, who, scene)
    if (mine && most) await h.world.during(accept(h, who, mine.id, most))
  }
  await moveTo(h, stateOf(h, scene).cutoffAt + minutes(2))
  const out = scene.riders.find((who) => mineIn(h, who, scene)?.seat === 'out')
  const act = h.chance.pick([AFTER.cancelFailed, AFTER.convert] as Action[])
  if (out && h.chance.chance(0.7)) await h.world.during(act.run(h, out))
  const unpaid = h.chance.int(0, 1)
  for (const who of scene.riders.slice(unpaid))
    if (mineIn(h, who, scene)?.seat === 'taken') await paysBalance(h, who, scene)
  await moveTo(h, stateOf(h, scene).carpoolAt + minutes(h.chance.int(-300, 300)))
}

/** Two accept the price for two; the third did for a while. Two phones show the same page. */
async function goesWithoutThird(h: History) {
  const scene = await carWith(h, 4, 3)
  const third = scene?.riders[2]
  if (!scene || !third) return
  const most = Math.max(...fewerPrices(stateOf(h, scene)).map(({ price }) => price))
  for (const who of scene.riders) {
    const mine = mineIn(h, who, scene)
    if (mine) await h.world.during(accept(h, who, mine.id, most))
  }
  const mine = mineIn(h, third, scene)
  if (mine) await h.world.during(accept(h, third, mine.id, null))
  await moveTo(h, stateOf(h, scene).cutoffAt + minutes(2))
}
export const FEWER_SCENES = { goesWithFewer, goesWithoutThird }

/** Every set by itself: the most people of whom each accepts the price for so many. */
function mostPeople(car: CarpoolState): number {
  const places = car.participants.filter((p) => p.seat === 'taken' && p.deposit.state === 'held')
  let most = 0
  for (let bits = 1; bits < 2 ** places.length; bits++) {
    const set = places.filter((_, i) => bits & (2 ** i))
    const people = set.reduce((sum, p) => sum + p.party.people, 0)
    const price = car.prices[people - 1] ?? Infinity
    const all = set.every((p) => price <= (fewerOf(car, p.id)?.most ?? 0))
    if (all && people > 1 && people < car.maxPassengers) most = Math.max(most, people)
  }
  return most
}

/**
 * A car goes with the most people who accept it, or has failed because there were none; nobody pays
 * more than they ticked, and nobody outside pays at all. Counts the cars that were saved.
 */
export function fewerAtRest(h: History): void {
  for (const { id } of h.cars()) {
    let car: CarpoolState | null = null
    for (const { event, at } of h.world.cars.eventsOf(id)) {
      if (car && event.type === 'wentWithFewer') {
        if (event.people !== mostPeople(car) || at < car.cutoffAt || at >= car.carpoolAt)
          broken('a car goes with the most people who accept it', `${event.people} in ${id}`)
        h.saved.went++
        h.meet(`fewer: ${event.out.length > 0 ? 'without somebody' : 'all'}`)
      }
      if (car && event.type === 'statusChanged' && event.to === 'FAILED') {
        if (mostPeople(car) > 0 && at < car.carpoolAt) broken('a car that could go goes', id)
        h.saved.failed++
      }
      car = evolve<CarpoolState>(car, event)
    }
    if (!car?.openedFor) continue
    const each = car.prices[car.maxPassengers - 1] ?? Infinity
    for (const p of car.participants) {
      const isIn = p.seat === 'taken' && p.inFull === undefined && !p.movedFrom
      if (isIn && each > (fewerOf(car, p.id)?.most ?? 0))
        broken('nobody pays more than they ticked', p.id)
      if (p.seat === 'out') broken('whoever is outside has an end', p.id)
    }
    h.meet(`fewer: ${car.status}`)
  }
}

export const FEWER_STEPS: Record<string, Step> = {
  cutoffTrouble: { weight: 2.5, run: cutoffTrouble },
}
