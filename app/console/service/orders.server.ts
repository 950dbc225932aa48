import { entryOf, readListed, recordView } from '#app/audit/audit.server.ts'
import { listAudit } from '#app/audit/rows/audit.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { AuditAction } from '#app/kernel/admin.ts'
import { cutPage, type PageOf, readCursor } from '#app/kernel/cursor.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { phoneDigits } from '#app/kernel/search.ts'
import { foldText } from '#app/kernel/text.ts'
import type { Instant, LondonDay } from '#app/kernel/time.ts'
import {
  findAdminOrder,
  listAdminOrders,
  listStops,
  moveOrder,
  type OrderSearch,
  STOPS_MAX,
} from '#app/orders/rows/admin-orders.server.ts'
import type { OrderRow } from '#app/orders/rows/orders.server.ts'
import { ORDER_STATUSES, type OrderKind, type OrderStatus } from '#app/orders/rules/order.ts'
import { decideStatus } from '#app/orders/rules/permissions.ts'
import type { Carrier } from '#app/orders/rules/postage.ts'
import { ORDER_STAGES, type WorkStage } from '#app/orders/rules/stage.ts'
import { type StatusMove, setOrderStatus } from '#app/orders/service/order-status.server.ts'
import type { RowPayment } from '#app/payments/rules/row-charge.ts'
import type { NeedsToSettle } from '#app/payments/service/row-charges.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

/**
 * `todo`: placed and unfinished orders. `boxes`: those of them for which boxes are delivered. A
 * stage: those whose next step it is.
 */
export const ORDER_VIEWS = ['todo', ...ORDER_STAGES, 'boxes', 'failed', 'all'] as const
/** The API asks for a status. */
export type OrderSelection = (typeof ORDER_VIEWS)[number] | OrderStatus

export type AdminOrderFilter = {
  view: OrderSelection
  /** The state of the base price. */
  payment?: RowPayment
  /** London days of the collection, inclusive. */
  from?: LondonDay
  to?: LondonDay
  /** Part of a name, an address or a telephone number, or an order's id. */
  search?: string
  cursor?: string
  limit: number
}

/**
 * An order with all its details, as the administrators who carry it out see it. `moves`: the
 * statuses it can be given now.
 */
export type AdminOrder = Omit<OrderRow, 'attemptId' | 'publicText' | 'ownText' | 'dueAt'> & {
  moves: OrderStatus[]
}
/** The account that placed the order. */
export type OrderAccount = {
  name: string
  phone: string
  email: string
  wechat: string
  language: Language
}

/** An administrator's action on an order. A move has the statuses before and after it. */
export type OrderDeed = {
  id: string
  at: Instant
  adminPhone: string | null
  action: AuditAction
  from: string | null
  to: string | null
}

const HISTORY_MAX = 20

/**
 * One page of the orders of a kind, soonest collection first; in views that only grow
 * (finished, failed, all) the latest first; as `by` sees it, which is recorded. An invalid
 * cursor starts at the beginning.
 */
export async function readAdminOrders(
  context: Needs<'db' | 'clock' | 'config'>,
  kind: OrderKind,
  { view, search = '', cursor, limit, ...rest }: AdminOrderFilter,
  by: AdminId,
): Promise<PageOf<AdminOrder>> {
  const { db } = context
  const place = readCursor(cursor)
  const query = listAdminOrders(db, {
    kind,
    ...rest,
    ...statusesOf(view),
    search: orderSearch(search),
    latestFirst: LATEST_FIRST.includes(view),
    after: place && { day: new Date(place.at).toISOString().slice(0, 10), id: place.id },
    limit: limit + 1,
  })
  const listed = { by, list: kind, filter: { view, ...rest, cursor }, search, limit }
  const rows = await readListed(context, listed, query)
  const page = cutPage(rows, limit, ({ sendDate, id }) => ({ at: Date.parse(sendDate), id }))
  return { ...page, items: page.items.map(adminOrder) }
}

/**
 * One order with the account that placed it; null if there is none of that kind. The view is
 * recorded.
 */
export async function openOrder(
  context: Needs<'db' | 'clock'>,
  by: AdminId,
  kind: OrderKind,
  id: string,
): Promise<{ order: AdminOrder; account: OrderAccount | null } | null> {
  const { db } = context
  const found = await findAdminOrder(db, kind, id)
  if (!found) return null
  await recordView(context, by, 'orderViewed', found.order.id)
  return { order: adminOrder(found.order), account: found.account }
}

