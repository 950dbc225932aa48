import { balanceDueOf, endOfDeparture } from '#app/carpool/rules/permissions.ts'
import { cancelFailed, convertToPrivate } from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { cancelGroup, refundPlace } from '#app/console/service/groups.server.ts'
import {
  confirmBalance,
  confirmDeposit,
  leaveGroup,
  prepareBalance,
} from '#app/group/service/groups.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { balanceDueOf as balanceDueOfTrip } from '#app/trip/rules/permissions.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import {
  carOf,
  completeCar,
  depositIntentOf,
  failedCar,
  goTo,
  holdSeat,
  inDays,
  openCar,
  payBalance,
  placeIn,
} from '#tests/worker/world/cars.ts'
import { newStudent, type Student, student } from '#tests/worker/world/people.ts'
import { advance, must, pay, services, stripe } from '#tests/worker/world/services.ts'
import * as trip from '#tests/worker/world/trips.ts'
import { dispute as disputeStep, refund, refundStep } from './stripe-dashboard.ts'

/** A place that has come to an end, by every way there is. */
export type Ended = {
  kind: 'carpool' | 'trip'
  owner: Student
  groupId: string
  participantId: string
  /** The deposit's payment. */
  intentId: string
}

export const ADMIN = 'adm_endings' as const

async function inCar(owner: Student, groupId: string, participantId: string): Promise<Ended> {
  const intentId = await depositIntentOf(groupId, participantId)
  return { kind: 'carpool', owner, groupId, participantId, intentId }
}

/** A complete carpool whose first seat is the owner's; `paid` seats have paid their balance. */
async function complete({ paid }: { paid: ('owner' | 'other')[] }) {
  const owner = await newStudent()
  const { carpoolId, seats } = await completeCar([owner, student()])
  const [own, other] = seats
  if (!own || !other) throw new Error('no seat')
  if (paid.includes('owner')) await payBalance(own)
  if (paid.includes('other')) await payBalance(other)
  return inCar(owner, carpoolId, own.participantId)
}

const toBalanceDue = async ({ groupId }: Ended) => goTo(balanceDueOf(await carOf(groupId)))
const toDeparture = async ({ groupId }: Ended) => goTo((await carOf(groupId)).carpoolAt)

async function released(others: 'pay' | 'do not pay' = 'pay'): Promise<Ended> {
  const ended = await complete({ paid: others === 'pay' ? ['other'] : [] })
  await toBalanceDue(ended)
  return ended
}

async function failed(): Promise<Ended> {
  const owner = await newStudent()
  const { carpoolId, participantId } = await failedCar(owner)
  return inCar(owner, carpoolId, participantId)
}

async function converted(): Promise<[failed: Ended, car: Ended]> {
  const old = await failed()
  const made = must(await convertToPrivate(services, old.owner, old.groupId as never))
  await advance(0)
  return [old, { ...old, groupId: made.id, participantId: made.participantId }]
}

async function onTrip(minPassengers = 1): Promise<Ended> {
  const owner = await newStudent()
  const drafted = await trip.draftTrip({ minPassengers }, owner)
  await pay(drafted.clientSecret)
  must(await confirmDeposit(tripKind, services, owner, drafted.id))
  const { id: groupId, participantId, intentId } = drafted
  return { kind: 'trip', owner, groupId, participantId, intentId }
}

const tripOf = async ({ groupId }: Ended) => trip.stateOf(groupId as never)
const toCutoff = async (ended: Ended) => goTo((await tripOf(ended)).cutoffAt)

async function confirmedTrip({ paid }: { paid: boolean }): Promise<Ended> {
  const ended = await onTrip()
  await trip.join(ended.groupId as never)
  await toCutoff(ended)
  if (!paid) return ended
  const payable = must(
    await prepareBalance(tripKind, services, ended.owner, ended.groupId as never),
  )
  await pay(String(payable.clientSecret))
  must(await confirmBalance(tripKind, services, ended.owner, ended.groupId as never))
  return ended
}

async function releasedOnTrip(): Promise<Ended> {
  const ended = await confirmedTrip({ paid: false })
  await goTo(balanceDueOfTrip(await tripOf(ended)))
  return ended
}

