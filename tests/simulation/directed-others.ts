import { minutes } from '#app/kernel/limits.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import { awaiting, beginOf, makeAs, ordersOf, payOrder, register } from './actions-order.ts'
import {
  beginDeposit,
  beginTripBalance,
  canLeave,
  exitTrip,
  holdOn,
  mineOn,
  payBalanceOn,
  payDeposit,
  payTrip,
} from './actions-trip.ts'
import type { History, Person } from './history.ts'
import type { StoredOrder } from './order-log.ts'
import { cancel } from './steps-cancel.ts'
import { disputeStep, failRefund, giveBack } from './steps-dashboard.ts'
import { saysOf, setStatus, sweepUnpaid } from './steps-order.ts'
import { moveTo, openTrip, setPrice } from './steps-trip.ts'

const VISA = 'pm_card_visa'
const SOON = minutes(2)

/** A student has begun to pay an order. */
async function begunOrder(h: History): Promise<{ who: Person; order: StoredOrder } | null> {
  const who = h.chance.pick(h.people)
  await h.world.during(makeAs(h, who, h.chance.pick(['mail', 'move']), `${who.id}-1`))
  const order = ordersOf(h, who).findLast(awaiting)
  if (!order) return null
  await h.world.during(beginOf(h, who, order))
  return { who, order }
}

/** An order that cannot be carried out, paid twice. */
async function failOrder(h: History) {
  const found = await begunOrder(h)
  if (!found) return
  const { who, order } = found
  await h.world.during(h.world.bank.fault('drop-events', 9))
  await h.world.during(payOrder(h, who, order.id, VISA))
  await h.world.during(register(h, who))
  await h.world.during(h.world.bank.fault('none', 0))
  await h.world.advance(SOON)
  h.byHand.add(order.id)
  await h.world.during(h.world.bank.charge(saysOf(order), 1234))
  await h.world.advance(SOON)
  await h.world.during(setStatus(h, order.id, 'failed'))
}

/** Only the cron learns of a payment, which is refunded in the dashboard later. */
async function sweepOrder(h: History) {
  const found = await begunOrder(h)
  if (!found) return
  const { who, order } = found
  await h.world.during(h.world.bank.fault('drop-events', 9))
  await h.world.during(payOrder(h, who, order.id, VISA))
  // The cron runs every few minutes.
  for (const later of [1, minutes(5)]) {
    await moveTo(h, order.payBefore + later)
    await h.world.during(sweepUnpaid(h))
  }
  await h.world.during(h.world.bank.fault('none', 0))
  const { intentId } = h.world.orders().find(({ id }) => id === order.id) ?? {}
  if (!intentId) return
  h.byHand.add(order.id)
  await h.world.during(h.world.bank.refund(intentId))
  await h.world.advance(SOON)
}

/**
 * A trip that needs two reaches its cutoff with two more at the card form, one of whom has paid.
 */
async function atTheCard(h: History) {
  const { world } = h
  const [creator, paying, leaving] = h.people
  const trip = creator && (await openTrip(h, creator, 2, 3))
  if (!trip || !paying || !leaving) return
  await moveTo(h, trip.cutoffAt - minutes(5))
  for (const who of [paying, leaving]) {
    await world.during(holdOn(h, who, trip, 1))
    await world.during(beginDeposit(h, who, trip.id))
  }
  await world.during(world.bank.fault('drop-events', 9))
  await moveTo(h, trip.cutoffAt - 20)
  await world.during(payTrip(h, paying, trip.id, VISA))
  await moveTo(h, trip.cutoffAt + SOON)
  await world.during(world.bank.fault('none', 0))
}

async function cancelOpenTrip(h: History) {
  const { world } = h
  const [creator, other] = h.people
  const trip = creator && (await openTrip(h, creator, 2, 3))
  if (!trip || !other) return
  await world.during(holdOn(h, other, trip, 1))
  await world.during(cancel(h, 'adm_one', trip))
  await world.during(cancel(h, 'adm_two', trip))
}

