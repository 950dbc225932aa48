import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import type { CarpoolDraft } from '#app/carpool/service/carpools.server.ts'
import { AUTO_PAY_VERSION } from '#app/features/auto-pay/rules/auto-pay-event.ts'
import { rideOf } from '#app/features/ride/rules/ride-state.ts'
import type { CarpoolId } from '#app/kernel/id.ts'
import {
  AUTO_PAY_BEFORE_DUE_MS,
  AUTO_PAY_TOLD_MS,
  DRIVE_FROM_MS,
  DRIVE_UNTIL_MS,
  hours,
  minutes,
  RENEW_BEFORE_MS,
} from '#app/kernel/limits.ts'
import { payNewest, placesOf } from './actions.ts'
import { beginBalanceOf, confirmDue, convert } from './actions-after.ts'
import { confirm, depositIntent, draftAs, holdIn, newDraft, party } from './actions-join.ts'
import type { History, Person } from './history.ts'
import { agree, chargeTrouble } from './steps-auto-pay.ts'
import { talk } from './steps-board.ts'
import { cancel, refund } from './steps-cancel.ts'
import { disputeStep, giveBack, refundInConsole } from './steps-dashboard.ts'
import { dispatch, driveCars, press, seeTo, sendTexts } from './steps-ride.ts'
import { moveTo, shuffled } from './steps-trip.ts'
import { TEXT_FAULTS } from './texter.ts'

const VISA = 'pm_card_visa'
/** Long enough for every event to arrive. */
const SOON = minutes(2)

export type Scene = { id: CarpoolId; riders: Person[]; others: Person[] }
type Made = {
  days?: number
  card?: string
  keep?: boolean
  /** It fetches people from a flight that lands two hours before. */
  pickup?: boolean
  form?: Partial<CarpoolDraft>
  people?: Person[]
  /** Which of the creator's drafts it is. */
  attempt?: number
}

export const stateOf = (h: History, { id }: Scene): CarpoolState => {
  const state = h.world.cars.stateOf(id)
  if (!state) throw new Error(`${id} has gone`)
  return state
}
export const mineIn = (h: History, who: Person, { id }: Scene) =>
  placesOf(h, who).find(({ car }) => car.id === id)?.place

/** A car for `seats`, where `joined` of them have paid their deposit; none if 0. */
export async function carWith(
  h: History,
  seats: number,
  joined: number,
  made: Made = {},
): Promise<Scene | null> {
  const { days = 4, card = VISA, keep = false, pickup = false, attempt = 1 } = made
  const [creator, ...others] = shuffled(h, made.people ?? h.people)
  if (!creator) return null
  const draw = newDraft(h, days)
  const form = {
    ...draw,
    ...(pickup && { tripType: 'PICKUP' as const, flightTime: draw.carpoolAt - hours(2) }),
    ...made.form,
    maxPassengers: seats,
    people: 1,
  }
  const draft = await h.world.during(draftAs(h, creator, `${creator.id}-${attempt}`, form))
  if (!draft || draft === 'gaveUp') return null
  const scene: Scene = { id: draft.groupId, riders: [creator], others }
  if (joined === 0) return scene
  await h.world.during(payNewest(h, creator, card, keep))
  await h.world.during(confirm(h, creator))
  await h.world.advance(SOON)
  for (let n = 1; n < joined; n++) await joins(h, scene)
  return scene
}

/** One more student joins. */
async function joins(h: History, scene: Scene): Promise<void> {
  const who = await holds(h, scene)
  if (!who) return
  scene.riders.push(who)
  await h.world.during(depositIntent(h, who))
  await h.world.during(payNewest(h, who, VISA))
  await h.world.during(confirm(h, who))
  await h.world.advance(SOON)
}

/** One more student takes a hold. */
export async function holds(h: History, scene: Scene): Promise<Person | undefined> {
  const who = scene.others.shift()
  const flight = stateOf(h, scene).participants[0]?.party.flightTime ?? h.now
  if (who) await h.world.during(holdIn(h, who, scene.id, party(h, flight, 1)))
  return who
}

export async function paysBalance(
  h: History,
  who: Person | undefined,
  scene: Scene,
  points = false,
) {
  const mine = who && mineIn(h, who, scene)
  if (!mine) return
  await h.world.during(beginBalanceOf(h, who, mine.id, points ? 'all' : 0))
  await h.world.during(payNewest(h, who, VISA))
  await h.world.during(confirmDue(h, who))
  await h.world.advance(SOON)
}

/** The group is cancelled, then cancelled again by another administrator with the old page open. */
async function cancelTwice(h: History, scene: Scene) {
  await h.world.during(cancel(h, 'adm_one', stateOf(h, scene)))
  await h.world.advance(SOON)
  await h.world.during(cancel(h, 'adm_two', stateOf(h, scene)))
}

