import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/db.ts'
import { listCarpoolBalances, listTripBalances } from '#db/queries/balances-due.ts'
import { insertNotice } from '#db/queries/notices.ts'
import { hours } from '../domain/limits.ts'
import { noticeAbout } from '../domain/notice.ts'
import type { Clock } from '../domain/time.ts'
import type { Log } from './log.server.ts'

/** A balance that is not paid this long before the departure or the start is reminded of, once. */
const REMIND_BEFORE_MS = hours(24)
/** Whoever has been told of it within this time knows. */
const TOLD_LATELY_MS = hours(3)

export type BalanceReminders = {
  /** Writes the reminders that are due; never throws. Gives how many there were. */
  sweep(): Promise<number>
}

/** Reminders of unpaid balances, found in the read models: the groups themselves have nothing to do at that moment. */
export function createBalanceReminders({
  db,
  clock,
  log,
}: {
  db: Db
  clock: Clock
  log: Log
}): BalanceReminders {
  async function remind(): Promise<number> {
    const now = clock.now()
    const window = { now, until: now + REMIND_BEFORE_MS, toldBefore: now - TOLD_LATELY_MS }
    const [cars, trips] = await Promise.all([listCarpoolBalances(db, window), listTripBalances(db, window)])
    const notices = [
      ...cars.map(({ userId, amount, private: whole, ...car }) =>
        noticeAbout('balanceDue', car.participantId, userId, {
          ...car,
          private: whole ? 1 : 0,
          amount: amount ?? 0,
          dueAt: car.carpoolAt,
        }),
      ),
      ...trips.map(({ userId, amount, ...trip }) =>
        noticeAbout('balanceDue', trip.participantId, userId, {
          ...trip,
          amount: amount ?? 0,
          dueAt: trip.tripStartAt,
        }),
      ),
    ]
    const writes: BatchItem<'sqlite'>[] = notices.map((notice) =>
      insertNotice(db, { ...notice, createdAt: now }),
    )
    if (writes.length > 0) await db.batch(writes as [BatchItem<'sqlite'>])
    return notices.length
  }

  return {
    async sweep() {
      try {
        return await remind()
      } catch (error) {
        log.error('balances could not be reminded of', error)
        return 0
      }
    },
  }
}
