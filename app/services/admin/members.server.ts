import type { Db } from '#db/db.ts'
import {
  type AdminUserRow,
  allocatePoints,
  decideMember,
  findAdminUser,
  listDoingsOf,
  listPending,
  listPointsOf,
  listUsers,
  setLevel,
  type UserFilter,
  type UserSearch,
} from '#db/queries/admin-users.ts'
import type { PointsEntry } from '#db/queries/points.ts'
import type { AdminId, UserId } from '../../domain/id.ts'
import { noticeAbout } from '../../domain/notice.ts'
import { fail, ok, type Result } from '../../domain/result.ts'
import type { Clock } from '../../domain/time.ts'
import { issue } from '../../schemas/issue.ts'
import { readCursor, writeCursor } from '../cursor.server.ts'
import type { Log } from '../log.server.ts'

/** An account with what its points came from. Of a closed one, who it was is gone. */
export type AdminUser = AdminUserRow & { pointsHistory: PointsEntry[] }
export type AdminDoings = Awaited<ReturnType<typeof listDoingsOf>>
export type AdminUserQuery = Omit<UserFilter, 'after' | 'search'> & {
  /** Part of a phone, a name, a flat, an email or a WeChat id; or an account's id. */
  search?: string
  cursor?: string
}
type PageOf<T> = { items: T[]; nextCursor: string | null }
export type Decision = 'APPROVED' | 'REJECTED'

/** What is to be given (above 0) or taken back, why, and the name of this one try. */
export type PointsGift = { points: number; description: string; attempt: string }

/** Writes that somebody else's came between are tried again this often. */
const TRIES = 3

type Deps = { db: Db; clock: Clock; log: Log }

/** Accounts, for those who run the service: members to decide about, levels, points. */
export function createAdminMembers({ db, clock, log }: Deps) {
  async function withHistory(rows: AdminUserRow[]): Promise<AdminUser[]> {
    const history = await listPointsOf(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({ ...row, pointsHistory: history.get(row.id) ?? [] }))
  }

  async function find(id: string): Promise<AdminUser | null> {
    const row = await findAdminUser(db, id as UserId)
    return row ? ((await withHistory([row]))[0] ?? null) : null
  }

  /** An account that can be changed. Fails with notFound, or operationExpired for a closed one. */
  async function findOpen(id: string): Promise<Result<AdminUser>> {
    const user = await find(id)
    if (!user) return fail('notFound')
    return user.closedAt === null ? ok(user) : fail('operationExpired', { context: 'closedAccount' })
  }

  return {
    /** One page of the members who wait, the longest waiting first. A cursor that is none starts at the beginning. */
    async pending({ cursor, limit }: { cursor?: string; limit: number }): Promise<PageOf<AdminUser>> {
      const rows = await listPending(db, cursor ? readCursor(cursor) : null, limit + 1)
      const page = pageOf(rows, limit)
      return { ...page, items: await withHistory(page.items) }
    },

    /** One page of the accounts, the newest first. A cursor that is none starts at the beginning. */
    async list({ search, cursor, limit, ...filter }: AdminUserQuery): Promise<PageOf<AdminUserRow>> {
      const found = searchOf(search ?? '')
      const after = cursor ? readCursor(cursor) : null
      const rows = await listUsers(db, {
        ...filter,
        ...(found && { search: found }),
        after,
        limit: limit + 1,
      })
      return pageOf(rows, limit)
    },

    find,

    /** One account with what it has joined and ordered; null when there is none. */
    async open(id: string): Promise<(AdminUser & AdminDoings) | null> {
      const [user, doings] = await Promise.all([find(id), listDoingsOf(db, id as UserId)])
      return user && { ...user, ...doings }
    },

    /**
     * Approves or rejects a member who waits, and tells her. Said again, it is the same answer and done once. Fails with notFound,
     * validationFailed (not a member), operationExpired (closed, or decided otherwise meanwhile).
     */
    async decide(by: AdminId, id: string, auth: Decision): Promise<Result<AdminUser>> {
      const at = clock.now()
      const approved = auth === 'APPROVED'
      const auditId = `aud_${crypto.randomUUID()}`
      const userId = id as UserId
      const code = approved ? 'memberApproved' : 'memberRejected'
      const decided = await decideMember(db, {
        id: userId,
        auth,
        entry: {
          id: auditId,
          at,
          adminId: by,
          action: code,
          subject: id,
          before: { auth: 'PENDING' },
          after: { auth },
        },
        // Told once for each decision: after another flat there may be another.
        notice: noticeAbout(code, auditId, userId, {}),
      })
      if (decided) log.info('member decided', { userId, auth })
      const user = await findOpen(id)
      if (!user.ok || user.value.auth === auth) return user
      if (user.value.accountType !== 'MEMBER')
        return fail('validationFailed', { field: 'userId', issue: issue('notAMember') })
      return fail('operationExpired', { context: 'member' })
    },

    /** Sets a membership level. Fails with notFound, operationExpired (closed) or unavailable. */
    async setLevel(by: AdminId, id: string, level: number): Promise<Result<AdminUser>> {
      for (let tries = 0; tries < TRIES; tries++) {
        const user = await findOpen(id)
        if (!user.ok || user.value.membershipLevel === level) return user
        const seen = user.value.membershipLevel
        const set = await setLevel(db, {
          id: user.value.id,
          seen,
          level,
          entry: {
            at: clock.now(),
            adminId: by,
            action: 'membershipLevelSet',
            subject: id,
            before: { membershipLevel: seen },
            after: { membershipLevel: level },
          },
        })
        if (set) return findOpen(id)
      }
      return fail('unavailable')
    },

    /**
     * Gives or takes back points, once for each `attempt` of an administrator, and says so to the student. Fails with notFound,
     * operationExpired (closed), validationFailed (the balance would go below 0), or idempotencyKeyReused (the same attempt was
     * about something else).
     */
    async allocatePoints(by: AdminId, id: string, gift: PointsGift): Promise<Result<AdminUser>> {
      const { points, description, attempt } = gift
      const userId = id as UserId
      const operationId = `allocated:${by}:${attempt}`
      const done = await allocatePoints(db, {
        userId,
        operationId,
        points,
        description,
        // The reason stays in the ledger: it may name somebody.
        entry: {
          at: clock.now(),
          adminId: by,
          action: 'pointsAllocated',
          subject: id,
          before: null,
          after: { points },
        },
        notice: noticeAbout('pointsAllocated', operationId, userId, { points }),
      })
      const user = await findOpen(id)
      if (!user.ok) return user
      if (!done) {
        const balance = user.value.points
        return fail('validationFailed', { field: 'points', issue: issue('pointsBelowZero', { balance }) })
      }
      const isSame = done.userId === id && done.points === points && done.description === description
      return isSame ? user : fail('idempotencyKeyReused')
    },
  }
}

function pageOf<T extends { id: string; createdAt: number }>(rows: T[], limit: number): PageOf<T> {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? writeCursor({ at: last.createdAt, id: last.id }) : null }
}

/** What a typed text may be: a number is looked for without what stands before it at home or abroad. */
function searchOf(typed: string): UserSearch | undefined {
  const text = typed.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  if (text === '') return undefined
  const bare = text.replace(/[\s()-]/g, '')
  const digits = /^(?:\+44|\+|00|0)?(\d{3,15})$/.exec(bare)?.[1] ?? null
  return { text, digits, id: typed.trim() }
}
