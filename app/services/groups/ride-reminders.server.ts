import type { BatchItem } from 'drizzle-orm/batch'
import { paramsOf } from '#app/domain/group/ride.ts'
import {
  hours,
  RIDE_NOTIFIED_LATELY_MS,
  RIDE_REMINDER_MS,
  SEATS_REMINDER_MS,
} from '#app/domain/limits.ts'
import { noticeAbout } from '#app/domain/notice.ts'
import { mayRemind, seatsReminderFrom } from '#app/domain/reminders.ts'
import type { Clock, Instant } from '#app/domain/time.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import type { Db } from '#db/db.ts'
import { insertNotice } from '#db/queries/notices.ts'
import {
  listCarpoolRides,
  listCarpoolSeats,
  listTripRides,
  listTripSeats,
} from '#db/queries/reminders-due.ts'

/** A reminder that would fall into the night comes before it: at most this much earlier. */
const BROUGHT_FORWARD_MS = hours(6)

type Deps = { db: Db; clock: Clock; log: Log }
type Start = { carpoolAt: Instant } | { tripStartAt: Instant }
const startOf = (at: Start): Instant => ('carpoolAt' in at ? at.carpoolAt : at.tripStartAt)

/**
 * Reminders of free seats before the cutoff and of the car before departure
 * (docs/rules.md#reminders), found in the read models as those of balances are. Each place gets
 * each of them once.
 */
export function createRideReminders({ db, clock, log }: Deps) {
  async function seats(now: Instant) {
    const window = { from: now, until: now + SEATS_REMINDER_MS + BROUGHT_FORWARD_MS }
    const found = await db.batch([listCarpoolSeats(db, window), listTripSeats(db, window)])
    return found
      .flat()
      .filter((one) => {
        const startAt = startOf(one)
        return now >= seatsReminderFrom(one.dueAt, startAt) && mayRemind(now, startAt)
      })
      .map(({ userId, ...about }) => noticeAbout('seatsFree', about.participantId, userId, about))
  }

  async function rides(now: Instant) {
    const window = {
      from: now,
      until: now + RIDE_REMINDER_MS,
      notifiedBefore: now - RIDE_NOTIFIED_LATELY_MS,
    }
    const found = await db.batch([listCarpoolRides(db, window), listTripRides(db, window)])
    return found
      .flat()
      .flatMap(({ userId, ride, ...about }) =>
        ride && mayRemind(now, startOf(about))
          ? [noticeAbout('rideSoon', about.participantId, userId, { ...about, ...paramsOf(ride) })]
          : [],
      )
  }

  async function remind(): Promise<number> {
    const now = clock.now()
    const notices = (await Promise.all([seats(now), rides(now)])).flat()
    const writes: BatchItem<'sqlite'>[] = notices.map((notice) =>
      insertNotice(db, { ...notice, createdAt: now }),
    )
    if (writes.length > 0) await db.batch(writes as [BatchItem<'sqlite'>])
    return notices.length
  }

  return {
    /** Writes the reminders that are due; never throws. Returns how many there were. */
    async sweep(): Promise<number> {
      try {
        return await remind()
      } catch (error) {
        log.error('rides could not be reminded of', error)
        return 0
      }
    },
  }
}
