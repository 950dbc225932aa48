import { describePoints, readPointsHistory } from '#app/account/service/points.server.ts'
import type { User } from '#app/account/service/sessions.server.ts'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import type { ViewerRef } from '#app/group/service/viewer.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { withUser } from '#app/web/http/guard.server.ts'
import { optionalPart } from '#app/web/http/optional-part.server.ts'

const POINTS_PAGE = 10

/** Everything the account's page shows. Parts that could not be read are null. */
export async function readProfilePage(context: AppContext, user: Promise<User>, url: URL) {
  const cursor = url.searchParams.get('points')
  const [account, points] = await withUser(context, user, (viewer) =>
    optionalPart(context, 'points', readLedger(context, viewer, cursor)),
  )
  // Only members have points (docs/rules.md#points).
  const member = account.accountType === 'MEMBER'
  return { account, member, ledger: member ? points : null }
}

/** A page of the points history in the page's language, and what points are worth. */
async function readLedger(context: AppContext, viewer: ViewerRef, cursor: string | null) {
  const [{ items: entries, ...history }, settings] = await Promise.all([
    readPointsHistory(context, viewer, 'all', { cursor: cursor ?? undefined, limit: POINTS_PAGE }),
    readSettings(context),
  ])
  const items = entries.map((entry) => ({
    id: entry.id,
    points: entry.points,
    text: describePoints(context.language, entry),
    createdAt: entry.createdAt,
  }))
  return { ...history, items, later: cursor !== null, ...settings }
}

export type Ledger = Awaited<ReturnType<typeof readLedger>>
