import { eq, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#app/domain/id.ts'
import type { Db } from '#db/db.ts'
import { sessions } from '#db/schema.ts'

/**
 * The viewer: a user id, or the hash of a session token, so that queries need not wait for the
 * session to be read.
 */
export type ViewerRef = { id: UserId } | { tokenHash: string }

/** What a reference names the viewer by: part of a prepared query's form. */
export type RefBy = 'id' | 'tokenHash'
export const refBy = (ref: ViewerRef): RefBy => ('id' in ref ? 'id' : 'tokenHash')
export const refValue = (ref: ViewerRef): string => ('id' in ref ? ref.id : ref.tokenHash)
/** The reference that consists of these two. */
export const refOf = (by: RefBy, value: string): ViewerRef =>
  by === 'id' ? { id: value as UserId } : { tokenHash: value }

/**
 * The viewer's user id, within a statement. For a token it is returned even if the session has
 * ended or the account is being closed: the caller reads the session in the same batch and must
 * discard the result if the session is not live.
 */
export const idOf = (db: Db, viewerRef: ViewerRef): SQL =>
  'id' in viewerRef
    ? sql`${viewerRef.id}`
    : sql`${db.select({ id: sessions.userId }).from(sessions).where(eq(sessions.tokenHash, viewerRef.tokenHash))}`