/**
 * All but one pay; that student's place is released, the deposit is refunded by hand, and the car
 * goes without them.
 */
async function goesWithoutOne(h: History) {
  const seats = h.chance.int(2, 3)
  const scene = await carWith(h, seats, seats)
  if (!scene) return
  for (const who of scene.riders.slice(1)) await paysBalance(h, who, scene)
  await moveTo(h, balanceDueOf(stateOf(h, scene)) + SOON)
  const car = stateOf(h, scene)
  for (const p of [...car.participants, ...car.participants])
    await h.world.during(refund(h, car, p.id))
  if (h.chance.chance(0.5)) await moveTo(h, car.carpoolAt + SOON)
}

/** The bank releases one deposit before the car is complete; its owner pays nothing more. */
async function goesWithoutDeposit(h: History) {
  const scene = await carWith(h, 2, 1)
  const intentId = scene && stateOf(h, scene).participants[0]?.deposit.intentId
  if (!intentId) return
  await h.world.during(h.world.bank.cancel(intentId))
  await h.world.advance(SOON)
  await joins(h, scene)
  if (h.chance.chance(0.7)) await paysBalance(h, scene.riders[1], scene)
  await moveTo(h, balanceDueOf(stateOf(h, scene)) + SOON)
}

/** An open car with one paid seat, one held seat and one student at the card form. */
async function cancelOpen(h: History) {
  const scene = await carWith(h, 4, 1)
  if (!scene) return
  const atTheCard = await holds(h, scene)
  if (atTheCard) await h.world.during(depositIntent(h, atTheCard))
  await holds(h, scene)
  await cancelTwice(h, scene)
}

async function failed(h: History): Promise<Scene | null> {
  const scene = await carWith(h, 3, 1)
  if (scene) await moveTo(h, stateOf(h, scene).cutoffAt + SOON)
  return scene
}
async function cancelFailed(h: History) {
  const scene = await failed(h)
  if (scene) await cancelTwice(h, scene)
}

/** One student of a failed car goes on alone. */
async function privateCar(h: History): Promise<Scene | null> {
  const scene = await failed(h)
  const [who] = scene?.riders ?? []
  if (!who || !scene) return null
  await h.world.during(convert(h, who))
  await h.world.advance(SOON)
  const id = h.cars().find((car) => car.private)?.id
  return id ? { ...scene, id } : null
}
async function cancelPrivate(h: History) {
  const scene = await privateCar(h)
  if (scene) await cancelTwice(h, scene)
}
async function cancelPrivatePaid(h: History) {
  const scene = await privateCar(h)
  if (!scene) return
  await paysBalance(h, scene.riders[0], scene)
  await cancelTwice(h, scene)
}

/** A complete car: one has paid with points, one is at the card form with the balance. */
async function cancelComplete(h: History) {
  const scene = await carWith(h, 3, 3)
  const [first, second] = scene?.riders ?? []
  if (!scene || !first || !second) return
  h.world.makeMember(first.id, h.chance.int(100, 900))
  await paysBalance(h, first, scene, true)
  const mine = mineIn(h, second, scene)
  if (mine) await h.world.during(beginBalanceOf(h, second, mine.id, 0))
  await cancelTwice(h, scene)
}

async function paidByAll(h: History): Promise<Scene | null> {
  const scene = await carWith(h, 2, 2)
  for (const who of scene?.riders ?? []) if (scene) await paysBalance(h, who, scene)
  return scene
}
async function cancelPaid(h: History) {
  const scene = await paidByAll(h)
  if (scene) await cancelTwice(h, scene)
}
/** An administrator tries to cancel a car that has already travelled. */
async function cancelTravelled(h: History) {
  const scene = await paidByAll(h)
  if (!scene) return
  await talk(h, stateOf(h, scene))
  await moveTo(h, stateOf(h, scene).carpoolAt + SOON)
  await h.world.during(cancel(h, 'adm_one', stateOf(h, scene)))
}

/** A paid car gets a driver, or several in turn, who report; somebody is not there. */
async function drive(h: History) {
  const scene = await paidByAll(h)
  if (!scene) return
  const current = () => stateOf(h, scene)
  const dispatched = async () =>
    void (await h.world.during(dispatch(h, current(), rideOf(current()).version)))
  for (let turn = h.chance.int(1, 3); turn > 0; turn--) await dispatched()
  if (rideOf(current()).cars.length === 0) await dispatched()
  await moveTo(h, current().carpoolAt - h.chance.int(minutes(5), DRIVE_FROM_MS))
  await driveCars(h)
  for (let turn = 0; turn < 2; turn++) await h.world.during(press(h, current(), 'notHere'))
  await h.world.during(seeTo(h, current()))
  await driveCars(h)
  await moveTo(h, current().carpoolAt + SOON)
  await h.world.during(press(h, current(), 'done'))
  await h.world.advance(SOON)
  // A link that is kept: it has stopped working.
  await moveTo(h, current().carpoolAt + DRIVE_UNTIL_MS + SOON)
  await h.world.during(press(h, current()))
}

