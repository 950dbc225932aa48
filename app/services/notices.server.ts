import type { Db } from '#db/db.ts'
import type { Looker } from '#db/queries/looker.ts'
import {
  listNotices,
  listUnreadNotices,
  markAllNoticesRead,
  markNoticesRead,
  UNREAD_MAX,
} from '#db/queries/notices.ts'
import type { UserId } from '../domain/id.ts'
import type { Clock, Instant } from '../domain/time.ts'
import type { T } from '../i18n/server.ts'
import { readCursor, writeCursor } from './cursor.server.ts'
import { describeNotice, type NoticeWords } from './notice-texts.server.ts'
import type { Reads } from './reads.server.ts'

export type Notice = NoticeWords & { id: string; at: Instant; unread: boolean }

/** What stands above a page at most; more would push the page itself out of sight. */
const URGENT_MAX = 3
const PAGE = 20

export type NoticePage = {
  items: Notice[]
  /** Gives the page after this one. */
  next: string | null
}

export type News = { unread: number; urgent: Notice[] }

export type Notices = {
  /** How many are unread, and the newest of those that want something done now, newest first. `reads`: what they are read with. */
  news(looker: Looker | UserId, t: T, reads?: Reads): Promise<News>
  /** A page of all there are, newest first, from a cursor on; a cursor that no page gave is the first page's. */
  list(userId: UserId, t: T, cursor: string | null): Promise<NoticePage>
  /** The user has read these; somebody else's are left alone. */
  markRead(userId: UserId, ids: string[]): Promise<void>
  /** The user has read all that were there at `until`. */
  markAllRead(userId: UserId, until: Instant): Promise<void>
}

/** What students are told: written by carpools, trips, orders and administrators, read here. */
export function createNotices({ db, clock }: { db: Db; clock: Clock }): Notices {
  return {
    async news(looker, t, reads) {
      const select = listUnreadNotices(db, typeof looker === 'string' ? { id: looker } : looker)
      const told = (await (reads ? reads(select) : select)).flatMap((row) => noticeOf(row, t))
      const urgent = told.filter((notice) => notice.urgent)
      return { unread: told.length, urgent: urgent.toReversed().slice(0, URGENT_MAX) }
    },
    async list(userId, t, cursor) {
      const after = cursor === null ? null : readCursor(cursor)
      const rows = await listNotices(db, userId, after, PAGE + 1)
      const shown = rows.slice(0, PAGE)
      const last = rows.length > PAGE ? shown.at(-1) : undefined
      return {
        items: shown.flatMap((row) => noticeOf(row, t)),
        next: last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
      }
    },
    async markRead(userId, ids) {
      const some = ids.slice(0, UNREAD_MAX)
      if (some.length > 0) await markNoticesRead(db, userId, some, clock.now())
    },
    async markAllRead(userId, until) {
      await markAllNoticesRead(db, userId, until, clock.now())
    },
  }
}

type Row = Awaited<ReturnType<typeof listUnreadNotices>>[number]

/** One of a newer version than this has no words here and is kept for it. */
function noticeOf({ id, code, params, createdAt, readAt }: Row, t: T): Notice[] {
  const words = describeNotice({ code, params }, t)
  return words ? [{ ...words, id, at: createdAt, unread: readAt === null }] : []
}
