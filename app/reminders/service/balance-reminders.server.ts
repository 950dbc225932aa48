import { groupParams } from '#app/group/service/group-params.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import { eachByItself } from '#app/platform/queue.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { listBalances } from '#app/reminders/rows/balances-due.server.ts'

/**
 * Windows before an unpaid balance is due; each brings one reminder. `about` makes its notice
 * distinct from the others.
 */
const REMINDERS = [
  { from: hours(24), to: hours(3), about: '' },
  { from: hours(3), to: 0, about: ':3h' },
]
/** Number of notices written at the same time. */
const WIDTH = 10
/** No reminder for students who learned of the balance within this time. */
const NOTIFIED_LATELY_MS = hours(3)

// Reminders of unpaid balances, found in the read models, since the groups themselves have
// nothing to do at that moment.

async function listDue(
  { db }: Needs<'db'>,
  { from, to, about }: (typeof REMINDERS)[number],
  now: Instant,
) {
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

export async function sweepBalances(context: Needs<'db' | 'clock' | 'log'>) {
  const { clock, db } = context
  const now = clock.now()
  const items = (await Promise.all(REMINDERS.map((one) => listDue(context, one, now)))).flat()
  const idOf = (notice: (typeof items)[number]) => String(notice.params.participantId)
  return eachByItself(context, { name: 'balances', items, idOf, width: WIDTH }, async (notice) => {
    await insertNotice(db, { ...notice, createdAt: now })
    return 'done'
  })
}
