import type { T } from '#app/i18n/server.ts'
import { cutPage, readCursor } from '#app/kernel/cursor.ts'
import type { UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  listMessages,
  listNews,
  listNotices,
  markAllNoticesRead,
  markNoticesRead,
  NEWS_MAX,
} from '#app/notices/rows/notices.server.ts'
import { isToDo } from '#app/notices/rules/notices.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import { describeNotice, type NoticeWords } from './notice-texts.server.ts'

export type Notice = NoticeWords & {
  id: string
  at: Instant
  /** Not read and still true: an outdated notice needs no reading. */
  unread: boolean
}

const PAGE = 20

export type NoticePage = {
  items: Notice[]
  /** The cursor of the next page. */
  next: string | null
}

export type Unread = { unread: number; news: Notice[] }

/**
 * Number of unread notices, and the bad news among them, newest first; things to do are tasks
 * (`readTasks`).
 */
export async function readUnread(
  { clock, db }: Needs<'db' | 'clock'>,
  viewer: ViewerRef,
  t: T,
): Promise<Unread> {
  const now = clock.now()
  const rows = await batchRead(db, listNews(db, { viewer }))
  const current = rows.flatMap((row) => noticeOf(row, t, now))
  const unread = current.filter((notice) => notice.unread)
  return { unread: unread.length, news: unread.filter(isBadNews) }
}

/**
 * One page of all notices, newest first, starting at a cursor; an invalid cursor returns the
 * first page.
 */
export async function readNotices(
  { clock, db }: Needs<'db' | 'clock'>,
  viewer: ViewerRef,
  t: T,
  cursor: string | null,
): Promise<NoticePage> {
  const now = clock.now()
  const rows = await batchRead(db, listNotices(db, viewer, readCursor(cursor), PAGE + 1))
  const page = cutPage(rows, PAGE, ({ id, createdAt }) => ({ at: createdAt, id }))
  return { items: page.items.flatMap((row) => noticeOf(row, t, now)), next: page.nextCursor }
}

/** What administrators said about the viewer's place and is still true, newest first. */
export async function readMessages(
  { clock, db }: Needs<'db' | 'clock'>,
  viewer: ViewerRef,
  participantId: string,
  t: T,
): Promise<Notice[]> {
  const rows = await batchRead(db, listMessages(db, viewer, participantId))
  const all = rows.flatMap((row) => noticeOf(row, t, clock.now()))
  return all.filter(({ verdict }) => verdict !== 'over')
}

/** Marks these as read by the user; notices of other users are left alone. */
export async function markRead(
  { db, clock }: Needs<'db' | 'clock'>,
  userId: UserId,
  ids: string[],
) {
  const some = ids.slice(0, NEWS_MAX)
  if (some.length > 0) await markNoticesRead(db, userId, some, clock.now())
}

/** Marks everything that existed at `until` as read by the user. */
export async function markAllRead(
  { db, clock }: Needs<'db' | 'clock'>,
  userId: UserId,
  until: Instant,
) {
  await markAllNoticesRead(db, userId, until, clock.now())
}

const isBadNews = ({ verdict, tone }: Notice): boolean =>
  !isToDo(verdict) && (tone === 'warn' || tone === 'danger')

type Row = Awaited<ReturnType<typeof listNews>>[number]

/** A notice from a newer version has no text here; it is left out, and kept for that version. */
function noticeOf(row: Row, t: T, now: Instant): Notice[] {
  const words = describeNotice(row, t, now)
  if (!words) return []
  const { id, createdAt, readAt } = row
  const unread = readAt === null && words.verdict !== 'over'
  return [{ ...words, id, at: createdAt, unread }]
}