const giveBack = async ({ intentId }: Ended, amount?: number) => refund(intentId, amount)
const dispute = async ({ intentId }: Ended, ...steps: string[]) => {
  for (const step of steps) await disputeStep(intentId, step)
}
const after = async (place: Promise<Ended>, ...deeds: ((ended: Ended) => Promise<unknown>)[]) => {
  const ended = await place
  for (const deed of deeds) await deed(ended)
  await advance(0)
  return ended
}
const fails = async ({ intentId }: Ended) => {
  // The refund is made by the alarm.
  await advance(0)
  await refundStep(intentId, 'fail')
}
const cancel = ({ kind, groupId }: Ended) => cancelGroup(services, kind, groupId as never, ADMIN)
const refundByHand = ({ kind, groupId, participantId }: Ended) =>
  refundPlace(services, kind, groupId as never, participantId as never, ADMIN)
const balanceIntentOf = async ({ groupId, participantId }: Ended) => ({
  intentId: (await placeIn(groupId, participantId)).balance.intentId ?? '',
})
const exit = ({ owner, groupId }: Ended) =>
  leaveGroup(carpoolKind, services, owner, groupId as never)

async function opened(maxPassengers: number): Promise<Ended> {
  const owner = await newStudent()
  const car = await openCar({ maxPassengers, ...inDays(5) }, { as: owner })
  return inCar(owner, car.carpoolId, car.participantId)
}

async function expired(): Promise<Ended> {
  const owner = await newStudent()
  const car = await openCar()
  const { participantId } = await holdSeat(car, {}, owner)
  const ended = await inCar(owner, car.carpoolId, participantId)
  await advance(hours(1))
  return ended
}

/** The bank has lifted the hold of a complete group before it could be charged. */
async function releasedWithoutDeposit(): Promise<Ended> {
  const owner = await newStudent()
  const car = await openCar({ maxPassengers: 2, ...inDays(5) }, { as: owner })
  const ended = await inCar(owner, car.carpoolId, car.participantId)
  await stripe.paymentIntents.cancel(ended.intentId)
  await advance(0)
  const other = student()
  const seat = await holdSeat(car, {}, other)
  await pay(seat.clientSecret)
  must(await confirmDeposit(carpoolKind, services, other, seat.participantId))
  await advance(0)
  await payBalance({ viewer: other, participantId: seat.participantId })
  await toBalanceDue(ended)
  return ended
}

/**
 * What became of the deposit: `fate` as it is to be told, `ours` the pence of it that are with us
 * according to Stripe.
 */
export type Expected = { fate: Fate; ours: number }
export type Fate =
  | 'counted'
  | 'kept'
  | 'partBack'
  | 'keptRest'
  | 'back'
  | 'notBack'
  | 'moved'
  | 'none'

const is = (fate: Fate, ours = 0): Expected => ({ fate, ours })

