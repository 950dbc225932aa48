import { boundedCache } from '#app/bounded-cache.ts'
import { releasedUntilOf } from '#app/domain/carpool/permissions.ts'
import { liveCarpool, releasedNow } from '#app/domain/features/released/released-now.ts'
import type { GroupId } from '#app/domain/id.ts'
import { LIVE_FRESH_MS } from '#app/domain/live.ts'
import type { Clock, Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { findLive, type LiveRow } from '#db/queries/live.ts'

/** The number of groups remembered at a time. */
const KEPT_MAX = 2000

/**
 * How full groups are, for pages that stay open. Each isolate reads a group at most once per
 * LIVE_FRESH_MS, however many people have its ticket open.
 */
export function createLive({ db, clock }: { db: Db; clock: Clock }) {
  const known = boundedCache<GroupId, { row: LiveRow | null; until: Instant }>(KEPT_MAX)

  async function refresh(ids: readonly GroupId[], until: Instant): Promise<void> {
    const rows = await findLive(db, ids)
    for (const id of ids) known.set(id, { row: rows.find((row) => row.id === id) ?? null, until })
  }

  return {
    /** The groups in the order asked for; null for one that is hidden or does not exist. */
    async read(ids: readonly GroupId[]): Promise<(LiveRow | null)[]> {
      const now = clock.now()
      const stale = ids.filter((id) => now >= (known.get(id)?.until ?? 0))
      if (stale.length > 0) await refresh(stale, now + LIVE_FRESH_MS)
      return ids.map((id) => {
        const row = known.get(id)?.row
        return row ? liveCarpool(row, isReleased(row, now)) : null
      })
    },
  }
}

function isReleased({ releasedSeats, departureAt: carpoolAt }: LiveRow, now: Instant): boolean {
  if (releasedSeats === 0) return false
  return releasedNow({ releasedSeats, releasedUntil: releasedUntilOf({ carpoolAt }) }, now) > 0
}

export type Live = ReturnType<typeof createLive>
