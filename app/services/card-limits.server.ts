import type { Db } from '#db/db.ts'
import { countAttempts, takeAttempt } from '#db/queries/attempts.ts'
import { mayBegin } from '#db/queries/closing.ts'
import type { ParticipantId, UserId } from '../domain/id.ts'
import { DECLINES_PER_HOUR, hours, PAYMENTS_PER_DAY } from '../domain/limits.ts'
import { fail, ok, type Result } from '../domain/result.ts'
import type { Clock } from '../domain/time.ts'

const PAYMENT = 'payment'
const DECLINE = 'decline'
const EVENT = 'decline-event'

export type CardLimits = ReturnType<typeof createCardLimits>

/**
 * What keeps stolen cards from being tried out on us: a user starts at most PAYMENTS_PER_DAY payments
 * a day, and none in the hour of DECLINES_PER_HOUR declined cards.
 */
export function createCardLimits({ db, clock }: { db: Db; clock: Clock }) {
  const declines = (userId: UserId) => ({
    kind: DECLINE,
    subject: userId,
    windowMs: hours(1),
    max: DECLINES_PER_HOUR,
  })
  const payments = (userId: UserId) => ({
    kind: PAYMENT,
    subject: userId,
    windowMs: hours(24),
    max: PAYMENTS_PER_DAY,
  })
  const refused = (waitMs: number) =>
    fail('rateLimited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })

  return {
    /** Whether the user may go on paying; `rateLimited` after too many declined cards. */
    async mayPay(userId: UserId): Promise<Result<null>> {
      const { full, waitMs } = await countAttempts(db, declines(userId), clock.now())
      return full ? refused(waitMs) : ok(null)
    },
    /**
     * Counts a payment that is about to be made. Fails with `unavailable` for an account that is closed, and for a place that D1
     * has not been told of yet: whoever closes an account at this moment must be able to find all that can be paid for.
     */
    async takePayment(userId: UserId, placeId?: ParticipantId): Promise<Result<null>> {
      if (!(await mayBegin(db, userId, placeId))) return fail('unavailable', { retryAfterSeconds: 5 })
      const taken = await takeAttempt(db, [payments(userId)], clock.now())
      return taken.taken ? ok(null) : refused(taken.waitMs)
    },
    /** Counts a declined card, once an event. True when the user has now had too many. */
    async countDecline(userId: UserId, eventId: string): Promise<boolean> {
      const once = { kind: EVENT, subject: eventId, windowMs: hours(24), max: 1 }
      const unlimited = { ...declines(userId), max: Number.MAX_SAFE_INTEGER }
      await takeAttempt(db, [once, unlimited], clock.now())
      return (await countAttempts(db, declines(userId), clock.now())).full
    },
  }
}
