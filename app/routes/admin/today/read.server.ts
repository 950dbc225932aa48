import type { AdminScope } from '#app/domain/admin.ts'
import { REVIEWS } from '#app/services/admin/reviews.server.ts'
import type { AppContext } from '#app/services/context.server.ts'

export type TodayData = Awaited<ReturnType<typeof readToday>>

/** Reads the first page for an administrator with these `scopes`. */
export async function readToday(
  { admin, disputes, failedRefunds }: AppContext,
  scopes: readonly AdminScope[],
) {
  const [read, texts, missing, open, owed, expiring] = await Promise.all([
    admin.today.read(),
    admin.today.texts(),
    admin.reviews.missing(),
    scopes.includes('records') ? disputes.open() : [],
    scopes.includes('records') ? failedRefunds.owed() : [],
    scopes.includes('dispatch') ? admin.daySheet.expiring() : null,
  ])
  const own = missing.filter((topic) => scopes.includes(REVIEWS[topic].scope))
  const reviews = own.map((topic) => ({ topic, to: REVIEWS[topic].to }))
  return { ...read, texts, disputes: open, failedRefunds: owed, expiring, reviews, scopes }
}
