import { optionalPart } from '#app/http/optional-part.server.ts'
import { describePoints } from '#app/services/accounts/points.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'

const POINTS_PAGE = 10

/** Everything the account's page shows. A part that could not be read is null. */
export async function readProfilePage(context: AppContext, viewer: User, url: URL) {
  const member = viewer.accountType === 'MEMBER'
  const [account, ledger] = await Promise.all([
    optionalPart(context, 'account', readAccount(context, viewer)),
    // Only members have points (docs/rules.md#points).
    member
      ? optionalPart(context, 'points', readLedger(context, viewer, url.searchParams.get('points')))
      : null,
  ])
  return { account, member, ledger }
}

/** The user info without its raw points history. */
async function readAccount(context: AppContext, viewer: Viewer) {
  const user = await context.accounts.find(viewer.id)
  if (!user) throw new Error('the user of a live session is gone')
  const { pointsHistory: _, ...account } = user
  return account
}

export type Account = Awaited<ReturnType<typeof readAccount>>

/** A page of the points history in the page's language, and what points are worth. */
async function readLedger(context: AppContext, viewer: Viewer, cursor: string | null) {
  const [history, settings] = await Promise.all([
    context.points.history(viewer.id, 'all', { cursor: cursor ?? undefined, limit: POINTS_PAGE }),
    context.settings.read(),
  ])
  const items = history.items.map((entry) => ({
    id: entry.id,
    points: entry.points,
    text: describePoints(context.language, entry),
    createdAt: entry.createdAt,
  }))
  return { items, nextCursor: history.nextCursor, later: cursor !== null, ...settings }
}

export type Ledger = Awaited<ReturnType<typeof readLedger>>
