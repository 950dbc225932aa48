import { optionalPart } from '#app/http/optional-part.server.ts'
import { LISTS, type List, listOfSearch } from '#app/routes/account/query.ts'
import { describePoints } from '#app/services/accounts/points.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'

const POINTS_PAGE = 10

/** Everything the profile shows. A part that could not be read is null. */
export async function readProfilePage(context: AppContext, viewer: User, url: URL) {
  const member = viewer.accountType === 'MEMBER'
  const [account, records, ledger] = await Promise.all([
    optionalPart(context, 'account', readAccount(context, viewer)),
    optionalPart(context, 'records', context.carpools.records(viewer)),
    // Only members have points (docs/rules.md#points).
    member
      ? optionalPart(context, 'points', readLedger(context, viewer, url.searchParams.get('points')))
      : null,
  ])
  const list = listOfSearch(url.search)
  return {
    account,
    member,
    list,
    carpools: records && pickList(records, list),
    ledger,
    now: context.clock.now(),
  }
}

/** The user info without its raw points history. */
async function readAccount(context: AppContext, viewer: Viewer) {
  const user = await context.accounts.find(viewer.id)
  if (!user) throw new Error('the user of a live session is gone')
  const { pointsHistory: _, ...account } = user
  return account
}

export type Account = Awaited<ReturnType<typeof readAccount>>

/**
 * The chosen list of records, soonest departure first (past ones: latest first), plus the counts
 * and the due balances across all of them.
 */
function pickList(records: CarpoolRecord[], list: List) {
  const of = (place: List) => records.filter((record) => record.list === place)
  const items = of(list)
  return {
    items: list === 'joined' ? items : items.toReversed(),
    counts: Object.fromEntries(LISTS.map((place) => [place, of(place).length])) as Record<
      List,
      number
    >,
    due: records
      .filter(({ actions }) => actions.includes('payRemaining'))
      .map(({ participantId, balanceDueAt, private: whole, remainingAmount }) => ({
        participantId,
        balanceDueAt,
        private: whole,
        amount: remainingAmount ?? 0,
      })),
  }
}

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
