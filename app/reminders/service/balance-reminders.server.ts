import { groupParams } from '#app/group/service/group-params.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Clock, Instant } from '#app/kernel/time.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import type { Log } from '#app/platform/log.server.ts'
import { createQueues } from '#app/platform/queue.server.ts'
import { listBalances } from '#app/reminders/rows/balances-due.server.ts'
import type { Db } from '#db/db.ts'

/**
 * Windows before an unpaid balance is due; each brings one reminder. `about` makes its notice
 * distinct from the others.
 */
const REMINDERS = [
  { from: hours(24), to: hours(3), about: '' },
  { from: hours(3), to: 0, about: ':3h' },
]
/** Notices written at the same time. */
const WIDTH = 10
/** No reminder for students who learned of the balance within this time. */
const NOTIFIED_LATELY_MS = hours(3)

export type BalanceReminders = {
  /** Writes the reminders that are due. Returns how many there were. */
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
  const eachByItself = createQueues({ db, clock, log })
  async function listDue({ from, to, about }: (typeof REMINDERS)[number], now: Instant) {
    const window = {
      now,
      from: now + to,
      until: now + from,
      notifiedBefore: now - NOTIFIED_LATELY_MS,
      about,
    }
    const found = await listBalances(db, window)
    return found.map(({ participantId, userId, dueAt, amount, private: whole, ...row }) => {
      const group = groupParams(row)
      return noticeAbout('balanceDue', participantId + about, userId, {
        participantId,
        ...('tripId' in group ? group : { ...group, private: whole ? 1 : 0 }),
        dueAt,
        amount: amount ?? 0,
      })
    })
  }

  return {
    async sweep() {
      const now = clock.now()
      const items = (await Promise.all(REMINDERS.map((one) => listDue(one, now)))).flat()
      const idOf = (notice: (typeof items)[number]) => String(notice.params.participantId)
      return eachByItself({ name: 'balances', items, idOf, width: WIDTH }, async (notice) => {
        await insertNotice(db, { ...notice, createdAt: now })
        return 'done'
      })
    },
  }
}
