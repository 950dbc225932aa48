import type { OrderId } from '#app/kernel/id.ts'
import { minutes } from '#app/kernel/limits.ts'
import type { RowPayment } from '#app/payments/rules/row-charge.ts'
import type { IntentFacts } from './bank.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'
import type { StoredOrder } from './order-log.ts'

/** The allowed changes of a base payment's state; null: there is no order. */
const WAYS: Record<RowPayment | 'none', (RowPayment | null)[]> = {
  none: ['awaiting', 'free'],
  free: [],
  awaiting: ['paid', null],
  paid: ['refunding', 'refunded'],
  refunding: ['refunded'],
  refunded: [],
}
/** How long after it expires an unpaid order may still exist, waiting for Stripe and the cron. */
const LATEST_MS = minutes(75)

/** Reads the order changes since the last look, and checks each of them. */
function everyChangeIsAllowed(h: History): void {
  for (const change of h.world.newOrderChanges()) {
    const { id, was, becomes, statusWas, same, doer, begun, late } = change
    const what = `${id} by ${doer}: ${was} → ${becomes}`
    h.ordersEver.set(id, change)
    if (!same) broken('an order keeps its owner and price, and its details once it is placed', what)
    if (becomes === null && doer !== 'delete' && late < 0)
      broken('only its owner ends an order before its deadline', `${what}, ${late} ms`)
    // A lost dispute that is won after all takes its loss back.
    const isWonBack = was === 'refunded' && h.reversed.has(id)
    if (was !== becomes && !isWonBack && !WAYS[was ?? 'none'].includes(becomes))
      broken('base prices make only allowed transitions', what)
    if (doer === 'theft') broken('nobody changes another’s order', what)
    if (isWonBack && was !== becomes) h.meet(`order: won back, ${becomes}`)
    if (statusWas === 'failed' && becomes === 'paid' && !isWonBack)
      broken('the base price of a failed order is refunded', what)
    if (was === 'awaiting' && becomes === 'paid') h.meet(`order: paid by ${doer}`)
    if (was === null && becomes === 'free') h.meet('order: free')
    if (becomes === null) h.meet(`order: ended by ${doer}${begun ? ', begun' : ''}`)
    if (was === 'refunding' && becomes === 'refunded') h.meet('order: failed and refunded')
    if (was === 'paid' && becomes === 'refunded') h.meet('order: refunded by hand')
  }
}

function nobodyIsRobbed(h: History): void {
  const [theft] = h.stolen
  if (theft) broken('nobody reads, pays or ends another’s order', theft)
  for (const { id, userId, userName } of h.world.orders())
    if (userName !== userId)
      broken('an order keeps what its owner wrote', `${id} of ${userId}: ${userName}`)
}

/** After every step, whatever is failing. */
export function ordersAlways(h: History): void {
  everyChangeIsAllowed(h)
  nobodyIsRobbed(h)
  const now = new Map(h.world.orders().map((order) => [order.id, order]))
  for (const { id, what } of h.orderPromises) {
    const payment = now.get(id)?.payment
    if (what === 'stands' && (!payment || payment === 'awaiting'))
      broken('an order reported as placed is still placed', `${id} is ${payment}`)
    if (what === 'deleted' && payment)
      broken('an order reported as deleted is gone', `${id} is ${payment}`)
  }
}

const isOpen = ({ intent }: IntentFacts) =>
  intent.status !== 'canceled' && intent.status !== 'succeeded'
const isKept = ({ captured, refunded }: IntentFacts) => captured !== refunded
function owedFor(order: StoredOrder | undefined, intents: IntentFacts[]): number {
  if (order?.payment !== 'paid') return 0
  // What a part of it was given back for is known to the order; what a dispute has lost, to the
  // list of disputes.
  const gone = intents.find(({ intent }) => intent.id === order.intentId)?.refunded ?? 0
  return order.baseAmount - gone
}

/**
 * The intents of each order that may be paid or were; no client has the secret of the others, so
 * they never will be.
 */
function intentsByOrder(h: History): Map<OrderId, IntentFacts[]> {
  const found = new Map<OrderId, IntentFacts[]>()
  for (const facts of h.world.bank.intents()) {
    const { id, metadata } = facts.intent
    const orderId = metadata.orderId as OrderId | undefined
    if (!orderId || !(h.payable.has(id) || facts.captured > 0)) continue
    found.set(orderId, [...(found.get(orderId) ?? []), facts])
  }
  return found
}

/** For each order ever made, Stripe keeps its base price if it is paid, otherwise nothing. */
function moneyIsTheBasePrice(h: History, alsoByHand: boolean): void {
  const now = new Map<OrderId, StoredOrder>(h.world.orders().map((order) => [order.id, order]))
  const all = intentsByOrder(h)
  for (const id of new Set([...now.keys(), ...all.keys()])) {
    if (h.byHand.has(id) && !alsoByHand) continue
    const order = now.get(id)
    const intents = all.get(id) ?? []
    const kept = intents.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
    const list = intents.map(
      (i) => `${i.intent.id.slice(-4)} ${i.intent.status} ${i.captured}−${i.refunded}`,
    )
    const is = `${id} (${order?.payment ?? 'gone'}), ${list.join(', ')}`
    const owed = owedFor(order, intents)
    if (kept !== owed) broken('kept for an order = its base price', `${kept} for ${owed}: ${is}`)
    if (intents.filter((one) => isOpen(one) || isKept(one)).length > 1)
      broken('one payment per order', is)
    for (const { intent } of intents.filter(isOpen))
      if (order?.payment !== 'awaiting' || order.intentId !== intent.id)
        broken('only an unpaid order has an open payment', `${intent.id}: ${is}`)
  }
}

/**
 * A while after trouble has ended. Manual changes are known only from events, and these may be
 * late.
 */
export function ordersWhenCalm(h: History): void {
  for (const { id, status, payment, payBefore } of h.world.orders()) {
    if (payment === 'refunding') broken('no refund is undecided', id)
    if (status === 'failed' && payment === 'paid') broken('failed orders are refunded', id)
    if (payment === 'awaiting' && payBefore + LATEST_MS < h.now)
      broken(
        'no unpaid order outlives its deadline',
        `${id} was to be paid before ${payBefore}, it is ${h.now}`,
      )
  }
  moneyIsTheBasePrice(h, false)
}

/** When every event has arrived. */
export function ordersAtRest(h: History): void {
  moneyIsTheBasePrice(h, true)
  for (const { id, payment, intentId, refundedAmount } of h.world.orders()) {
    const paid = h.world.bank.intents().find(({ intent }) => intent.id === intentId)
    const back = paid && paid.refunded - paid.lost
    if (payment === 'paid' && back !== refundedAmount)
      broken('an order knows what of it was refunded', `${id}: ${refundedAmount}, is ${back}`)
  }
  const [left] = h.world.orders().filter(({ payment }) => payment === 'awaiting')
  if (left) broken('every order is paid or gone', left.id)
  const taken = h.world.bank.intents().filter(({ intent }) => intent.metadata.second === 'yes')
  if (taken.some(({ captured, refunded }) => captured > 0 && captured === refunded))
    h.meet('order: second payment returned')
}
