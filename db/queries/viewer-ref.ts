import { eq, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#app/domain/id.ts'
import type { Db } from '#db/db.ts'
import { sessions } from '#db/schema.ts'

/**
 * The viewer: a user id, or the hash of a session token, so that queries need not wait for the
 * session to be read.
 */
export type ViewerRef = { id: UserId } | { tokenHash: string }

/**
 * The viewer's user id, within a statement. For a token it is returned even if the session has
 * ended or the account is being closed: the caller reads the session in the same batch and must
 * discard the result if the session is not live.
 */
export const idOf = (db: Db, viewerRef: ViewerRef): SQL =>
  'id' in viewerRef
    ? sql`${viewerRef.id}`
    : sql`${db.select({ id: sessions.userId }).from(sessions).where(eq(sessions.tokenHash, viewerRef.tokenHash))}`
