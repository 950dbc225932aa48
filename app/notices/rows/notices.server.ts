import { and, desc, eq, isNull, lt, lte, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isReceipt, isTexted } from '#app/notices/rules/notices.ts'
import { idOf, type ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { Db } from '#db/db.ts'
import { inList } from '#db/lists.ts'
import { prepared } from '#db/prepared-query.ts'
import { insertIfChanged } from '#db/rows.ts'
import { notices, settings } from '#db/schema.ts'
import { noticeFacts } from './notice-facts.server.ts'

export type NewNotice = Pick<
  typeof notices.$inferInsert,
  'id' | 'userId' | 'code' | 'params' | 'createdAt' | 'emailTo'
>
/** More unread notices than anyone has; the bell shows no larger number. */
export const NEWS_MAX = 100
const MESSAGES_SHOWN = 10

const columnsOf = (db: Db) => ({
  id: notices.id,
  code: notices.code,
  params: notices.params,
  createdAt: notices.createdAt,
  readAt: notices.readAt,
  facts: noticeFacts(db),
})

/** With `rideSms` on, news of a car are to be sent as text messages; with it off they never are. */
function ifTextsAreOn(createdAt: Instant) {
  const isOn = sql`${settings.key} = 'rideSms' and ${settings.value} = '1'`
  const ifOn = (value: SQLWrapper) => sql`(select ${value} from ${settings} where ${isOn})`
  return { smsState: ifOn(sql`'waiting'`), smsAt: ifOn(sql`${createdAt}`) }
}

export const noticeRowOf = <N extends { code: string; createdAt: Instant }>(notice: N) => ({
  ...notice,
  readAt: isReceipt(notice.code) ? notice.createdAt : null,
  emailState: 'waiting' as const,
  emailDueAt: notice.createdAt,
})

/** Writes a notice with its pending email; a notice with the same id is written once. */
export const insertNotice = (db: Db, notice: NewNotice) =>
  db
    .insert(notices)
    .values({
      ...noticeRowOf(notice),
      ...(isTexted(notice.code) ? ifTextsAreOn(notice.createdAt) : {}),
    })
    .onConflictDoNothing()

/** The same in a batch, if the preceding statement changed a row. */
export const noticeIfChanged = (db: Db, notice: NewNotice) =>
  insertIfChanged(db, notices, noticeRowOf(notice))

/** A user's unread notices, newest first. */
export const listNews = prepared((db, { viewer }: { viewer: ViewerRef }) =>
  db
    .select(columnsOf(db))
    .from(notices)
    .where(and(eq(notices.userId, idOf(db, viewer)), isNull(notices.readAt)))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(NEWS_MAX),
)

/** A user's notices, newest first, after the given position. */
export const listNotices = (
  db: Db,
  viewer: ViewerRef,
  after: { at: Instant; id: string } | null,
  limit: number,
) =>
  db
    .select(columnsOf(db))
    .from(notices)
    .where(
      and(
        eq(notices.userId, idOf(db, viewer)),
        after
          ? or(
              lt(notices.createdAt, after.at),
              and(eq(notices.createdAt, after.at), lt(notices.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(limit)

/** What administrators said about a user's place, newest first. */
export const listMessages = (db: Db, viewer: ViewerRef, participantId: string) =>
  db
    .select(columnsOf(db))
    .from(notices)
    .where(
      and(
        eq(notices.userId, idOf(db, viewer)),
        eq(notices.code, 'message'),
        eq(sql`${notices.params} ->> 'participantId'`, participantId),
      ),
    )
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(MESSAGES_SHOWN)

/** Marks notices as read; only the user's own. */
export const markNoticesRead = (db: Db, userId: UserId, ids: string[], now: Instant) =>
  db
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.userId, userId), inList(notices.id, ids), isNull(notices.readAt)))

/** Marks all of a user's notices no newer than `until` as read. */
export const markAllNoticesRead = (db: Db, userId: UserId, until: Instant, now: Instant) =>
  db
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.userId, userId), lte(notices.createdAt, until), isNull(notices.readAt)))
