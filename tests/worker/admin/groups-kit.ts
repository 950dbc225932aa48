import { eq } from 'drizzle-orm'
import type { Viewer } from '#app/services/groups/viewer.ts'
import { notices } from '#db/schema.ts'
import { db } from '#tests/worker/carpool/kit.ts'

type Listed = { status: string; currentPassengers: number }

/** A row of a list, abbreviated. */
export const listedStatus = ({ status, currentPassengers }: Listed) =>
  `${status} ${currentPassengers}`

/** How often a student was notified that one of their groups is cancelled. */
export async function timesTold({ id }: Viewer): Promise<number> {
  const rows = await db.select().from(notices).where(eq(notices.userId, id))
  return rows.filter(({ code }) => code === 'groupCancelled').length
}
