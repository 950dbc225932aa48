import { noticeAbout } from '#app/notices/rules/notices.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { isNight } from '#app/reminders/rules/reminders.ts'
import { listRequestsToRemind, remindOf } from '#app/requests/rows/requests.server.ts'
import { paramsOf } from '#app/requests/service/payments.server.ts'

/**
 * Reminds students of money that they were asked for three days ago, never at night. Returns how
 * many were reminded.
 */
export async function sweepRequests({ db, clock }: Needs<'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  if (isNight(now)) return 0
  const rows = await listRequestsToRemind(db, now)
  for (const row of rows) {
    const notice = noticeAbout('requestDue', row.id, row.userId, paramsOf(row))
    await remindOf(db, row, { ...notice, createdAt: now })
  }
  return rows.length
}
