import { eq, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#app/domain/id.ts'
import type { Db } from '#db/db.ts'
import { sessions } from '#db/schema.ts'

/**
 * Who looks: a user, or whoever has a session (the hash of its token), so that nobody has to wait
 * until it has been read.
 */
export type Looker = { id: UserId } | { tokenHash: string }

/**
 * The id of who looks, within a statement. Of a session that has ended or whose account is being
 * closed it still is hers: whoever asks by session reads the session in the same batch, and throws
 * away what he got if it does not live.
 */
export const idOf = (db: Db, looker: Looker): SQL =>
  'id' in looker
    ? sql`${looker.id}`
    : sql`${db.select({ id: sessions.userId }).from(sessions).where(eq(sessions.tokenHash, looker.tokenHash))}`
