import { paramsOf } from '#app/features/ride/rules/ride.ts'
import { groupParams } from '#app/group/service/group-params.ts'
import {
  hours,
  RIDE_NOTIFIED_LATELY_MS,
  RIDE_REMINDER_MS,
  SEATS_REMINDER_MS,
} from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import { eachByItself, runJobs } from '#app/platform/queue.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { listRides, listSeats } from '#app/reminders/rows/reminders-due.server.ts'
import { mayRemind, seatsReminderFrom } from '#app/reminders/rules/reminders.ts'

/** Notices written concurrently. */
const WIDTH = 10
/** A reminder due at night is sent earlier, by at most this much. */
const BROUGHT_FORWARD_MS = hours(6)

const QUEUE = { idOf: (one: { participantId: string }) => one.participantId, width: WIDTH }

// Reminders of free seats before the cutoff and of the car before departure
// (docs/rules.md#reminders), found in the read models like those of balances. Each place gets each
// of them once.

async function seats(context: Needs<'db' | 'clock' | 'log'>, now: Instant): Promise<number> {
  const { db } = context
  const window = { from: now, until: now + SEATS_REMINDER_MS + BROUGHT_FORWARD_MS }
  const items = (await listSeats(db, window)).filter(
    ({ dueAt, departureAt }) =>
      now >= seatsReminderFrom(dueAt, departureAt) && mayRemind(now, departureAt),
  )
  return eachByItself(context, { ...QUEUE, name: 'seats', items }, async (one) => {
    const { participantId, userId, dueAt } = one
    const params = { participantId, ...groupParams(one), dueAt }
    const notice = noticeAbout('seatsFree', participantId, userId, params)
    await insertNotice(db, { ...notice, createdAt: now })
    return 'done'
  })
}

async function rides(context: Needs<'db' | 'clock' | 'log'>, now: Instant): Promise<number> {
  const { db } = context
  const window = {
    from: now,
    until: now + RIDE_REMINDER_MS,
    notifiedBefore: now - RIDE_NOTIFIED_LATELY_MS,
  }
  const found = await listRides(db, window)
  const items = found.filter(({ departureAt }) => mayRemind(now, departureAt))
  return eachByItself(context, { ...QUEUE, name: 'rides', items }, async (one) => {
    const { participantId, userId, ride } = one
    if (!ride) return 'left'
    const params = { participantId, ...groupParams(one), ...paramsOf(ride) }
    const notice = noticeAbout('rideSoon', participantId, userId, params)
    await insertNotice(db, { ...notice, createdAt: now })
    return 'done'
  })
}

/** Writes the reminders that are due. Never throws. Returns how many there were. */
export async function sweepRides(context: Needs<'db' | 'clock' | 'log'>): Promise<number> {
  const { clock, log } = context
  const now = clock.now()
  return runJobs(log, { seats: () => seats(context, now), rides: () => rides(context, now) })
}
