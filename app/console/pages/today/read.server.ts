import type { Show } from '#app/console/rules/departures.ts'
import { readDepartures } from '#app/console/service/departures.server.ts'
import { REVIEWS, readGaps, readMissingReviews } from '#app/console/service/reviews.server.ts'
import { readDashboard, readTextsSent } from '#app/console/service/today.server.ts'
import { readUsedUp } from '#app/features/flights/service/flight-suggestions.server.ts'
import { readExpiring } from '#app/features/ride/service/day-sheet.server.ts'
import { readUntold } from '#app/features/ride/service/driver-texts.server.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import { readOpenDisputes } from '#app/reconciliation/service/disputes.server.ts'
import { readOwedRefunds } from '#app/reconciliation/service/failed-refunds.server.ts'
import { readLostPayments } from '#app/reconciliation/service/recovery.server.ts'
import type { AppContext } from '#app/server/context.server.ts'

export type TodayData = Awaited<ReturnType<typeof readToday>>

/** The lists show more. */
const DEPARTURES_SHOWN = 20

/** Reads the first page for an administrator with these `scopes`. */
export async function readToday(context: AppContext, scopes: readonly AdminScope[], show: Show) {
  const mayDispatch = scopes.includes('dispatch')
  const seesMoney = scopes.includes('records')
  const shown = { show, limit: DEPARTURES_SHOWN }
  const [departing, read, texts, missing, gaps, open, owed, lost, expiring, flightCalls, untold] =
    await Promise.all([
      scopes.includes('groups') || mayDispatch
        ? readDepartures(context, ['carpool', 'trip'], shown)
        : null,
      readDashboard(context),
      readTextsSent(context),
      readMissingReviews(context),
      scopes.includes('catalog') ? readGaps(context) : [],
      seesMoney ? readOpenDisputes(context) : [],
      seesMoney ? readOwedRefunds(context) : [],
      seesMoney ? readLostPayments(context) : [],
      mayDispatch ? readExpiring(context) : null,
      mayDispatch ? readUsedUp(context) : null,
      mayDispatch ? readUntold(context) : null,
    ])
  const due = missing.filter((topic) => scopes.includes(REVIEWS[topic].scope))
  const reviews = due.map((topic) => {
    const { tables, to } = REVIEWS[topic]
    const named: readonly string[] = tables
    const hasGaps = gaps.some(({ page }) => named.includes(`descriptions:${page}`))
    return { topic, to, hasGaps }
  })
  const own = { departing, show, reviews, gaps, scopes }
  // Names are on the linked pages, which record who opens them.
  const nameless = owed.map((refund) => ({ ...refund, name: refund.userId, phone: null }))
  const lostPayments = lost.map((payment) => ({ ...payment, name: null }))
  const money = { disputes: open, failedRefunds: nameless, lostPayments }
  return { ...read, ...own, ...money, texts, expiring, flightCalls, untold }
}
