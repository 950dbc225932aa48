import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#db/db.ts'
import {
  deleteSession,
  deleteSessionsBefore,
  deleteSessionsOf,
  insertSession,
  selectSession,
  touchSession,
} from '#db/queries/sessions.ts'
import type { User } from '#db/queries/users.ts'
import type { UserId } from '../domain/id.ts'
import { hours, SESSION_ABSOLUTE_MS, SESSION_MS, SESSION_RENEW_MS } from '../domain/limits.ts'
import type { Clock, Instant } from '../domain/time.ts'
import { writeCookie } from '../http/cookies.server.ts'
import type { Reads } from './reads.server.ts'

export type { User }

const TOKEN_BYTES = 32
/** `lastSeenAt` is written once a day, so that reading a page is not writing a row. */
const SEEN_EVERY_MS = hours(24)

export type Sessions = {
  /** Starts a session. The token is shown to its owner and never stored. */
  create(userId: UserId): Promise<{ token: string; expiresAt: Instant }>
  /** What is stored of a token. */
  hashOf(token: string): string
  /** Who a token belongs to, or null when it is unknown, ended or too old. `renewed`: set the cookie again. `reads`: what it is read with. */
  read(token: string, reads?: Reads): Promise<{ user: User; expiresAt: Instant; renewed: boolean } | null>
  end(token: string): Promise<void>
  endAll(userId: UserId): Promise<void>
  /** The Set-Cookie value that keeps a token in the browser. */
  cookie(token: string, secure: boolean): string
  /** The Set-Cookie value that takes it out again. */
  clearCookie(secure: boolean): string
  /** Forgets sessions that are over. */
  purge(): Promise<void>
}

/** `__Host-` ties the cookie to this very host over https; http, in development, cannot carry it. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-sid' : 'sid')

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Sessions of 30 days that slide while they are used, 90 days at most (DESIGN section 6). */
export function createSessions({ db, clock }: { db: Db; clock: Clock }): Sessions {
  const cookie = (value: string, secure: boolean, maxAgeSeconds: number) =>
    writeCookie(sessionCookieName(secure), value, { httpOnly: true, secure, maxAgeSeconds })

  return {
    async create(userId) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const now = clock.now()
      const expiresAt = now + SESSION_MS
      await insertSession(db, {
        tokenHash: hashOf(token),
        userId,
        createdAt: now,
        lastSeenAt: now,
        expiresAt,
      })
      return { token, expiresAt }
    },
    hashOf,
    async read(token, reads) {
      const now = clock.now()
      const tokenHash = hashOf(token)
      const select = selectSession(db, tokenHash, now)
      const [session] = await (reads ? reads(select) : select)
      if (!session) return null
      const { user, createdAt, lastSeenAt } = session
      const latest = Math.min(now + SESSION_MS, createdAt + SESSION_ABSOLUTE_MS)
      const renewed = session.expiresAt - now < SESSION_RENEW_MS && latest > session.expiresAt
      const expiresAt = renewed ? latest : session.expiresAt
      if (renewed || now - lastSeenAt >= SEEN_EVERY_MS) await touchSession(db, tokenHash, now, expiresAt)
      return { user, expiresAt, renewed }
    },
    end: (token) => deleteSession(db, hashOf(token)),
    endAll: (userId) => deleteSessionsOf(db, userId),
    cookie: (token, secure) => cookie(token, secure, SESSION_MS / 1000),
    clearCookie: (secure) => cookie('', secure, 0),
    purge: async () => void (await deleteSessionsBefore(db, clock.now())),
  }
}
