import { and, eq, exists, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { sessions, users } from '#db/schema.ts'

/**
 * The viewer: a user id, or the hash of a session token, so that queries need not wait until the
 * session is read.
 */
export type ViewerRef = { id: UserId } | { tokenHash: string }

/**
 * The viewer's user id, as a subquery. It ignores whether a token's session has ended or the
 * account is being closed: the caller reads the session in the same batch and must discard the
 * result if the session is not live.
 */
export const idOf = (db: Db, viewerRef: ViewerRef): SQL =>
  'id' in viewerRef
    ? sql`${viewerRef.id}`
    : sql`${db.select({ id: sessions.userId }).from(sessions).where(eq(sessions.tokenHash, viewerRef.tokenHash))}`

/**
 * Whether a token's session is live, in a query joined with its user: accounts that are suspended
 * or being closed have no live sessions.
 */
export const isLive = ({ tokenHash, now }: { tokenHash: string; now: Instant }) =>
  and(
    eq(sessions.tokenHash, tokenHash),
    gt(sessions.expiresAt, now),
    isNull(users.closedAt),
    isNull(users.suspendedAt),
  )

/**
 * Whether the viewer may change anything, for a statement in the batch that reads their session. A
 * user id stands for a session that has been read.
 */
export const isKnown = (db: Db, viewer: ViewerRef, now: Instant): SQL =>
  'id' in viewer
    ? sql`true`
    : exists(
        db
          .select({ one: sql`1` })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.userId))
          .where(isLive({ tokenHash: viewer.tokenHash, now })),
      )
