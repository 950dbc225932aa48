import type { CarpoolId } from '#app/domain/id.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { FoundCarpool } from '#app/services/groups/carpool-reads.server.ts'
import type { ViewerRef } from '#app/services/groups/viewer.ts'

/** A carpool that may be joined, or could be until its cutoff; otherwise the 404 page. */
export async function requireCarpool(
  context: AppContext,
  id: string | undefined,
  viewer: ViewerRef,
): Promise<FoundCarpool> {
  const carpool = id ? await context.carpools.find(id as CarpoolId, viewer, { failed: true }) : null
  if (!carpool) throw new Response(null, { status: 404 })
  return carpool
}
