import { entryOf } from '#app/audit/audit.server.ts'
import { auditEntry } from '#app/audit/rows/audit.server.ts'
import { isAnything, listStuckMoney } from '#app/console/rows/stuck.server.ts'
import { isCarpoolId, isTripId } from '#app/group/service/group-id.server.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import { cutPage, type PageOf, type PageQuery, readCursor } from '#app/kernel/cursor.ts'
import type { AdminId, GroupId, OrderId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { retryOrder } from '#app/orders/service/orders.server.ts'
import type { IntentFigures, NeedsToPay, Payments } from '#app/payments/service/payments.server.ts'
import type { NeedsToSettle } from '#app/payments/service/row-charges.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { StuckRow } from '#db/schema.ts'

type OfGroup = { service: 'carpool' | 'trip'; id: GroupId }
type Of = OfGroup | { service: 'mail' | 'move'; id: OrderId }

/**
 * A payment that has been undecided for more than an hour: the pending action, what it concerns,
 * and since when. `id` is what to retry.
 */
export type Stuck = Of & {
  /**
   * The effect: resolve, release, capture, check, renew, openPrivate, sendPlace of a group;
   * giveUp, refund of an order.
   */
  kind: string
  /** The place in the group. */
  participantId: string | null
  intentId: string | null
  sinceAt: Instant
  /** Tries so far; null if they are not counted. */
  attempts: number | null
}
/**
 * What the provider says now. none: there was no payment to ask about; unknown: it knows of no such
 * payment.
 */
export type StripeAnswer =
  | { answer: 'read'; figures: IntentFigures }
  | { answer: 'unreachable' | 'unknown' | 'none'; figures: null }
export type StuckPayment = Stuck & { stripe: StripeAnswer }

/** Payments looked up at the provider at a time. */
const WIDTH = 5

const listStuck = async ({ db, clock }: Needs<'db' | 'clock'>, id?: string): Promise<Stuck[]> => {
  const rows = await listStuckMoney(db, clock.now(), id)
  return [
    ...rows.groups.flatMap(({ stuck, ...of }) => stuck.map((row) => ofGroup(of, row))),
    ...rows.orders.map(({ id, kind, payment, intentId, dueSinceAt }) => ({
      service: kind,
      id,
      kind: payment === 'refunding' ? 'refund' : 'giveUp',
      participantId: null,
      intentId,
      sinceAt: dueSinceAt ?? 0,
      attempts: null,
    })),
  ].sort((a, b) => a.sinceAt - b.sinceAt || (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** What the provider says about a payment now; null: there is no payment to ask about. */
export async function askProvider(
  { payments }: { payments: Payments },
  intentId: string | null,
): Promise<StripeAnswer> {
  if (intentId === null) return { answer: 'none', figures: null }
  const read = await payments.figures(intentId)
  if (read.ok) return { answer: 'read', figures: read.value }
  return { answer: read.error.code === 'notFound' ? 'unknown' : 'unreachable', figures: null }
}

/**
 * Looks up each one, a few at a time, and stops once the provider cannot be reached: a page must
 * not wait for every timeout.
 */
async function askAll(context: { payments: Payments }, items: Stuck[]): Promise<StuckPayment[]> {
  const asked: StuckPayment[] = []
  for (let from = 0; from < items.length; from += WIDTH) {
    const isDown = asked.some(({ stripe }) => stripe.answer === 'unreachable')
    const askOne = async (item: Stuck): Promise<StuckPayment> => ({
      ...item,
      stripe:
        isDown && item.intentId
          ? { answer: 'unreachable', figures: null }
          : await askProvider(context, item.intentId),
    })
    asked.push(...(await Promise.all(items.slice(from, from + WIDTH).map(askOne))))
  }
  return asked
}

/**
 * Fails if a group cannot be reached. For an order, the pending work may fail again; it is read
 * afterwards either way.
 */
async function tryAgain(context: NeedsToSettle & Objects, id: string): Promise<Result<unknown>> {
  if (isCarpoolId(id) || isTripId(id)) return context.objects.of(id).poke(id, { retry: true })
  await retryOrder(context, id as OrderId)
  return ok(null)
}

/**
 * One page of stuck payments, longest waiting first, with what the provider says now. An
 * invalid cursor starts at the beginning.
 */
export async function readStuck(
  context: NeedsToPay,
  { cursor, limit }: PageQuery,
): Promise<PageOf<StuckPayment>> {
  const place = readCursor(cursor)
  const items = await listStuck(context)
  const left = place
    ? items.filter(
        (item) => item.sinceAt > place.at || (item.sinceAt === place.at && keyOf(item) > place.id),
      )
    : items
  const page = cutPage(left, limit, (item) => ({ at: item.sinceAt, id: keyOf(item) }))
  return { ...page, items: await askAll(context, page.items) }
}

/**
 * Immediately retries the pending work of a carpool, a trip or an order, and returns what is
 * still undecided. It does nothing that would not happen later anyway. Fails with notFound or
 * unavailable (the group cannot be reached).
 */
export async function retryStuck(
  context: NeedsToSettle & Objects,
  id: string,
  by: AdminId,
): Promise<Result<Stuck[]>> {
  const { db, clock } = context
  const waiting = await listStuck(context, id)
  if (waiting.length === 0) return (await isAnything(db, id)) ? ok([]) : fail('notFound')
  // Logged first, so the attempt is on record even if the worker dies.
  const stuck = waiting.map(({ kind, intentId, sinceAt }) => ({ kind, intentId, sinceAt }))
  await auditEntry(db, entryOf(clock, by, 'paymentRetried', id, { before: { stuck } }))
  const tried = await tryAgain(context, id)
  return tried.ok ? ok(await listStuck(context, id)) : tried
}

const ofGroup = (
  of: OfGroup,
  { kind, participantId, intentId, sinceAt, attempts }: StuckRow,
): Stuck => ({ ...of, kind, participantId, intentId, sinceAt, attempts })

/** Identifies a stuck payment, also in a cursor. */
const keyOf = ({ id, kind, participantId, intentId }: Stuck): string =>
  [id, kind, participantId, intentId].join(':')
