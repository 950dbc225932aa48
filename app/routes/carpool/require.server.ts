import type { CarpoolId } from '#app/domain/id.ts'
import type { CarpoolCard, Viewer } from '#app/services/carpools.server.ts'
import type { AppContext } from '#app/services/context.server.ts'

/** A carpool that others may see, or the 404 page. */
export async function requireCarpool(
  context: AppContext,
  id: string | undefined,
  user: Viewer,
): Promise<CarpoolCard> {
  const carpool = id ? await context.carpools.find(id as CarpoolId, user) : null
  if (!carpool) throw new Response(null, { status: 404 })
  return carpool
}
