import { createHash, randomBytes } from 'node:crypto'
import {
  deleteOwnSession,
  deleteSession,
  deleteSessionsBefore,
  deleteSessionsOf,
  insertSession,
  listLiveSessions,
  selectSession,
  touchSession,
} from '#app/account/rows/sessions.server.ts'
import type { User } from '#app/account/rows/users.server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { hours, SESSION_ABSOLUTE_MS, SESSION_MS, SESSION_RENEW_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import { bestEffort } from '#app/platform/best-effort.server.ts'
import { hostCookie, writeCookie } from '#app/platform/cookies.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

export type { User }

const TOKEN_BYTES = 32
/** `lastSeenAt` is written at most once a day; otherwise every page view would write a row. */
const SEEN_EVERY_MS = hours(24)

export type LiveSession = {
  id: string
  /** Null: unknown. */
  device: string | null
  createdAt: Instant
  /** Precise to the day. */
  lastSeenAt: Instant
  expiresAt: Instant
  /** Whether this is the session making the request. */
  current: boolean
}

export const sessionCookieName = (secure: boolean): string => hostCookie('sid', secure)

/** Returns the hash under which a token is stored. */
export const sessionHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/**
 * A session's id is the start of its hash; it grants no access and reveals nothing about the token.
 */
const ID_PREFIX = 'ses_'
const ID_LENGTH = 16
const ID = /^ses_[\w-]{16}$/
const idOf = (tokenHash: string): string => ID_PREFIX + tokenHash.slice(0, ID_LENGTH)

// Sessions last 30 days, extended by use up to 90 days (docs/rules.md#sessions).

const cookie = (value: string, secure: boolean, maxAgeSeconds: number) =>
  writeCookie(sessionCookieName(secure), value, { httpOnly: true, secure, maxAgeSeconds })

/** Starts a session. The token is given to its owner and never stored. */
export async function startSession(
  { clock, db }: Needs<'db' | 'clock'>,
  userId: UserId,
  device: string | null = null,
) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = clock.now()
  const expiresAt = now + SESSION_MS
  await insertSession(db, {
    tokenHash: sessionHash(token),
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
    device,
  })
  return { token, expiresAt }
}

/**
 * The user a token belongs to, or null if it is unknown, ended or expired. `renewed`: set the
 * cookie again.
 */
export async function readSession(
  { clock, db }: Needs<'db' | 'clock'>,
  token: string,
): Promise<{ user: User; expiresAt: Instant; renewed: boolean } | null> {
  const now = clock.now()
  const tokenHash = sessionHash(token)
  const [session] = await batchRead(db, selectSession(db, { tokenHash, now }))
  if (!session) return null
  const { user, createdAt, lastSeenAt } = session
  const latest = Math.min(now + SESSION_MS, createdAt + SESSION_ABSOLUTE_MS)
  const renewed = session.expiresAt - now < SESSION_RENEW_MS && latest > session.expiresAt
  const expiresAt = renewed ? latest : session.expiresAt
  if (renewed || now - lastSeenAt >= SEEN_EVERY_MS)
    await bestEffort(
      'a session’s use was not recorded',
      touchSession(db, tokenHash, now, expiresAt),
    )
  return { user, expiresAt, renewed }
}

export const endSession = ({ db }: Needs<'db'>, token: string) =>
  deleteSession(db, sessionHash(token))

/** A user's live sessions, most recently used first. */
export async function listSessions(
  { db, clock }: Needs<'db' | 'clock'>,
  userId: UserId,
  currentToken: string,
): Promise<LiveSession[]> {
  const current = sessionHash(currentToken)
  const rows = await listLiveSessions(db, userId, clock.now())
  return rows.map(({ tokenHash, userId: _, ...row }) => ({
    ...row,
    id: idOf(tokenHash),
    current: tokenHash === current,
  }))
}

/** Ends one of a user's sessions by its id; false if the user has no such session. */
export const endOwnSession = async ({ db }: Needs<'db'>, userId: UserId, id: string) =>
  ID.test(id) && (await deleteOwnSession(db, userId, id.slice(ID_PREFIX.length)))

/** Ends all of a user's sessions except that of `keepToken`. */
export const endSessions = async ({ db }: Needs<'db'>, userId: UserId, keepToken: string | null) =>
  void (await deleteSessionsOf(db, userId, keepToken === null ? null : sessionHash(keepToken)))

/** The Set-Cookie value that stores a token in the browser. */
export const sessionCookie = (token: string, secure: boolean) =>
  cookie(token, secure, SESSION_MS / 1000)

/** The Set-Cookie value that removes it. */
export const emptySessionCookie = (secure: boolean) => cookie('', secure, 0)

/** Deletes expired sessions. */
export const purgeSessions = async ({ db, clock }: Needs<'db' | 'clock'>) =>
  void (await deleteSessionsBefore(db, clock.now()))
