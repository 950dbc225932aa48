import type { BatchItem } from 'drizzle-orm/batch'
import { hours } from '#app/domain/limits.ts'
import { noticeAbout } from '#app/domain/notice.ts'
import type { Clock, Instant } from '#app/domain/time.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import type { Db } from '#db/db.ts'
import { listCarpoolBalances, listTripBalances } from '#db/queries/balances-due.ts'
import { insertNotice } from '#db/queries/notices.ts'

/**
 * Windows before an unpaid balance is due; each brings one reminder. `about` makes its notice
 * distinct from the others.
 */
const REMINDERS = [
  { from: hours(24), to: hours(3), about: '' },
  { from: hours(3), to: 0, about: ':3h' },
]
/** No reminder for students who learned of the balance within this time. */
const NOTIFIED_LATELY_MS = hours(3)

export type BalanceReminders = {
  /** Writes the reminders that are due; never throws. Returns how many there were. */
  sweep(): Promise<number>
}

/**
 * Reminders of unpaid balances, found in the read models, since the groups themselves have nothing
 * to do at that moment.
 */
export function createBalanceReminders({
  db,
  clock,
  log,
}: {
  db: Db
  clock: Clock
  log: Log
}): BalanceReminders {
  async function listDue({ from, to, about }: (typeof REMINDERS)[number], now: Instant) {
    const window = {
      from: now + to,
      until: now + from,
      notifiedBefore: now - NOTIFIED_LATELY_MS,
      about,
    }
    const [cars, trips] = await db.batch([
      listCarpoolBalances(db, window),
      listTripBalances(db, window),
    ])
    return [
      ...cars.map(({ userId, amount, private: whole, ...car }) =>
        noticeAbout('balanceDue', car.participantId + about, userId, {
          ...car,
          private: whole ? 1 : 0,
          amount: amount ?? 0,
        }),
      ),
      ...trips.map(({ userId, amount, ...trip }) =>
        noticeAbout('balanceDue', trip.participantId + about, userId, {
          ...trip,
          amount: amount ?? 0,
        }),
      ),
    ]
  }

  async function remind(): Promise<number> {
    const now = clock.now()
    const notices = (await Promise.all(REMINDERS.map((one) => listDue(one, now)))).flat()
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
