import { eq } from 'drizzle-orm'
import type { UserId } from '#app/kernel/id.ts'
import type { Db } from '#db/db.ts'
import { users } from '#db/schema.ts'

/** The user's customer id at the payment provider, or null if they have none yet. */
export async function findCustomerId(db: Db, userId: UserId): Promise<string | null> {
  const [row] = await db
    .select({ id: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, userId))
  return row?.id ?? null
}

export const setCustomerId = (db: Db, userId: UserId, customerId: string) =>
  db.update(users).set({ stripeCustomerId: customerId }).where(eq(users.id, userId))
