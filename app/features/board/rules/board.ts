import { confirmedOf, type Group, ownPlace, type Place } from '#app/group/rules/state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { is } from '#app/group/rules/status.ts'
import type { AdminId, ParticipantId, UserId } from '#app/kernel/id.ts'
import {
  BOARD_KEPT_MS,
  BOARD_NOTICE_MS,
  BOARD_OPEN_MS,
  BOARD_POSTS_MAX,
  hours,
  POSTS_PER_HOUR,
} from '#app/kernel/limits.ts'
import { fail, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'

/** The message board of a group (docs/rules.md#message-board). Pure. */

export type Post = {
  /** Grows with each post of the board. */
  id: number
  placeId: ParticipantId
  at: Instant
  content: string
  isHidden: boolean
  /** When the others were notified of it; null: not yet. */
  notifiedAt: Instant | null
  /** The places that reported it; a report is open until an administrator has dealt with it. */
  reports: { placeId: ParticipantId; isOpen: boolean }[]
}

/** A post as a member sees it. */
export type SeenPost = {
  id: number
  placeId: ParticipantId
  at: Instant
  /** Null unless it is shown to this member. */
  content: string | null
  /** reported: by this member. */
  state: 'shown' | 'hidden' | 'reported'
}

/** The name under which a group's board is addressed. */
export const BOARD = 'board'

/** A request to a board, with its sender. */
export type BoardAsk =
  | (Reader & { do: 'read' })
  | (Reader & { do: 'post'; key: string; content: string })
  | (Reader & { do: 'report'; postId: number })
  | { do: 'review' }
  | { do: 'hide' | 'show'; postId: number; by: AdminId }
  | { do: 'own'; userId: UserId }
type Reader = { participantId: ParticipantId; userId: UserId }
/**
 * A board's answer: `seen` for members, with the id of the post they asked about; `posts` for
 * administrators, and for the author of all of them.
 */
export type BoardAnswer = { seen: SeenPost[]; postId: number | null; posts: Post[] }

type Facts = { status: GroupStatus; private: boolean; departureAt: Instant }

/** Whether a group has a board: once it is complete, until everything is deleted. */
export const hasBoard = (group: Facts, now: Instant): boolean =>
  !group.private && is(group.status, 'together') && now < boardEndsAt(group)
/** Whether its members may still write. */
export const isBoardOpen = (group: Facts, now: Instant): boolean =>
  hasBoard(group, now) && now < group.departureAt + BOARD_OPEN_MS
export const boardEndsAt = ({ departureAt }: Pick<Facts, 'departureAt'>): Instant =>
  departureAt + BOARD_KEPT_MS

/** The confirmed place from which a student may read; undefined if they have none. */
export function readerOf(
  state: Group,
  departureAt: Instant,
  { participantId, userId }: Reader,
  now: Instant,
): Place | undefined {
  if (!hasBoard({ ...state, departureAt }, now)) return undefined
  const place = ownPlace(state, participantId, userId)
  return place?.seat === 'taken' ? place : undefined
}

/** Why a place may not post now; null: it may. */
export function refusePost(
  group: Facts,
  posts: readonly Post[],
  placeId: ParticipantId,
  now: Instant,
): Result<never> | null {
  if (!isBoardOpen(group, now)) return fail('operationExpired', { context: 'board' })
  if (posts.length >= BOARD_POSTS_MAX) return fail('boardFull')
  const lately = posts.filter((post) => post.placeId === placeId && post.at > now - hours(1))
  const [oldest] = lately.slice(-POSTS_PER_HOUR)
  if (!oldest || lately.length < POSTS_PER_HOUR) return null
  const retryAfterSeconds = Math.ceil((oldest.at + hours(1) - now) / 1000)
  return fail('rateLimited', { context: 'post', max: POSTS_PER_HOUR, retryAfterSeconds })
}

const isReportedBy = ({ reports }: Post, placeId: string) =>
  reports.some((report) => report.placeId === placeId)

/** The posts as a member sees them, newest first. */
export const seenBy = (placeId: ParticipantId, posts: readonly Post[]): SeenPost[] =>
  posts
    .map((post) => {
      const { id, at, content, isHidden } = post
      const state = isHidden ? 'hidden' : isReportedBy(post, placeId) ? 'reported' : 'shown'
      return {
        id,
        placeId: post.placeId,
        at,
        content: state === 'shown' ? content : null,
        state,
      } as const
    })
    .reverse()

const waits = (post: Post) => post.notifiedAt === null && !post.isHidden

/** When members are next notified; null if nothing is new. */
export function notifyAt(posts: readonly Post[]): Instant | null {
  const first = posts.find(waits)
  if (!first) return null
  const last = Math.max(...posts.map((post) => post.notifiedAt ?? 0))
  return Math.max(first.at, last + BOARD_NOTICE_MS)
}

/**
 * Unread posts per confirmed place: by others, not notified yet, and newer than its own last post.
 */
export function newsOf(state: Group, posts: readonly Post[]): { place: Place; count: number }[] {
  return confirmedOf(state).flatMap((place) => {
    const own = posts.findLast((post) => post.placeId === place.id)?.id ?? 0
    const news = posts.filter((post) => waits(post) && post.id > own)
    const count = news.filter((post) => !isReportedBy(post, place.id)).length
    return count > 0 ? [{ place, count }] : []
  })
}

/** When a board next has work; null: never. */
export function boardDue(posts: readonly Post[], departureAt: Instant): Instant | null {
  if (posts.length === 0) return null
  return Math.min(notifyAt(posts) ?? Number.POSITIVE_INFINITY, boardEndsAt({ departureAt }))
}
