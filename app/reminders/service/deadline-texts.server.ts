import type { BatchItem } from 'drizzle-orm/batch'
import { hours } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { askForText, listDeadlines } from '#app/reminders/rows/deadlines-due.server.ts'
import { deadlineInCar, deadlineOnTrip, mayTextOf } from '#app/reminders/rules/deadline.ts'
import type { Db } from '#db/db.ts'

/**
 * How far ahead a departure with a deadline to text about may be: a deadline is at most 24 hours
 * before departure, and a message that would be sent at night goes out at most 14 hours earlier.
 */
const AHEAD_MS = hours(24 + 14)
/** Number of statements in one batch. */
const BATCH_MAX = 50

/**
 * Requests text messages about near deadlines for students whom emails do not reach; found in the
 * read models, as reminders are. The current state is checked again when each is sent.
 */
export async function askForDeadlineTexts(db: Db, now: Instant): Promise<void> {
  const window = { from: now, until: now + AHEAD_MS }
  const near = (await listDeadlines(db, window)).flatMap((place) => {
    const { kind, departureAt } = place
    const deadline =
      kind === 'trip'
        ? deadlineOnTrip({ ...place, tripStartAt: departureAt }, now)
        : deadlineInCar({ ...place, carpoolAt: departureAt }, now)
    return deadline && mayTextOf(deadline.by, now) ? [{ place, toDo: deadline.toDo }] : []
  })
  for (let from = 0; from < near.length; from += BATCH_MAX) {
    const writes: BatchItem<'sqlite'>[] = near
      .slice(from, from + BATCH_MAX)
      .map(({ place, toDo }) => askForText(db, place, toDo, now))
    await db.batch(writes as [BatchItem<'sqlite'>])
  }
}