/** A confirmed trip with a balance to pay. */
async function owing(h: History): Promise<{ who: Person; trip: TripState } | null> {
  const who = h.chance.pick(h.people)
  const trip = await openTrip(h, who, 1, 3, 3000)
  if (trip) await moveTo(h, trip.cutoffAt + SOON)
  return trip && { who, trip }
}

async function cancelTrip(h: History) {
  const found = await owing(h)
  if (!found) return
  if (h.chance.chance(0.5)) await h.world.during(payBalanceOn(h, found.who, found.trip.id, VISA))
  await h.world.during(cancel(h, 'adm_one', found.trip))
}

/** A price is changed before anyone pays it; during and after a payment it stays. */
async function changePrice(h: History) {
  const { world } = h
  const found = await owing(h)
  if (!found) return
  const { who, trip } = found
  await world.during(setPrice(h, trip.id, 2500))
  await world.during(beginTripBalance(h, who, found))
  await world.during(setPrice(h, trip.id, 2600))
  await world.during(payTrip(h, who, trip.id, VISA))
  await world.advance(SOON)
  await world.during(setPrice(h, trip.id, 2700))
}

/** A student leaves while Stripe refunds nothing. */
async function refundAgain(h: History) {
  const { world } = h
  const [creator, other] = h.people
  const trip = creator && (await openTrip(h, creator, 1, 3))
  if (!trip || !other) return
  await world.during(holdOn(h, other, trip, 1))
  await world.during(payDeposit(h, other, trip.id, VISA))
  await world.advance(SOON)
  const mine = mineOn(h, other, trip.id)
  await world.during(world.bank.fault('fail-calls', 6, { method: 'POST', path: 'refunds' }))
  if (mine && canLeave(mine)) await world.during(exitTrip(h, other, mine))
  await world.advance(20_000)
}

/** The payment of what a scene is about. */
const paymentOf = (h: History, key: 'orderId' | 'tripId', id: string) =>
  h.world.bank.intents().find(({ intent, captured }) => intent.metadata[key] === id && captured > 0)

/** Its dispute is lost, and decided for us after all. */
async function loseAndWin(
  h: History,
  payment: ReturnType<typeof paymentOf>,
  between: () => unknown,
) {
  if (!payment) return
  await disputeStep(h, payment, 'open')
  await between()
  await disputeStep(h, payment, 'lose')
  await h.world.advance(SOON)
  await disputeStep(h, payment, h.chance.pick(['overturn', 'reinstate']))
  await h.world.advance(SOON)
}

/** A paid order's dispute is lost and reversed; with `fail`, its money was to go back anyway. */
const disputeOrder = (fail: boolean) => async (h: History) => {
  const found = await begunOrder(h)
  if (!found) return
  const { who, order } = found
  await h.world.during(payOrder(h, who, order.id, VISA))
  await h.world.advance(SOON)
  await loseAndWin(
    h,
    paymentOf(h, 'orderId', order.id),
    () => fail && h.world.during(setStatus(h, order.id, 'failed')),
  )
}

/** A trip is cancelled while a deposit is disputed; the dispute is lost and reversed. */
async function cancelDisputed(h: History) {
  const found = await owing(h)
  if (!found) return
  await loseAndWin(h, paymentOf(h, 'tripId', found.trip.id), () =>
    h.world.during(cancel(h, 'adm_one', found.trip)),
  )
}

/** Part of a deposit is refunded in the dashboard, and the bank sends it back. */
async function refundComesBack(h: History) {
  const found = await owing(h)
  const payment = found && paymentOf(h, 'tripId', found.trip.id)
  if (!payment) return
  await giveBack(h, payment, 700)
  await h.world.advance(SOON)
  await failRefund(h, payment)
}

export const ORDER_SCENES = {
  failOrder,
  sweepOrder,
  loseOrder: disputeOrder(false),
  loseFailedOrder: disputeOrder(true),
}
export const TRIP_SCENES = {
  atTheCard,
  cancelOpenTrip,
  cancelTrip,
  changePrice,
  refundAgain,
  cancelDisputed,
  refundComesBack,
}
