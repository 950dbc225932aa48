import { and, not, type SQL, sql } from 'drizzle-orm'
import { mayBegin } from '#app/account/rows/closing.server.ts'
import { readSiteTexts } from '#app/catalog/service/site-texts.server.ts'
import type { GroupId, ParticipantId, UserId } from '#app/kernel/id.ts'
import {
  CHANGES_PER_HOUR,
  DAY_MS,
  DECLINES_PER_DAY,
  DECLINES_PER_HOUR,
  DRAFTS_PER_DAY,
  HOLDS_PER_DAY,
  hours,
  OPEN_HOLDS_PER_USER,
  ORDERS_PER_DAY,
  WAITS_PER_DAY,
  WAITS_PER_USER,
} from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  countHolds,
  countWaits,
  firstHoldEnds,
  holdsIn,
} from '#app/payments/rows/hold-counts.server.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import {
  claimAttempt,
  countAttempts,
  giveBackAttempt,
  longestWait,
  type Rule,
  takeAttempt,
} from '#app/platform/rows/attempts.server.ts'
import { idOf, isKnown, type ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { Db } from '#db/db.ts'

/** Retry time while pages have gaps, which nobody fills in within seconds. */
const CLOSED_RETRY_S = 3600
const DECLINE = 'decline'
const EVENT = 'decline-event'
const CHANGE = 'change'
const DECLINES = [
  { kind: DECLINE, windowMs: hours(1), max: DECLINES_PER_HOUR },
  { kind: DECLINE, windowMs: DAY_MS, max: DECLINES_PER_DAY },
] as const
const BEGUN_PER_DAY = {
  hold: HOLDS_PER_DAY,
  draft: DRAFTS_PER_DAY,
  order: ORDERS_PER_DAY,
  wait: WAITS_PER_DAY,
} as const

/** The things that a user can begin by promising to pay. */
export type Beginning = keyof typeof BEGUN_PER_DAY
/** A use of the limit, counted in advance. Call `giveBack` if nothing new was begun. */
export type CountedUse = { giveBack(): Promise<void> }
/** The same for a place, while the user may not be known yet. */
export type CountedPlace = {
  /** Whether the user has an unpaid place in the group already, which is being changed. */
  isChange: boolean
  isCounted: boolean
  giveBack(userId: UserId): Promise<void>
  /** Why it was not counted. */
  refuse(userId: UserId): Promise<Result<never>>
}
type RateWait = { rule: Rule; waitMs: number }

/** Whether payments are closed is read with the pages' texts. */
export type NeedsToBegin = Needs<'db' | 'clock' | 'log' | 'config'>

// Keeps users from testing cards and from blocking seats without paying (decision 0013). Counts
// declined cards, and the seats, drafts and orders begun. Payments are not counted: what is owed
// can always be paid.

const [ofHour, ofDay] = DECLINES

const rule = (kind: string, subject: string | SQL, windowMs: number, max: number): Rule => ({
  kind,
  subject,
  windowMs,
  max,
})

const declines = (userId: UserId | SQL): Rule => ({ ...ofHour, subject: userId })

const declinesOfDay = (userId: UserId | SQL): Rule => ({ ...ofDay, subject: userId })

const changes = (userId: UserId | SQL) => rule(CHANGE, userId, hours(1), CHANGES_PER_HOUR)

/**
 * Whether the user may begin something. Fails with `unavailable` for a closed account, and for a
 * place that D1 does not know yet: closing an account at this moment must find everything that can
 * be paid for.
 */
export const checkMayBegin = async (
  { db }: Needs<'db'>,
  userId: UserId,
  placeId?: ParticipantId,
): Promise<Result<null>> =>
  (await mayBegin(db, userId, placeId)) ? ok(null) : fail('unavailable', { retryAfterSeconds: 5 })

/**
 * The rule that counts a new thing, the rules that are only checked, and the limit of simultaneous
 * ones.
 */
const ruleOf = (
  { db }: Needs<'db'>,
  userId: UserId | SQL,
  what: Beginning,
  now: Instant,
  { free = false, place }: { free?: boolean; place?: string | undefined } = {},
) => ({
  begun: { ...rule(what, userId, DAY_MS, BEGUN_PER_DAY[what]), ...(place && { place }) },
  others: free ? [] : [declines(userId), declinesOfDay(userId)],
  also: hasRoom(db, userId, what, now),
})

/** Why nothing was begun: a rule that makes the user wait, or too many at a time. */
const full = (
  { db }: Needs<'db'>,
  wait: RateWait,
  userId: UserId,
  what: Beginning,
  now: Instant,
) => (wait.waitMs > 0 || what === 'order' ? refusedBy(wait) : tooMany(db, userId, what, now))

const refuseClosed = async (context: NeedsToBegin) =>
  (await readSiteTexts(context)).gaps.length > 0
    ? fail('unavailable', { context: 'paymentsClosed', retryAfterSeconds: CLOSED_RETRY_S })
    : null

/**
 * Whether the user may pay; `rateLimited` for at most an hour after too many declined cards.
 * Otherwise as for `checkMayBegin`.
 */
export async function mayPay(
  context: Needs<'db' | 'clock'>,
  userId: UserId,
  placeId?: ParticipantId,
): Promise<Result<null>> {
  const { db, clock } = context
  const [{ full, waitMs }, may] = await Promise.all([
    countAttempts(db, declines(userId), clock.now()),
    checkMayBegin(context, userId, placeId),
  ])
  return full ? refusedBy({ rule: declines(userId), waitMs }) : may
}

/**
 * Counts a seat, a draft or an order that is about to be begun. Fails with `rateLimited` after
 * too many in a day, while too many declined cards keep the user from paying for it, or while
 * the user has as many of them as may be had at a time; with `unavailable` while payments are
 * closed. `place`: the seat, or the car that is waited for. `free`: no card is needed.
 */
export async function countBegun(
  context: NeedsToBegin,
  userId: UserId,
  what: Beginning,
  { free = false, place }: { free?: boolean; place?: string } = {},
): Promise<Result<CountedUse>> {
  const { clock, db } = context
  const closed = free || what === 'wait' ? null : await refuseClosed(context)
  if (closed) return closed
  const now = clock.now()
  const { begun, others, also } = ruleOf(context, userId, what, now, { free, place })
  const taken = await takeAttempt(db, [begun], now, { others, also })
  return taken.taken
    ? ok({ giveBack: () => giveBackAttempt(db, [begun], now) })
    : full(context, taken, userId, what, now)
}

/**
 * The same for a place that needs a card, in the round trip that reads the viewer's session and
 * whatever else is requested at the same time. If the user has an unpaid place in that group, that
 * place is changed instead, which counts as a change. Nothing is counted without a live session.
 */
export async function countPlace(
  context: NeedsToBegin,
  viewer: ViewerRef,
  what: 'hold' | 'draft',
  { place, groupId }: { place: ParticipantId; groupId: GroupId },
): Promise<CountedPlace> {
  const { clock, db } = context
  const closed = await refuseClosed(context)
  const now = clock.now()
  const of = ruleOf(context, idOf(db, viewer), what, now, { place })
  const known = isKnown(db, viewer, now)
  const held = holdsIn(db, viewer, groupId, now)
  const isNew = and(known, not(held), of.also, closed ? sql`false` : undefined)
  const change = changes(idOf(db, viewer))
  const [[found], begun, changed] = await Promise.all([
    batchRead(db, db.select({ held: held.mapWith(Boolean).as('held') }).from(sql`(select 1)`)),
    batchRead(db, claimAttempt(db, [of.begun], now, { ...of, also: isNew })),
    batchRead(db, claimAttempt(db, [change], now, { also: and(known, held) })),
  ])
  const isChange = found?.held === true
  return {
    isChange,
    isCounted: begun.length + changed.length > 0,
    async giveBack(userId) {
      if (begun.length > 0) await giveBackAttempt(db, [{ ...of.begun, subject: userId }], now)
    },
    async refuse(userId) {
      if (isChange) return refusedBy(await longestWait(db, [changes(userId)], now))
      if (closed) return closed
      const { begun, others } = ruleOf(context, userId, what, now, { place })
      return full(context, await longestWait(db, [begun, ...others], now), userId, what, now)
    },
  }
}

/** Counts a change to something that exists. Fails with `rateLimited` after too many in an hour. */
export async function countChange(
  { db, clock }: Needs<'db' | 'clock'>,
  userId: UserId,
): Promise<Result<null>> {
  const taken = await takeAttempt(db, [changes(userId)], clock.now())
  return taken.taken ? ok(null) : refusedBy(taken)
}

/** Counts a declined card, once per event. Returns true when the user has now had too many. */
export async function countDecline(
  { db, clock }: Needs<'db' | 'clock'>,
  userId: UserId,
  eventId: string,
): Promise<boolean> {
  const once = rule(EVENT, eventId, DAY_MS, 1)
  const unlimited = { ...declines(userId), max: Number.MAX_SAFE_INTEGER }
  await takeAttempt(db, [once, unlimited], clock.now())
  return (await countAttempts(db, declines(userId), clock.now())).full
}

/** Whether a user may have one more at a time; undefined: there is no such limit here. */
function hasRoom(db: Db, userId: UserId | SQL, what: Beginning, now: Instant): SQL | undefined {
  if (what === 'wait') return sql`${countWaits(db, userId, now)} < ${WAITS_PER_USER}`
  return what === 'order' ? undefined : sql`${countHolds(db, userId, now)} < ${OPEN_HOLDS_PER_USER}`
}

/**
 * The user can pay or give up a place at any time; the returned wait lasts until the first hold
 * runs out.
 */
async function tooMany(
  db: Db,
  userId: UserId,
  what: Beginning,
  now: Instant,
): Promise<Result<never>> {
  if (what === 'wait')
    return fail('rateLimited', { context: 'waiting', max: WAITS_PER_USER, retryAfterSeconds: 60 })
  const waitMs = ((await firstHoldEnds(db, userId, now)) ?? now) - now
  return fail('rateLimited', {
    context: 'open',
    max: OPEN_HOLDS_PER_USER,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}

/** The refusal: `context` selects the text with the reason and the seconds to wait. */
function refusedBy({ rule: { kind, max, windowMs }, waitMs }: RateWait): Result<never> {
  const context = kind === DECLINE && windowMs === DAY_MS ? 'declineDay' : kind
  return fail('rateLimited', {
    context,
    max,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
