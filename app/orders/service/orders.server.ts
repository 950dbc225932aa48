import type { Language } from '#app/i18n/languages.ts'
import { cutPage, type PageOf, readCursor } from '#app/kernel/cursor.ts'
import type { OrderId, UserId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { foldText } from '#app/kernel/text.ts'
import { type Instant, type LondonDay, londonDay } from '#app/kernel/time.ts'
import {
  findOrder,
  listDueOrders,
  listOrders,
  listOwnOrders,
  type OrderRow,
  postponeOrder,
} from '#app/orders/rows/orders.server.ts'
import type { IdOf, OrderKind } from '#app/orders/rules/order.ts'
import { isPlaced } from '#app/orders/rules/permissions.ts'
import { undecided } from '#app/payments/service/charges.server.ts'
import { applyRowPayment, type NeedsToSettle } from '#app/payments/service/row-charges.server.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import { eachByItself } from '#app/platform/queue.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import {
  beginBase,
  endOrder,
  endUnpaid,
  orderCharges,
  ownBy,
  settleOrder,
} from './order-payments.server.ts'
import {
  type OrderView,
  type OwnOrder,
  type OwnView,
  ownView,
  viewOf,
} from './order-views.server.ts'

export type { OrderView, OwnOrder, OwnView }

type Viewer = { id: UserId }
export type OrderFilter = {
  /**
   * Part of what the viewer may see of an address: their own addresses in full, town and outward
   * postcode of others.
   */
  address?: string
  /** The day of collection. If omitted: from today on. */
  date?: LondonDay
  /** Only the viewer's own orders, newest first, including past ones. */
  mine?: boolean
  cursor?: string
  limit: number
}
/** A base price that can be paid now, with what the browser needs to confirm the card. */
export type PayableOrder<K extends OrderKind> = {
  id: IdOf<K>
  clientSecret: string
  amount: MinorUnits
  currency: 'gbp'
  payBefore: Instant
}

// Mail and moving orders for pages and API calls (decision 0008: plain rows of D1). Orders of
// another user or of the other kind are treated as missing: notFound.

const toOwn = ({ clock }: Needs<'clock'>, row: OrderRow): OwnView => ownView(row, clock.now())

/**
 * The order after its payment was read, which must be paid. If it is gone, its time is over:
 * operationExpired.
 */
async function settled(context: NeedsToSettle, intentId: string): Promise<Result<OrderRow>> {
  let why: Result<never> = fail('paymentNotConfirmed')
  const applied = await settleOrder(context, intentId, (read) => (why = undecided(read)))
  if (!applied.ok) return applied
  if (!applied.value) return fail('operationExpired', { context: 'order' })
  return isPlaced(applied.value) ? ok(applied.value) : why
}

/**
 * One page of the orders that the viewer (null: a visitor) may see, soonest collection first.
 * An invalid cursor starts at the beginning.
 */
export async function browseOrders(
  { clock, db }: Needs<'db' | 'clock'>,
  kind: OrderKind,
  filter: OrderFilter,
  viewer: ViewerRef | null,
  language: Language,
): Promise<PageOf<OrderView>> {
  const { limit, date } = filter
  const search = foldText(filter.address ?? '') || undefined
  const place = readCursor(filter.cursor)
  const query = { kind, search, date, limit: limit + 1 }
  const mine = filter.mine && viewer
  const now = clock.now()
  const notBefore = londonDay(now)
  const after = place && { day: dayOf(place.at), id: place.id }
  const rows = mine
    ? (await batchRead(db, listOwnOrders(db, { ...query, before: place }, mine))).map(asOwn)
    : await batchRead(db, listOrders(db, { ...query, notBefore, after }, viewer))
  const page = cutPage(rows, limit, ({ id, createdAt, sendDate }) => ({
    at: mine ? createdAt : Date.parse(sendDate),
    id,
  }))
  const items = page.items.map((row) => viewOf(row, row.isOwn, language, now))
  return { ...page, items }
}

/** The viewer's own order, or null. */
export async function readOwnOrder(
  context: Needs<'db' | 'clock'>,
  viewer: Viewer,
  kind: OrderKind,
  id: string,
): Promise<OwnView | null> {
  const { db } = context
  const row = await ownBy(db, viewer, kind, id)()
  return row ? toOwn(context, row) : null
}

/**
 * The base price, ready to be paid: the payment already begun, or a new one. Null: there is
 * nothing to pay. Fails with alreadyPaid, operationExpired (its time is over),
 * paymentNotConfirmed (the bank is processing it), rateLimited, paymentInitFailed or
 * unavailable.
 */
