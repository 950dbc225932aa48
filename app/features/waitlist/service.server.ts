import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { type CarpoolCard, cardOf } from '#app/carpool/service/carpool-views.server.ts'
import { listWaits, selectWait, type WaitRow } from '#app/features/waitlist/rows/waits.server.ts'
import { type Waiter, waitlistOf } from '#app/features/waitlist/rules/wait-event.ts'
import { is } from '#app/group/rules/status.ts'
import { isCarpoolId } from '#app/group/service/group-id.server.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import { sendToGroup } from '#app/group/service/groups.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import type { CarpoolId } from '#app/kernel/id.ts'
import { WAIT_UNTIL_BEFORE_CUTOFF_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  checkMayBegin,
  countBegun,
  type NeedsToBegin,
} from '#app/payments/service/payment-limits.server.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'

type WaitQuery = { viewer: Viewer; carpoolId: string }

/** A party: how many people, and their luggage. */
export type WaitParty = Omit<Waiter, 'userId'>
/** A student's own place on a waitlist. */
export type OwnWait = WaitParty & {
  /** Number of parties ahead. */
  ahead: number
  /** When its offer ends; null if it has none. */
  offeredUntil: Instant | null
}
/** The same with the car. */
export type ListedWait = OwnWait & { carpool: CarpoolCard }

const waitOf = (row: OwnWait): OwnWait => ({
  people: row.people,
  bigLuggage: row.bigLuggage,
  smallLuggage: row.smallLuggage,
  bag: row.bag,
  ahead: row.ahead,
  offeredUntil: row.offeredUntil,
})

/** An ended offer counts as over, even if the read model does not know yet. */
const asOf = (row: WaitRow, now: Instant): OwnWait => ({
  ...waitOf(row),
  offeredUntil: row.offeredUntil !== null && row.offeredUntil > now ? row.offeredUntil : null,
})

/** Whether it is early enough to join a car's waitlist. */
export const isListOpen = (car: Pick<CarpoolCard, 'status' | 'cutoffAt'>, now: Instant): boolean =>
  is(car.status, 'open') && now < car.cutoffAt - WAIT_UNTIL_BEFORE_CUTOFF_MS

/** The viewer's own place on a carpool's waitlist; null if they do not wait. */
export async function readWait(
  { db, clock }: Needs<'db' | 'clock'>,
  { viewer, carpoolId }: { viewer: ViewerRef; carpoolId: string },
): Promise<OwnWait | null> {
  if (!isCarpoolId(carpoolId)) return null
  const [row] = await batchRead(db, selectWait(db, carpoolId, viewer))
  return row ? asOf(row, clock.now()) : null
}

/** The cars that the viewer waits for, soonest departure first. */
export async function readWaits(
  { db, clock }: Needs<'db' | 'clock'>,
  viewer: ViewerRef,
): Promise<ListedWait[]> {
  const now = clock.now()
  const rows = await batchRead(db, listWaits(db, viewer, now))
  return rows.map(({ wait, carpool }) => ({ ...asOf(wait, now), carpool: cardOf(carpool, false) }))
}

/**
 * Puts the viewer on a carpool's waitlist. Repeating it has no further effect. It counts against
 * the rate limit like a hold; what the carpool refuses does not.
 */
export async function joinWaitlist(
  context: NeedsToBegin & Objects,
  { viewer, carpoolId, ...party }: WaitQuery & WaitParty,
): Promise<Result<OwnWait>> {
  if (!isCarpoolId(carpoolId)) return fail('invalidCarpool')
  const userId = viewer.id
  const [known] = await selectWait(context.db, carpoolId, viewer)
  const begun = known ? null : await beginWaiting(context, userId, carpoolId)
  if (begun && !begun.ok) return begun
  const done = await sendToGroup(carpoolKind, context, carpoolId, {
    type: 'wait',
    userId,
    ...party,
  })
  if (!done.ok) {
    if (done.error.code !== 'unavailable') await begun?.value.giveBack()
    return done.error.code === 'notFound' ? fail('invalidCarpool') : done
  }
  const { waiting } = waitlistOf(done.value.state)
  const ahead = waiting.findIndex((w) => w.userId === userId)
  const mine = waiting[ahead]
  return mine ? ok(waitOf({ ...mine, ahead })) : fail('unavailable', { retryAfterSeconds: 5 })
}

async function beginWaiting(context: NeedsToBegin, userId: Viewer['id'], place: CarpoolId) {
  const may = await checkMayBegin(context, userId)
  return may.ok ? countBegun(context, userId, 'wait', { place }) : may
}

/** Takes the viewer off a carpool's waitlist. Repeating it has no further effect. */
export async function leaveWaitlist(
  context: Objects,
  { viewer, carpoolId }: WaitQuery,
): Promise<Result<null>> {
  const left = await sendToGroup(carpoolKind, context, carpoolId, {
    type: 'unwait',
    userId: viewer.id,
  })
  return left.ok ? ok(null) : left
}
