import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { changeFlat } from '#app/account/service/accounts.server.ts'
import { balanceDueOf as carDueOf } from '#app/carpool/rules/permissions.ts'
import {
  changeFlight,
  convertToPrivate,
  repayDeposit,
} from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { cancelGroup, refundPlace, settleFlight } from '#app/console/service/groups.server.ts'
import {
  judgeMember,
  reinstateAccount,
  suspendAccount,
} from '#app/console/service/members.server.ts'
import { type DriverMark, rideOf } from '#app/features/ride/rules/ride-state.ts'
import { driverLinks, markDrive } from '#app/features/ride/service/drive.server.ts'
import { joinWaitlist, leaveWaitlist } from '#app/features/waitlist/service.server.ts'
import { deleteOwnWish, makeWish } from '#app/features/wishes/service/wishes.server.ts'
import {
  confirmBalance,
  confirmDeposit,
  giveUpPlace,
  leaveGroup,
  prepareBalance,
} from '#app/group/service/groups.server.ts'
import { getT } from '#app/i18n/server.ts'
import type { AdminId, UserId, WishId } from '#app/kernel/id.ts'
import { HOLD_MS, hours, minutes, RENEW_BEFORE_MS, TELL_AFTER_MS } from '#app/kernel/limits.ts'
import { addDays, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { isReceipt, isToDo, type NoticeCode } from '#app/notices/rules/notices.ts'
import { readNotices, readUnread } from '#app/notices/service/notices.server.ts'
import type { OrderStatus } from '#app/orders/rules/order.ts'
import { setOrderStatus } from '#app/orders/service/order-status.server.ts'
import { readOwedRefunds, settleRefund } from '#app/reconciliation/service/failed-refunds.server.ts'
import { readTasks } from '#app/reminders/service/tasks.server.ts'
import { balanceDueOf } from '#app/trip/rules/permissions.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { judgeTripTexts, writeTripTexts } from '#app/trip/service/trip-texts.server.ts'
import { users } from '#db/schema.ts'
import {
  carOf,
  completeCar,
  failedCar,
  goTo,
  holdSeat,
  inDays,
  joinCar,
  openCar,
  payBalance,
  placeIn,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { paidOrder } from '#tests/worker/world/orders.ts'
import { newStudent, student } from '#tests/worker/world/people.ts'
import {
  advance,
  db,
  must,
  now,
  pay,
  services,
  stripe,
  stripeUp,
} from '#tests/worker/world/services.ts'
import { join, openTrip, stateOf } from '#tests/worker/world/trips.ts'
import { assign, unassign } from './assign.ts'
import { refundStep } from './stripe-dashboard.ts'

/**
 * Notices from their cause to an end: true as long as the cause holds, and afterwards no page shows
 * them. Each way that each kind ends is in app/notices/rules/notice-truth.test.ts; here each fact
 * that decides is read at least once from where the product keeps it.
 */

afterEach(stripeUp)

const by: AdminId = 'adm_endings'

type Told = { viewer: { id: UserId } }
type Ways<S extends Told> = { [way: string]: (scene: S) => Promise<unknown> }
type Play = { cause(): Promise<Told>; ways: { [way: string]: (scene: never) => Promise<unknown> } }
/** The cause of a notice, and the ways in which it ends. */
const play = <S extends Told>(cause: () => Promise<S>, ways: Ways<S>): Play => ({ cause, ways })

async function payAgain({ viewer, participantId }: Seat): Promise<void> {
  const again = must(await repayDeposit(services, viewer, participantId))
  await pay(again.clientSecret)
  must(await confirmDeposit(carpoolKind, services, viewer, participantId))
}
const cutoff = async ({ carpoolId }: { carpoolId: string }) =>
  goTo((await carOf(carpoolId)).cutoffAt)
const cancelled = ({ carpoolId }: { carpoolId: string }) =>
  cancelGroup(services, 'carpool', carpoolId, by).then(must)
const backByHand = ({ carpoolId, participantId }: { carpoolId: string; participantId: string }) =>
  refundPlace(services, 'carpool', carpoolId, participantId as 'par_', by).then(must)
const tripCancelled = ({ id }: { id: string }) => cancelGroup(services, 'trip', id, by).then(must)

/** Two students in a complete car; the first is the viewer. */
async function complete() {
  const car = await completeCar([student(), student()])
  const [first, second] = car.seats as [Seat, Seat]
  return { ...first, carpoolId: car.carpoolId, first, second }
}
/** One of them has paid, and the other's place has been released. */
async function halfPaid() {
  const { carpoolId, first, second } = await complete()
  await payBalance(first)
  await cutoff({ carpoolId })
  return { carpoolId, first, second }
}
async function unpaidSeat() {
  const car = await openCar({ maxPassengers: 3 })
  const seat = await holdSeat(car)
  await advance(HOLD_MS)
  return { ...car, ...seat }
}
async function lostDeposit({ consent = false, card = 'pm_card_visa', maxPassengers = 3 } = {}) {
  const car = await openCar({ maxPassengers, ...inDays(21) }, { consent, card })
  await advance(0)
  const { captureBefore } = (await placeIn(car.carpoolId, car.participantId)).hold
  await goTo((captureBefore ?? 0) + (consent ? -RENEW_BEFORE_MS : minutes(1)))
  return { ...car, viewer: car.creator }
}
const unrenewed = () => lostDeposit({ consent: true, card: 'pm_card_authenticationRequired' })
const lostWays: Ways<Awaited<ReturnType<typeof lostDeposit>>> = {
  'paid again': payAgain,
  left: ({ viewer, carpoolId }) => leaveGroup(carpoolKind, services, viewer, carpoolId).then(must),
}
const remind = async <S extends Seat & { carpoolId: string }>(seat: S): Promise<S> => {
  await goTo(carDueOf(await carOf(seat.carpoolId)) - hours(23))
  return seat
}
async function goingTrip() {
  const trip = await openTrip()
  const bob = await join(trip.id)
  await goTo((await stateOf(trip.id)).cutoffAt)
  return { ...bob, ...trip, viewer: bob.viewer }
}
type Trip = Awaited<ReturnType<typeof goingTrip>>
const tripWays: Ways<Trip> = {
  async paid({ viewer, id }) {
    const { clientSecret } = must(await prepareBalance(tripKind, services, viewer, id))
    await pay(clientSecret ?? '')
    must(await confirmBalance(tripKind, services, viewer, id))
  },
  cancelled: tripCancelled,
}
async function member() {
  const viewer = await newStudent()
  await db
    .update(users)
    .set({ accountType: 'MEMBER', auth: 'PENDING', flatName: 'Block', flatNumber: '1' })
    .where(eq(users.id, viewer.id))
  return viewer
}
const decided = (auth: 'APPROVED' | 'REJECTED') => async () => {
  const viewer = await member()
  must(await judgeMember(services, by, viewer.id, auth))
  return { viewer }
}
async function suspended() {
  const viewer = await newStudent()
  must(await suspendAccount(services, by, viewer.id, 'a reason'))
  return { viewer }
}
const reinstated = ({ viewer }: Told) => reinstateAccount(services, by, viewer.id).then(must)
const moves: Ways<Told> = {
  'has moved': ({ viewer }) =>
    changeFlat(services, viewer.id, { flatName: 'Tower', flatNumber: '2' }).then(must),
}
async function ordered(status: OrderStatus) {
  const order = await paidOrder()
  must(await setOrderStatus(services, order.id, status, { by }))
  await advance(0)
  return { ...order, viewer: order.owner }
}
type Order = Awaited<ReturnType<typeof ordered>>
const moved = (status: OrderStatus) => (order: Order) =>
  setOrderStatus(services, order.id, status, { by }).then(must)

const told = () => advance(TELL_AFTER_MS)
async function withCar() {
  const car = await complete()
  await assign(car.carpoolId)
  await told()
  return car
}
async function tripWithCar() {
  const trip = await goingTrip()
  await assign(trip.id)
  await told()
  return trip
}
/** A paid car whose driver does not see the viewer an hour before departure. */
async function missedPassenger() {
  const car = await complete()
  await payBalance(car.first)
  await payBalance(car.second)
  await goTo((await carOf(car.carpoolId)).carpoolAt - hours(1))
  await assign(car.carpoolId)
  await press(car, 'notHere')
  return car
}
const flightOf = async ({ carpoolId, participantId }: Seat & { carpoolId: string }) =>
  (await placeIn(carpoolId, participantId)).party.flightTime
const flyTo = async ({ viewer, participantId }: Seat, flightTime: number) =>
  must(
    await changeFlight(services, viewer, participantId, {
      ...{ flightNumber: 'CA937', flightTime, terminal: 'T2' },
    }),
  )
/** The other student lands an hour earlier. */
async function otherFlight() {
  const car = await complete()
  const before = await flightOf({ ...car, ...car.second })
  await flyTo(car.second, before - hours(1))
  await told()
  return { ...car, before }
}
/** The viewer lands far too late, and the car does not wait. */
async function keptFlight() {
  const car = await complete()
  const before = await flightOf(car)
  await flyTo(car.first, before + hours(9))
  const place = car.participantId as 'par_'
  const about = { participantId: place, seen: 1, note: 'Take the coach.', by }
  must(await settleFlight(services, 'carpool', car.carpoolId, about))
  return { ...car, before }
}
async function press({ carpoolId, participantId }: Seat & { carpoolId: string }, mark: DriverMark) {
  const { version } = rideOf(await carOf(carpoolId))

  const car = { id: 'ride_one', version } as const
  const [, token = ''] = driverLinks(services, carpoolId as 'car_', car).en.split(/\/drive\/|\?/)
  must(await markDrive(services, token, { mark, participantId: participantId as 'par_' }))
}
const carWays: Ways<Awaited<ReturnType<typeof withCar>>> = {
  async 'another car'({ carpoolId }) {
    await assign(carpoolId, 'CD34 EFG')
    await told()
  },
}

/** A car with a free seat, some hours before its cutoff; and the same on a trip. */
async function withRoom() {
  const car = await openCar({ maxPassengers: 3, ...inDays(5) })
  await goTo((await carOf(car.carpoolId)).cutoffAt - hours(5))
  return { ...car, viewer: car.creator }
}
const said = (meetingPoint: string) => ({ itinerary: '', meetingPoint, included: '' })
/** What the creator wrote was declined. */
async function declinedTexts() {
  const trip = await openTrip()
  must(await writeTripTexts(services, trip.creator, trip.id, said('火车站')))
  must(await judgeTripTexts(services, by, trip.id, { seen: 2, reason: '写清楚一点' }))
  return { ...trip, viewer: trip.creator }
}

/** A car for two of which somebody else holds the other seat, and the viewer waits for it. */
async function waited(before?: number) {
  const car = await openCar()
  if (before !== undefined) await goTo((await carOf(car.carpoolId)).cutoffAt - before)
  const other = await holdSeat(car)
  const viewer = await newStudent()
  const { carpoolId } = car
  const luggage = { bigLuggage: 1, smallLuggage: 0, bag: 1 }
  must(await joinWaitlist(services, { viewer, carpoolId, people: 1, ...luggage }))
  return { ...car, viewer, other, luggage }
}
type Waited = Awaited<ReturnType<typeof waited>>
/** The other goes back from the payment, so the viewer is offered the seat, or told of it. */
async function offered(before?: number) {
  const car = await waited(before)
  must(await giveUpPlace(carpoolKind, services, car.other.viewer, car.other.participantId))
  await advance(0)
  return car
}
const takes = (car: Waited) => joinCar(car, { as: car.viewer }).then(() => advance(0))
const stopsWaiting = ({ viewer, carpoolId }: Waited) =>
  leaveWaitlist(services, { viewer, carpoolId }).then(must)

/** The days of a wish for the next car that `openCar` opens, from which on people may be told. */
const wishFor = (viewer: { id: UserId }, people: number) => {
  const { carpoolAt } = inDays(8)
  const window = { fromAt: carpoolAt - hours(2), toAt: carpoolAt }
  const luggage = { bigLuggage: 1, smallLuggage: 1 }
  const airport = { tripType: 'PICKUP', airportId: 'air_lhr' } as const
  return makeWish(services, viewer, { ...airport, ...window, people, ...luggage }).then(must)
}
const byDay = async () => {
  await goTo(startOfLondonDay(addDays(londonDay(now()), 1)) + hours(12))
  await advance(minutes(2))
}
async function foundCar() {
  const viewer = await newStudent()
  const wishId = await wishFor(viewer, 2)
  const car = await openCar({ maxPassengers: 3 })
  await byDay()
  return { ...car, viewer, wishId }
}
async function metOthers() {
  const viewer = await newStudent()
  const wishId = await wishFor(viewer, 2)
  await wishFor(await newStudent(), 2)
  await byDay()
  return { viewer, wishId }
}
const unwished = ({ viewer, wishId }: { viewer: { id: UserId }; wishId: WishId }) =>
  deleteOwnWish(services, viewer, wishId).then(must)

const PLAYS: { [Code in NoticeCode]?: Play | Play[] } = {
  seatOffered: play(() => offered(), { taken: takes, 'waits no longer': stopsWaiting }),
  seatsOpen: play(() => offered(hours(2)), {
    'taken by somebody else': (car) => joinCar(car).then(() => advance(0)),
  }),
  seatsReleased: play(
    async () => {
      const car = await waited()
      await pay(car.other.clientSecret)
      must(await confirmDeposit(carpoolKind, services, car.other.viewer, car.other.participantId))
      await advance(0)
      await payBalance(car.other)
      await cutoff(car)
      return car
    },
    { 'taken by others': (car) => joinCar(car).then(() => advance(0)) },
  ),
  carFound: play(foundCar, {
    joined: ({ viewer, ...car }) => joinCar(car, { as: viewer, people: 2 }),
    full: (car) => joinCar(car, { people: 2 }),
    'not wished for any more': unwished,
  }),
  wishesMeet: play(metOthers, {
    'has a car': async ({ viewer }) =>
      joinCar(await openCar({ maxPassengers: 4, ...inDays(7) }), { as: viewer, people: 2 }),
  }),
  seatsFree: play(withRoom, {
    complete: (car) => joinCar(car, { people: 2 }).then(() => advance(0)),
  }),
  carAssigned: [play(withCar, carWays), play(tripWithCar, { withdrawn: ({ id }) => unassign(id) })],
  flightChanged: play(otherFlight, { 'as it was': ({ second, before }) => flyTo(second, before) }),
  flightKept: play(keptFlight, {
    'another flight': ({ first, before }) => flyTo(first, before),
  }),
  passengerMissed: play(missedPassenger, { found: (car) => press(car, 'onBoard') }),
  tripTextsDeclined: play(declinedTexts, {
    'written again': ({ viewer, id }) =>
      writeTripTexts(services, viewer, id, said('新车站')).then(must),
  }),
  holdExpired: play(unpaidSeat, {
    'back in': ({ viewer, ...car }) => joinCar(car, { as: viewer }),
  }),
  groupComplete: play(complete, {
    async 'paid by all'({ first, second }) {
      for (const seat of [first, second]) await payBalance(seat)
    },
    cancelled,
  }),
  groupFailed: play(failedCar, {
    converted: ({ viewer, carpoolId }) => convertToPrivate(services, viewer, carpoolId).then(must),
  }),
  placeReleased: play(
    async () => {
      const { carpoolId, second } = await halfPaid()
      return { ...second, carpoolId }
    },
    { refunded: backByHand },
  ),
  depositReleased: play(lostDeposit, lostWays),
  renewalFailed: play(unrenewed, {
    'gone altogether': () => advance(RENEW_BEFORE_MS + minutes(1)),
  }),
  memberApproved: play(decided('APPROVED'), moves),
  accountSuspended: play(suspended, { lifted: reinstated }),
  accountReinstated: play(
    async () => {
      const scene = await suspended()
      await reinstated(scene)
      return scene
    },
    {
      'suspended again': ({ viewer }) =>
        suspendAccount(services, by, viewer.id, 'again').then(must),
    },
  ),
  orderPaid: play(
    async () => {
      const order = await paidOrder()
      return { ...order, viewer: order.owner }
    },
    { 'being dealt with': moved('processing') },
  ),
  orderProcessing: play(() => ordered('processing'), { completed: moved('completed') }),
  refundFailed: play(
    async () => {
      const { carpoolId, first } = await complete()
      await cancelled({ carpoolId })
      const { intentId } = (await placeIn(carpoolId, first.participantId)).deposit
      await refundStep(String(intentId), 'fail')
      return { ...first, intentId: String(intentId) }
    },
    {
      'made good': async ({ intentId }) => {
        await advance(1000)
        await stripe.refunds.create({ payment_intent: intentId })
        await advance(0)
      },
      settled: async () => {
        for (const { id } of await readOwedRefunds(services))
          must(await settleRefund(services, id, by))
      },
    },
  ),
  balanceDue: [
    play(async () => remind(await complete()), { paid: ({ first }) => payBalance(first) }),
    play(async () => {
      const trip = await goingTrip()
      await goTo(balanceDueOf(await stateOf(trip.id)) - hours(23))
      return trip
    }, tripWays),
  ],
}

const t = getT('en')
async function standing(code: NoticeCode, { viewer }: Told) {
  const isIt = ({ id }: { id: string }) => id.startsWith(`${code}:`)
  const { news } = await readUnread(services, { id: viewer.id }, t)
  const tasks = await readTasks(services, { id: viewer.id }, t)
  const { items } = await readNotices(services, { id: viewer.id }, t, null)
  const found = items.find(isIt)
  if (!found) throw new Error(`${code} was never told`)
  const { verdict, tone, unread } = found
  const above = news.some(isIt) || tasks.some(({ what }) => what === verdict)
  // Shown above every page as long as it is true.
  expect(above).toBe(isToDo(verdict) || (unread && (tone === 'warn' || tone === 'danger')))
  return { isOver: verdict === 'over', unread }
}

const all = Object.entries(PLAYS).flatMap(([code, plays]) =>
  [plays]
    .flat()
    .flatMap(({ cause, ways }) =>
      Object.entries(ways).map(([way, end]) => [code as NoticeCode, way, cause, end] as const),
    ),
)
test.each(all)('%s: %s', async (code, _way, cause, end) => {
  const scene = await cause()
  expect(await standing(code, scene)).toEqual({ isOver: false, unread: !isReceipt(code) })
  await end(scene as never)
  expect(await standing(code, scene)).toEqual({ isOver: true, unread: false })
})
