import type { AppContext } from '#app/services/context.server.ts'
import { readSlot, type SharedSlot } from '#app/services/wishes/board.server.ts'

/** A part of a day for which a car can be opened, or the 404 page. */
export async function requireSlot(context: AppContext, id = ''): Promise<SharedSlot> {
  const slot = await readSlot(context, id)
  if (!slot) throw new Response(null, { status: 404 })
  return slot
}