/** How administrators changed an order, newest first. */
export async function readOrderHistory({ db }: Needs<'db'>, id: string): Promise<OrderDeed[]> {
  const rows = await listAudit(db, {
    subject: id,
    changesOnly: true,
    before: null,
    limit: HISTORY_MAX,
  })
  return rows.map(({ id, at, adminPhone, action, before, after }) => ({
    id,
    at,
    adminPhone,
    action,
    from: statusIn(before),
    to: statusIn(after),
  }))
}

/** Changes the status of an order of a kind; see `setOrderStatus`. */
export async function changeOrderStatus(
  context: NeedsToSettle,
  kind: OrderKind,
  id: string,
  status: OrderStatus,
  move: StatusMove,
): Promise<Result<AdminOrder>> {
  const found = await findAdminOrder(context.db, kind, id)
  if (!found) return fail('notFound')
  const moved = await setOrderStatus(context, found.order.id, status, move)
  return moved.ok ? ok(adminOrder(moved.value)) : moved
}

/**
 * A day's round, by postcode: orders to bring boxes to, and orders to collect. The view is
 * recorded.
 */
export async function readCollection(
  context: Needs<'db' | 'clock' | 'config'>,
  by: AdminId,
  day: LondonDay,
): Promise<{ bring: AdminOrder[]; collect: AdminOrder[] }> {
  const shown = { by, list: 'collection', filter: { day }, search: '', limit: STOPS_MAX } as const
  const rows = (await readListed(context, shown, listStops(context.db, day))).map(adminOrder)
  return {
    bring: rows.filter(({ isBuyBox, boxDate }) => isBuyBox && boxDate === day),
    // Mail that is being processed has been collected.
    collect: rows.filter(
      ({ sendDate, kind, status }) => sendDate === day && (kind === 'move' || status === 'open'),
    ),
  }
}

/** Records the weights and the carrier of an order's boxes, if the order is as it was seen. */
export const saveWeights = (
  context: Needs<'db' | 'clock'>,
  by: AdminId,
  order: AdminOrder,
  set: { weights: number[]; shipCompany: Carrier },
) => saveWork(context, by, order, 'orderWeighed', set)

/** Corrects the numbers of an order's parcels, if it is as it was seen. */
export const saveParcels = (
  context: Needs<'db' | 'clock'>,
  by: AdminId,
  order: AdminOrder,
  parcels: string[],
) => saveWork(context, by, order, 'parcelsSet', { parcels })

async function saveWork(
  { db, clock }: Needs<'db' | 'clock'>,
  by: AdminId,
  order: AdminOrder,
  action: 'orderWeighed' | 'parcelsSet',
  set: Partial<OrderRow>,
): Promise<Result<OrderRow>> {
  const entry = entryOf(clock, by, action, order.id, { after: set })
  const saved = await moveOrder(db, order, set, entry, null)
  return saved ? ok(saved) : fail('versionConflict', { context: 'order' })
}

const statusIn = (logged: unknown): string | null =>
  typeof logged === 'object' && logged && 'status' in logged ? String(logged.status) : null

function adminOrder(row: OrderRow): AdminOrder {
  const { attemptId: _, publicText: _p, ownText: _o, dueAt: _d, ...rest } = row
  return { ...rest, moves: movesOf(row) }
}

/** The statuses the order can be moved to from its current one. */
const movesOf = (row: OrderRow): OrderStatus[] =>
  ORDER_STATUSES.filter((to) => {
    const decided = decideStatus(row, to)
    return decided.ok && decided.value !== null
  })

function statusesOf(view: OrderSelection) {
  if (view === 'all') return {}
  if (isStatus(view)) return { statuses: [view] }
  if (isStage(view)) return { stage: view, placedOnly: true }
  const unfinished = { statuses: ['open', 'processing'], placedOnly: true }
  return view === 'boxes' ? { ...unfinished, boxesOnly: true } : unfinished
}

const LATEST_FIRST: OrderSelection[] = ['done', 'completed', 'failed', 'all']

const isStatus = (view: OrderSelection): view is OrderStatus =>
  ORDER_STATUSES.some((status) => status === view)

const isStage = (view: OrderSelection): view is WorkStage =>
  ORDER_STAGES.some((stage) => stage === view)

/** What the search text may match. */
export function orderSearch(typed: string): OrderSearch | undefined {
  const text = foldText(typed)
  if (text === '') return undefined
  const [name, digits] = [typed.trim().toLowerCase(), phoneDigits(typed, 4)]
  return { text, name, digits, id: typed.trim() }
}
