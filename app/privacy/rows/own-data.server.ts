import { asc, desc, eq } from 'drizzle-orm'
import type { UserId } from '#app/kernel/id.ts'
import type { Db } from '#db/db.ts'
import { notes, notices, sessions, waits, wishes } from '#db/schema.ts'

/** When a user logged in and when each session ends; nothing that would let anyone log in. */
export const listSessionsOf = (db: Db, userId: UserId) =>
  db
    .select({
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      device: sessions.device,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt))

/** Every notice a user ever got, oldest first. */
export const listNoticesOf = (db: Db, userId: UserId) =>
  db
    .select({
      code: notices.code,
      params: notices.params,
      createdAt: notices.createdAt,
      readAt: notices.readAt,
      email: notices.emailState,
      emailTo: notices.emailTo,
      textMessage: notices.smsState,
    })
    .from(notices)
    .where(eq(notices.userId, userId))
    .orderBy(asc(notices.createdAt), asc(notices.id))

/** Every waitlist that a user is on, oldest first. */
export const listWaitsOf = (db: Db, userId: UserId) =>
  db.select().from(waits).where(eq(waits.userId, userId)).orderBy(asc(waits.createdAt))

/** Everything stored about a student's wishes. */
export const listWishesOf = (db: Db, userId: UserId) =>
  db.select().from(wishes).where(eq(wishes.userId, userId)).orderBy(asc(wishes.createdAt))

/** What administrators noted about a student, newest first; not who. */
export const listNotesOf = (db: Db, userId: UserId) =>
  db
    .select({ about: notes.subjectId, text: notes.text, at: notes.at })
    .from(notes)
    .where(eq(notes.userId, userId))
    .orderBy(desc(notes.at))