export async function payBase<K extends OrderKind>(
  context: NeedsToSettle,
  viewer: Viewer,
  kind: K,
  id: string,
): Promise<Result<PayableOrder<K> | null>> {
  const { db } = context
  const payable = await beginBase(context, viewer.id, ownBy(db, viewer, kind, id))
  if (!payable.ok || !payable.value) return payable.ok ? ok(null) : payable
  const [order, { clientSecret, amount }] = payable.value
  const { payBefore } = order
  return ok({ id: order.id as IdOf<K>, clientSecret, amount, currency: 'gbp', payBefore })
}

/**
 * Reads the base payment from the provider and reports whether it is paid. `sent`, if given, is
 * checked against the order: a different amount fails with invalidPaymentAmount, a different
 * payment with paymentNotConfirmed, as does an unpaid one.
 */
export async function confirmBase(
  context: NeedsToSettle,
  viewer: Viewer,
  kind: OrderKind,
  id: string,
  sent?: { intentId: string; amount: MinorUnits },
): Promise<Result<OwnView>> {
  const { db } = context
  const row = await ownBy(db, viewer, kind, id)()
  if (!row) return fail('notFound')
  if (sent && sent.amount !== row.baseAmount) return fail('invalidPaymentAmount')
  if (row.payment === 'free') return ok(toOwn(context, row))
  if (row.intentId === null || (sent && sent.intentId !== row.intentId))
    return fail('paymentNotConfirmed')
  if (isPlaced(row)) return ok(toOwn(context, row))
  const after = await settled(context, row.intentId)
  return after.ok ? ok(toOwn(context, after.value)) : after
}

/**
 * Updates the order from a payment given by its client secret, which must belong to the order
 * (else paymentNotConfirmed), and returns the order, paid or not.
 */
export async function registerBase(
  context: NeedsToSettle,
  viewer: Viewer,
  kind: OrderKind,
  id: string,
  clientSecret: string,
): Promise<Result<OwnView>> {
  const { db } = context
  const row = await ownBy(db, viewer, kind, id)()
  if (!row) return fail('notFound')
  const [intentId] = clientSecret.split('_secret_')
  const read = intentId && intentId === row.intentId ? await context.payments.read(intentId) : null
  if (read && !read.ok) return read
  if (read?.value.clientSecret !== clientSecret) return fail('paymentNotConfirmed')
  const applied = await applyRowPayment(context, orderCharges, read.value)
  if (!applied.ok) return applied
  return applied.value
    ? ok(toOwn(context, applied.value))
    : fail('operationExpired', { context: 'order' })
}

/**
 * Deletes an unpaid order after cancelling its payment. Returns its content, so that a form can
 * be filled again. Fails with alreadyPaid (context `order`: customer service only),
 * paymentNotConfirmed (the bank is processing it) or unavailable.
 */
export async function removeOrder(
  context: NeedsToSettle,
  viewer: Viewer,
  kind: OrderKind,
  id: string,
): Promise<Result<OwnView>> {
  const { db } = context
  const ended = await endUnpaid(context, ownBy(db, viewer, kind, id))
  return ended.ok ? ok(toOwn(context, ended.value)) : ended
}

/**
 * Retries the order's pending payment work now instead of waiting for the sweep. Fails with the
 * same errors as that work, or with notFound.
 */
export async function retryOrder(context: NeedsToSettle, id: OrderId): Promise<Result<null>> {
  const { db } = context
  const row = await findOrder(db, id)
  return row ? endOrder(context, row) : fail('notFound')
}

/**
 * Ends every unpaid order whose time is over and continues every refund. Orders that cannot be
 * decided yet are retried at growing intervals. Returns how many were decided.
 */
export async function sweepOrders(context: NeedsToSettle): Promise<number> {
  const { db, clock, log } = context
  const items = await listDueOrders(db, { now: clock.now() })
  return eachByItself(context, { name: 'orders', items, idOf: ({ id }) => id }, async (row) => {
    const ended = await endOrder(context, row).catch((error: unknown) => {
      log.error('an order’s payment could not be ended', error, { order: row.id })
      return fail('internal')
    })
    if (ended.ok) return 'done'
    log.warn('an order’s payment is undecided', { order: row.id, code: ended.error.code })
    const now = clock.now()
    await postponeOrder(db, row, now + waitAfter(now - (row.dueSinceAt ?? now)))
    return 'later'
  })
}

const dayOf = (at: Instant): LondonDay => new Date(at).toISOString().slice(0, 10)

/** Half the time already waited, at least until the next sweep and at most an hour. */
const waitAfter = (waited: number): number => Math.min(hours(1), Math.max(minutes(1), waited / 2))

const asOwn = (row: OrderRow) => ({ ...row, isOwn: true })