export const ENDINGS: Record<string, [Expected, () => Promise<Ended>]> = {
  'left while open': [is('back'), () => after(opened(3), exit)],
  'not filled, cancelled': [
    is('back'),
    () => after(failed(), ({ owner, groupId }) => cancelFailed(services, owner, groupId as never)),
  ],
  'not filled, nothing done': [
    is('back'),
    () =>
      after(failed(), async ({ groupId }) =>
        goTo(endOfDeparture((await carOf(groupId)).carpoolAt) + hours(1)),
      ),
  ],
  'not filled, converted': [is('moved'), async () => (await converted())[0]],
  'converted, then not paid': [
    is('back'),
    () =>
      after(
        converted().then(([, car]) => car),
        toDeparture,
      ),
  ],
  'converted, then paid': [
    is('counted', 2000),
    () =>
      after(
        converted().then(([, car]) => car),
        ({ owner: viewer, participantId }) => payBalance({ viewer, participantId }),
      ),
  ],
  'a private car that was never paid': [is('back'), () => after(opened(1), toDeparture)],
  'a private car that was paid': [
    is('counted', 2000),
    () =>
      after(
        opened(1),
        ({ owner: viewer, participantId }) => payBalance({ viewer, participantId }),
        toDeparture,
      ),
  ],
  'paid and departed': [
    is('counted', 2000),
    () => after(complete({ paid: ['owner', 'other'] }), toDeparture),
  ],
  'released unpaid': [is('kept', 2000), () => released()],
  'released unpaid, departed': [is('kept', 2000), () => after(released(), toDeparture)],
  'released unpaid, as everyone was': [is('kept', 2000), () => released('do not pay')],
  'released unpaid, then the group was cancelled': [is('back'), () => after(released(), cancel)],
  'released unpaid, part of the deposit refunded in Stripe': [
    is('partBack', 1500),
    () => after(released(), (ended) => giveBack(ended, 500)),
  ],
  'released unpaid, the deposit refunded in Stripe': [
    is('back'),
    () => after(released(), (ended) => giveBack(ended)),
  ],
  'released unpaid, refunded by the console': [is('back'), () => after(released(), refundByHand)],
  'released unpaid, the deposit disputed': [
    is('kept', 2000),
    () => after(released(), (ended) => dispute(ended, 'open')),
  ],
  'released unpaid, the dispute won': [
    is('kept', 2000),
    () => after(released(), (ended) => dispute(ended, 'open', 'win')),
  ],
  'released unpaid, the dispute lost': [
    is('back'),
    () => after(released(), (ended) => dispute(ended, 'open', 'lose')),
  ],
  'released unpaid, after the bank had lifted the hold': [is('none'), releasedWithoutDeposit],
  'cancelled by us while open': [is('back'), () => after(opened(3), cancel)],
  'cancelled by us once complete': [is('back'), () => after(complete({ paid: [] }), cancel)],
  'cancelled by us, and the bank sent the refund back': [
    is('notBack', 2000),
    () => after(complete({ paid: ['owner', 'other'] }), cancel, fails),
  ],
  'cancelled by us once paid': [
    is('back'),
    () => after(complete({ paid: ['owner', 'other'] }), cancel),
  ],
  'paid, the deposit refunded in Stripe': [
    is('back'),
    () => after(complete({ paid: ['owner', 'other'] }), toDeparture, (ended) => giveBack(ended)),
  ],
  'paid, part of the deposit refunded in Stripe': [
    is('partBack', 1500),
    () => after(complete({ paid: ['owner', 'other'] }), (ended) => giveBack(ended, 500)),
  ],
  'paid, part of the balance refunded in Stripe': [
    is('counted', 2000),
    () =>
      after(complete({ paid: ['owner', 'other'] }), async (ended) =>
        giveBack({ ...ended, ...(await balanceIntentOf(ended)) }, 500),
      ),
  ],
  'paid, the dispute lost': [
    is('back'),
    () => after(complete({ paid: ['owner', 'other'] }), (ended) => dispute(ended, 'open', 'lose')),
  ],
  'never paid for': [is('none'), expired],
  'a trip that went ahead and was paid': [is('counted', 2000), () => confirmedTrip({ paid: true })],
  'a trip without enough people': [is('back'), () => after(onTrip(2), toCutoff)],
  'a trip cancelled by us': [is('back'), () => after(onTrip(), cancel)],
  'a trip cancelled by us, and the bank sent the refund back': [
    is('notBack', 2000),
    () => after(onTrip(), cancel, fails),
  ],
  'released unpaid, and the bank sent the refund in Stripe back': [
    is('keptRest', 2000),
    () => after(released(), (ended) => giveBack(ended, 500), fails),
  ],
  'released unpaid, a lost dispute won after all': [
    is('kept', 2000),
    () => after(released(), (ended) => dispute(ended, 'open', 'lose', 'overturn')),
  ],
  'a trip cancelled by us once paid': [
    is('back'),
    () => after(confirmedTrip({ paid: true }), cancel),
  ],
  'released on a trip': [is('kept', 2000), releasedOnTrip],
  'released on a trip, part of the deposit refunded in Stripe': [
    is('partBack', 1500),
    () => after(releasedOnTrip(), (ended) => giveBack(ended, 500)),
  ],
  'released on a trip, the deposit refunded in Stripe': [
    is('back'),
    () => after(releasedOnTrip(), (ended) => giveBack(ended)),
  ],
  'released on a trip, refunded by the console': [
    is('back'),
    () => after(releasedOnTrip(), refundByHand),
  ],
  'released on a trip, the dispute lost': [
    is('back'),
    () => after(releasedOnTrip(), (ended) => dispute(ended, 'open', 'lose')),
  ],
  'paid on a trip, the deposit refunded in Stripe': [
    is('back'),
    () => after(confirmedTrip({ paid: true }), (ended) => giveBack(ended)),
  ],
}
