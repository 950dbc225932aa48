import { and, asc, desc, eq, gte, lt, lte } from 'drizzle-orm'
import type { Marks } from '#app/domain/day-changes.ts'
import type { ParticipantId } from '#app/domain/id.ts'
import type { Instant, LondonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { inList } from '#db/lists.ts'
import { dayStates, participants, users } from '#db/schema.ts'

/**
 * What was last seen of a day's sheet; and what somebody had seen who looked at it between `from`
 * and `until`, the earliest of several; failing that, what was seen last before.
 */
export async function readDayStates(
  db: Db,
  day: LondonDay,
  { from, until }: { from: Instant; until: Instant },
) {
  const ofDay = eq(dayStates.day, day)
  const [last, seen, before] = await db.batch([
    db.select().from(dayStates).where(ofDay).orderBy(desc(dayStates.at)).limit(1),
    db
      .select()
      .from(dayStates)
      .where(and(ofDay, lt(dayStates.at, until), gte(dayStates.seenAt, from)))
      .orderBy(asc(dayStates.at))
      .limit(1),
    db
      .select()
      .from(dayStates)
      .where(and(ofDay, lt(dayStates.at, from)))
      .orderBy(desc(dayStates.at))
      .limit(1),
  ])
  return { last: last[0] ?? null, seen: seen[0] ?? before[0] ?? null }
}

/** Stores what a day's sheet says from now on, and forgets what is too old to be asked about. */
export const insertDayState = (
  db: Db,
  row: { day: LondonDay; at: Instant; marks: Marks },
  forgetBefore: Instant,
) =>
  db.batch([
    db
      .insert(dayStates)
      .values({ ...row, seenAt: row.at })
      .onConflictDoNothing(),
    db.delete(dayStates).where(lte(dayStates.seenAt, forgetBefore)),
  ])

/** The sheet still says the same. */
export const touchDayState = (db: Db, day: LondonDay, at: Instant, seenAt: Instant) =>
  db
    .update(dayStates)
    .set({ seenAt })
    .where(and(eq(dayStates.day, day), eq(dayStates.at, at)))

/** Who has these places, as far as their accounts still say so. */
export const listNamesOf = (db: Db, ids: string[]) =>
  db
    .select({ name: users.name })
    .from(participants)
    .innerJoin(users, eq(users.id, participants.userId))
    .where(inList(participants.id, ids as ParticipantId[]))
