import { and, eq, lt, sql } from 'drizzle-orm'
import type { EmailStop } from '#app/kernel/account.ts'
import type { UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { inList } from '#db/lists.ts'
import { emailStops, users } from '#db/schema.ts'

/**
 * Why no email is sent to a user's address; null if it is. As raw SQL, because a column loses its
 * table's name in a query of one table.
 */
export const stopOfUser = sql<EmailStop | null>`(select email_stops.why from email_stops
  where email_stops.email_key = users.email_key)`

export const findStop = async (db: Db, emailKey: string): Promise<EmailStop | null> => {
  const row = await db.select().from(emailStops).where(eq(emailStops.emailKey, emailKey)).get()
  return row?.why ?? null
}

/** A reader's request outweighs a bounce, which may be temporary. */
export const insertStop = (db: Db, emailKey: string, why: EmailStop, now: Instant) =>
  db
    .insert(emailStops)
    .values({ emailKey, why, at: now })
    .onConflictDoUpdate({
      target: emailStops.emailKey,
      set: { why, at: now },
      setWhere: sql`excluded.why = 'unwanted'`,
    })

export const deleteStops = (db: Db, emailKeys: string[]) =>
  db.delete(emailStops).where(inList(emailStops.emailKey, emailKeys))

/**
 * Deletes bounces from before `at`, so that users who still have such an address are asked again.
 */
export const deleteBouncesBefore = (db: Db, at: Instant) =>
  db.delete(emailStops).where(and(eq(emailStops.why, 'bounced'), lt(emailStops.at, at)))

/** Turns an account's emails off, if this is still its address. */
export const turnEmailsOff = (db: Db, id: UserId, emailKey: string) =>
  db
    .update(users)
    .set({ emailNotices: false })
    .where(and(eq(users.id, id), eq(users.emailKey, emailKey), eq(users.emailNotices, true)))

/** Whether an account's emails go to this address. */
export async function areEmailsOn(db: Db, id: UserId, emailKey: string): Promise<boolean> {
  const row = await db
    .select({ isOn: users.emailNotices })
    .from(users)
    .where(and(eq(users.id, id), eq(users.emailKey, emailKey)))
    .get()
  return row?.isOn ?? false
}
