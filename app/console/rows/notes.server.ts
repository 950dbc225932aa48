import {
  and,
  count,
  desc,
  eq,
  isNotNull,
  isNull,
  lte,
  min,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { type AuditEntry, auditIfChanged, changeAudited } from '#app/audit/rows/audit.server.ts'
import type { LondonDay } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { columnsOf } from '#db/rows.ts'
import { admins, notes, orders, participants, users } from '#db/schema.ts'

export type NewNote = Pick<typeof notes.$inferInsert, 'id' | 'subjectId' | 'text' | 'by' | 'at'> & {
  tellOn: LondonDay | null
}
/** More than anybody reads about one thing. */
const SHOWN = 100

/** Notes of an account, an order, or the places of a group, newest first, with their authors. */
export const listNotes = (db: Db, of: string) =>
  db
    .select({
      id: notes.id,
      subjectId: notes.subjectId,
      text: notes.text,
      at: notes.at,
      tellOn: notes.tellOn,
      by: admins.phone,
    })
    .from(notes)
    .leftJoin(admins, eq(admins.id, notes.by))
    .where(
      or(eq(notes.subjectId, of), eq(notes.groupId, of as 'car_'), eq(notes.userId, of as 'usr_')),
    )
    .orderBy(desc(notes.at), desc(notes.id))
    .limit(SHOWN)

/**
 * Writes a note about an open account, or its order or place, once under its id, with the audit
 * entry. Returns whether it is there.
 */
export async function insertNote(db: Db, note: NewNote, entry: AuditEntry): Promise<boolean> {
  const { subjectId } = note
  const ofPlace = (column: SQLWrapper) =>
    sql`(select ${column} from ${participants} where ${eq(participants.id, subjectId as 'par_')})`
  const ofOrder = sql`(select ${orders.userId} from ${orders} where ${eq(orders.id, subjectId as 'mail_')})`
  const owner = sql`coalesce(${ofPlace(participants.userId)}, ${ofOrder}, ${subjectId})`
  const values = columnsOf(notes, {
    ...note,
    userId: sql`${users.id}`,
    groupId: sql`${ofPlace(participants.groupId)}`,
  })
  const [, , found] = await db.batch([
    db
      .insert(notes)
      .select(
        db
          .select(values)
          .from(users)
          .where(and(eq(users.id, sql`${owner}`), isNull(users.closedAt))) as never,
      )
      .onConflictDoNothing(),
    auditIfChanged(db, entry),
    db.select({ id: notes.id }).from(notes).where(eq(notes.id, note.id)),
  ])
  return found.length > 0
}

/** Ends the reminder of a note about a subject. */
export const endReminder = (
  db: Db,
  { id, subjectId }: Pick<NewNote, 'id' | 'subjectId'>,
  entry: AuditEntry,
) =>
  changeAudited(
    db,
    db
      .update(notes)
      .set({ tellOn: null })
      .where(and(eq(notes.id, id), eq(notes.subjectId, subjectId), isNotNull(notes.tellOn)))
      .returning({ id: notes.id }),
    entry,
  )

/** Notes to be looked at by `today`, by what they are about; and the subject of the oldest. */
export const countReminders = (db: Db, today: LondonDay) =>
  db
    .select({
      about: sql<string>`substr(${notes.subjectId}, 1, 3)`.as('about'),
      count: count().as('count'),
      subjectId: notes.subjectId,
      groupId: notes.groupId,
      // SQLite takes the other columns from the row that has the minimum.
      since: min(notes.tellOn).as('since'),
    })
    .from(notes)
    .where(lte(notes.tellOn, today))
    .groupBy(sql`about`)
