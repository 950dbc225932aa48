import type { Show } from '#app/console/rules/departures.ts'
import { REVIEWS } from '#app/console/service/reviews.server.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import type { AppContext } from '#app/server/context.server.ts'

export type TodayData = Awaited<ReturnType<typeof readToday>>

/** More are in the lists. */
const DEPARTURES_SHOWN = 20

/** Reads the first page for an administrator with these `scopes`. */
export async function readToday(
  { admin, disputes, failedRefunds, flights, recovery }: AppContext,
  scopes: readonly AdminScope[],
  show: Show,
) {
  const [departures, today, reviewed, daySheet] = await Promise.all([
    admin.departures(),
    admin.today(),
    admin.reviews(),
    admin.daySheet(),
  ])
  const sendsCars = scopes.includes('groups') || scopes.includes('dispatch')
  const [departing, read, texts, missing, gaps, open, owed, lost, expiring, flightCalls] =
    await Promise.all([
      sendsCars ? departures.read(['carpool', 'trip'], { show, limit: DEPARTURES_SHOWN }) : null,
      today.read(),
      today.texts(),
      reviewed.missing(),
      scopes.includes('catalog') ? reviewed.gaps() : [],
      scopes.includes('records') ? disputes.open() : [],
      scopes.includes('records') ? failedRefunds.owed() : [],
      scopes.includes('records') ? recovery().then((one) => one.lost()) : [],
      scopes.includes('dispatch') ? daySheet.expiring() : null,
      scopes.includes('dispatch') ? flights().then((one) => one.usedUp()) : null,
    ])
  const due = missing.filter((topic) => scopes.includes(REVIEWS[topic].scope))
  const reviews = due.map((topic) => {
    const { tables, to } = REVIEWS[topic]
    const named: readonly string[] = tables
    const hasGaps = gaps.some(({ page }) => named.includes(`descriptions:${page}`))
    return { topic, to, hasGaps }
  })
  const own = { departing, show, reviews, gaps, scopes }
  // Whose they are is on the pages that they lead to, which record who opens them.
  const nameless = owed.map((refund) => ({ ...refund, name: refund.userId, phone: null }))
  const lostPayments = lost.map((payment) => ({ ...payment, name: null }))
  const money = { disputes: open, failedRefunds: nameless, lostPayments }
  return { ...read, ...own, ...money, texts, expiring, flightCalls }
}
