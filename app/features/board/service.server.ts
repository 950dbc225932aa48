import { recordView } from '#app/audit/audit.server.ts'
import {
  BOARD,
  type BoardAnswer,
  type BoardAsk,
  isBoardOpen,
  type Post,
  type SeenPost,
} from '#app/features/board/rules/board.ts'
import { findOwnContact, listNames } from '#app/group/rows/companions.server.ts'
import type { GroupKind } from '#app/group/rules/group-name.ts'
import { isCarpoolId, isTripId } from '#app/group/service/group-id.server.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import type { AdminId, GroupId, ParticipantId, UserId } from '#app/kernel/id.ts'
import { BOARD_KEPT_MS, BOARD_OPEN_MS, BOARD_POSTS_MAX } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { surnameOf } from '#app/kernel/surname.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Needs } from '#app/platform/resources.server.ts'

type ViewerPlace = { viewer: { id: UserId }; participantId: string }

/** A post as a member sees it. */
export type PostView = Omit<SeenPost, 'placeId'> & {
  own: boolean
  /** A surname or first word; null once its author has left. */
  name: string | null
}
export type BoardView = {
  kind: GroupKind
  /** Newest first. */
  posts: PostView[]
  /** The post that this call created, now or when it was first made. */
  postId: number | null
  /** Whether time and room are left for another post. */
  open: boolean
  full: boolean
  /** When posting ends, and when everything is deleted. */
  openUntil: Instant
  keptUntil: Instant
}

// The message board of a group, for its members and administrators (docs/rules.md#message-board).
// Its posts exist only in the group's object, which decides who may do what.

const ask = async (
  { objects }: Objects,
  id: GroupId,
  what: BoardAsk,
): Promise<Result<BoardAnswer>> => objects.of(id).ask(id, BOARD, what)

/** Sends a request to the board of the group that has the viewer's confirmed place. */
async function asMember(
  context: Needs<'db' | 'clock'> & Objects,
  { viewer, participantId }: ViewerPlace,
  askFor: (reader: { participantId: ParticipantId; userId: UserId }) => BoardAsk,
): Promise<Result<BoardView>> {
  const { db, clock } = context
  const reader = { participantId: participantId as ParticipantId, userId: viewer.id }
  const [[own], people] = await db.batch([
    findOwnContact(db, reader.participantId, viewer.id),
    listNames(db, reader.participantId, viewer.id),
  ])
  if (!own) return fail('notFound')
  const answer = await ask(context, own.groupId, askFor(reader))
  if (!answer.ok) return answer
  const names = new Map(people.map(({ id, name }) => [id, surnameOf(name)]))
  const { departureAt } = own
  const group = { status: own.status, private: false, departureAt }
  const { seen, postId } = answer.value
  const full = seen.length >= BOARD_POSTS_MAX
  return ok({
    kind: isTripId(own.groupId) ? 'trip' : 'carpool',
    posts: seen.map(({ placeId, ...post }) => ({
      ...post,
      own: placeId === participantId,
      name: names.get(placeId) ?? null,
    })),
    postId,
    open: !full && isBoardOpen(group, clock.now()),
    full,
    openUntil: departureAt + BOARD_OPEN_MS,
    keptUntil: departureAt + BOARD_KEPT_MS,
  })
}

/** Sends an administrator's request. A group of the other kind is not found. */
const asAdmin = async (
  context: Objects,
  kind: GroupKind,
  id: string,
  what: BoardAsk,
): Promise<Result<Post[]>> => {
  if (!(kind === 'trip' ? isTripId(id) : isCarpoolId(id))) return fail('notFound')
  const answer = await ask(context, id as GroupId, what)
  return answer.ok ? ok(answer.value.posts) : answer
}

/**
 * Fails with notFound unless it is the viewer's confirmed place, and after the board is deleted.
 */
export const readPosts = (
  context: Needs<'db' | 'clock'> & Objects,
  asked: ViewerPlace,
): Promise<Result<BoardView>> => asMember(context, asked, (reader) => ({ do: 'read', ...reader }))

/**
 * Posts a text once per key. Fails with notFound as `readPosts` does, with operationExpired,
 * boardFull or rateLimited.
 */
export const addPost = (
  context: Needs<'db' | 'clock'> & Objects,
  { key, content, ...asked }: ViewerPlace & { key: string; content: string },
) => asMember(context, asked, (reader) => ({ do: 'post', key, content, ...reader }))

/**
 * Reports somebody else's post and hides it from the viewer. Repeating it has no further effect.
 * Fails with notFound if there is no such post.
 */
export const reportPost = (
  context: Needs<'db' | 'clock'> & Objects,
  { postId, ...asked }: ViewerPlace & { postId: number },
) => asMember(context, asked, (reader) => ({ do: 'report', postId, ...reader }))

/** All posts of a group, oldest first. The view is audited. */
export async function openBoard(
  context: Needs<'db' | 'clock'> & Objects,
  by: AdminId,
  kind: GroupKind,
  id: string,
): Promise<Result<Post[]>> {
  const posts = await asAdmin(context, kind, id, { do: 'review' })
  if (posts.ok) await recordView(context, by, 'boardViewed', id)
  return posts
}

/**
 * Hides a post from members or shows it again; both close its reports. Audited without the text.
 * Repeating it has no further effect.
 */
export const decidePost = (
  context: Objects,
  by: AdminId,
  kind: GroupKind,
  id: string,
  { postId, hide }: { postId: number; hide: boolean },
) => asAdmin(context, kind, id, { do: hide ? 'hide' : 'show', postId, by })