/**
 * Passengers are told of a car by text message, of another, and that there is none; the provider
 * may fail, and it may be night.
 */
async function textCars(h: History) {
  const { chance, world } = h
  const scene = await carWith(h, 2, 2)
  if (!scene) return
  const turn = async (isAway: boolean, isSent = true) => {
    const car = stateOf(h, scene)
    await world.during(dispatch(h, car, rideOf(car).version, isAway))
    await world.advance(minutes(11))
    if (!isSent) return
    world.texter.faults = [chance.pick(TEXT_FAULTS)]
    for (const wait of [minutes(5), hours(10), 0]) {
      await sendTexts(h)
      await world.advance(wait)
    }
  }
  await turn(false, chance.chance(0.5))
  // Twice: the first may assign the car they already have.
  for (let n = 0; n < 2; n++) await turn(false)
  await turn(true)
}

/** A draft's payment is cancelled at Stripe; its owner changes the draft. */
async function loseIntent(h: History) {
  const scene = await carWith(h, 2, 0)
  const [who] = scene?.riders ?? []
  const intentId = scene && stateOf(h, scene).participants[0]?.deposit.intentId
  if (!intentId || !who) return
  await h.world.during(h.world.bank.cancel(intentId))
  await h.world.advance(SOON)
  const form = who.drafts.get(`${who.id}-1`)
  if (form) await h.world.during(draftAs(h, who, `${who.id}-1`, { ...form, maxPassengers: 3 }))
}

/** A second payment arrives for a seat that is paid. */
async function payTwice(h: History) {
  const scene = await carWith(h, 3, 1)
  const paid = h.world.bank.intents().find(({ intent }) => intent.metadata.carpoolId === scene?.id)
  if (!paid) return
  await h.world.during(h.world.bank.charge(paid.intent.metadata, 2000))
  await h.world.advance(SOON)
}

/** A deposit could not be renewed off-session, and its owner does not pay the new one. */
async function failToRenew(h: History) {
  const made = { days: 12, card: 'pm_card_authenticationRequired', keep: true }
  const scene = await carWith(h, 3, 1, made)
  const until = scene && stateOf(h, scene).participants[0]?.hold.captureBefore
  if (!until) return
  await moveTo(h, until - RENEW_BEFORE_MS + SOON)
  if (h.chance.chance(0.5)) await moveTo(h, stateOf(h, scene).cutoffAt + SOON)
}

/** A balance pays itself: in trouble, or unless the card refuses, or until its owner stops that. */
const itself = (card: string, how: 'trouble' | 'quiet' | 'stops') => async (h: History) => {
  const scene = await carWith(h, 2, 1, { card, keep: true })
  const [creator] = scene?.riders ?? []
  const mine = scene && creator && mineIn(h, creator, scene)
  if (!mine) return
  await agree(h, creator, stateOf(h, scene), mine, AUTO_PAY_VERSION)
  await joins(h, scene)
  const chargeAt = balanceDueOf(stateOf(h, scene)) - AUTO_PAY_BEFORE_DUE_MS
  await moveTo(h, chargeAt - AUTO_PAY_TOLD_MS + SOON)
  if (how === 'stops') return agree(h, creator, stateOf(h, scene), mine, null)
  if (how === 'trouble') await chargeTrouble(h)
  else await moveTo(h, chargeAt)
  await h.world.advance(SOON)
}

/**
 * Money of a complete car is moved in the dashboard and the console, and its owners dispute
 * payments.
 */
async function moveMoney(h: History) {
  const scene = await carWith(h, 3, 3)
  if (!scene) return
  const [first, second, third] = h.world.bank.intents()
  if (!first || !second || !third) return
  if (first.captured < 2) return
  await giveBack(h, first, h.chance.int(1, first.captured - 1))
  await giveBack(h, second)
  await refundInConsole(h)
  await disputeStep(h, first, 'inquire')
  for (const step of ['open', 'review', h.chance.pick(['win', 'lose'])])
    await disputeStep(h, third, step)
  await h.world.advance(SOON)
}

export const CAR_SCENES = {
  goesWithoutOne,
  goesWithoutDeposit,
  cancelOpen,
  cancelFailed,
  cancelPrivate,
  cancelPrivatePaid,
  cancelComplete,
  cancelPaid,
  cancelTravelled,
  drive,
  textCars,
  loseIntent,
  payTwice,
  failToRenew,
  moveMoney,
  paysItself: itself(VISA, 'trouble'),
  cannotPayItself: itself('pm_card_authenticationRequired', 'quiet'),
  stopsPayingItself: itself(VISA, 'stops'),
}
