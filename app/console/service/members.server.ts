import { allocationOf, type PointsEntry, sumPoints } from '#app/account/rows/points.server.ts'
import { entryOf, readListed, recordView } from '#app/audit/audit.server.ts'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import {
  type AdminUserRow,
  findAdminUser,
  listActivityOf,
  listPending,
  listPointsOf,
  listUsers,
  type UserFilter,
  type UserSearch,
} from '#app/console/rows/admin-users.server.ts'
import {
  allocatePoints,
  decideMembers,
  reinstateUser,
  setLevel,
  suspendUser,
} from '#app/console/rows/member-changes.server.ts'
import { cutPage, type PageOf, type PageQuery, readCursor } from '#app/kernel/cursor.ts'
import type { AdminId, UserId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import {
  needsPassword,
  POINTS_GIVEN_PER_DAY_PENCE,
  pointsWorth,
  worthOf,
} from '#app/kernel/points.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { phoneDigits } from '#app/kernel/search.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { issue } from '#app/schemas/issue.ts'

/** An account and its points history. A closed account has no personal details. */
export type AdminUser = AdminUserRow & { pointsHistory: PointsEntry[] }
export type AdminActivity = Awaited<ReturnType<typeof listActivityOf>>
export type AdminUserQuery = Omit<UserFilter, 'after' | 'search'> & {
  /** Part of a phone, a name, a flat, an email or a WeChat id; or an account's id. */
  search?: string
  cursor?: string
}
export type Decision = 'APPROVED' | 'REJECTED'

/** The points to give (above 0) or take back, the reason, and an id for this attempt. */
export type PointsGift = { points: number; description: string; attempt: string }

/** As many as a page shows. */
export const MEMBERS_AT_ONCE = 24

/** Attempts at a write that conflicts with somebody else's. */
const TRIES = 3

async function withHistory({ db }: Needs<'db'>, rows: AdminUserRow[]): Promise<AdminUser[]> {
  const history = await listPointsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, pointsHistory: history.get(row.id) ?? [] }))
}

async function find(context: Needs<'db'>, id: string): Promise<AdminUser | null> {
  const { db } = context
  const row = await findAdminUser(db, id as UserId)
  return row ? ((await withHistory(context, [row]))[0] ?? null) : null
}

/** An account that can be changed. Fails with notFound, or operationExpired if it is closed. */
async function findOpen(context: Needs<'db'>, id: string): Promise<Result<AdminUser>> {
  const user = await find(context, id)
  if (!user) return fail('notFound')
  return user.closedAt === null ? ok(user) : fail('operationExpired', { context: 'closedAccount' })
}

/**
 * One page of the members waiting for approval, longest waiting first, as `by` sees it, which
 * is recorded. An invalid cursor starts at the beginning.
 */
export async function readPending(
  context: Needs<'db' | 'clock' | 'config'>,
  { cursor, limit }: PageQuery,
  by: AdminId,
): Promise<PageOf<AdminUser>> {
  const { db } = context
  const listed = { by, list: 'members', filter: { cursor }, search: '', limit } as const
  const query = listPending(db, readCursor(cursor), limit + 1)
  const rows = await readListed(context, listed, query)
  const page = cutPage(rows, limit, created)
  return { ...page, items: await withHistory(context, page.items) }
}

/**
 * One page of the accounts, newest first, as `by` sees it, which is recorded. An invalid cursor
 * starts at the beginning.
 */
export async function readUsers(
  context: Needs<'db' | 'clock' | 'config'>,
  { search = '', cursor, limit, ...filter }: AdminUserQuery,
  by: AdminId,
): Promise<PageOf<AdminUserRow>> {
  const { db } = context
  const found = userSearch(search)
  const listed = { by, list: 'users', filter: { ...filter, cursor }, search, limit } as const
  const query = listUsers(db, {
    ...filter,
    ...(found && { search: found }),
    after: readCursor(cursor),
    limit: limit + 1,
  })
  return cutPage(await readListed(context, listed, query), limit, created)
}

/**
 * One account with what it has joined and ordered; null if there is none. The view is recorded.
 */
export async function openUser(
  context: Needs<'db' | 'clock'>,
  by: AdminId,
  id: string,
): Promise<(AdminUser & AdminActivity) | null> {
  const { db } = context
  const [user, activity] = await Promise.all([find(context, id), listActivityOf(db, id as UserId)])
  if (!user) return null
  await recordView(context, by, 'userViewed', id)
  return { ...user, ...activity }
}

/**
 * Approves or rejects a waiting member and notifies them. Repeating it returns the same answer
 * and has no further effect. Fails with notFound, validationFailed (not a member) or
 * operationExpired (closed, or decided differently meanwhile).
 */
export async function judgeMember(
  context: Needs<'db' | 'clock' | 'log'>,
  by: AdminId,
  id: string,
  auth: Decision,
  reason = '',
): Promise<Result<AdminUser>> {
  await judgeMembers(context, by, [id], auth, reason)
  const user = await findOpen(context, id)
  if (!user.ok || user.value.auth === auth) return user
  if (user.value.accountType !== 'MEMBER')
    return fail('validationFailed', { field: 'userId', issue: issue('notAMember') })
  return fail('operationExpired', { context: 'member' })
}

/**
 * The same for several, in one round trip; who is not waiting is left out. Those rejected read the
 * reason, if there is one. Returns how many were decided.
 */
export async function judgeMembers(
  { clock, db, log }: Needs<'db' | 'clock' | 'log'>,
  by: AdminId,
  ids: string[],
  auth: Decision,
  reason = '',
): Promise<number> {
  const code = auth === 'APPROVED' ? 'memberApproved' : 'memberRejected'
  const decisions = ids.slice(0, MEMBERS_AT_ONCE).map((id) => {
    const entry = entryOf(clock, by, code, id, { before: { auth: 'PENDING' }, after: { auth } })
    // One notice per decision: after a move to another flat there may be another.
    const notice = noticeAbout(code, entry.id, id as UserId, reason ? { reason } : {})
    return { id: id as UserId, auth, entry, notice }
  })
  const decided = await decideMembers(db, decisions)
  for (const userId of decided) log.info('member decided', { userId, auth })
  return decided.length
}

/** Sets a membership level. Fails with notFound, operationExpired (closed) or unavailable. */
export async function changeLevel(
  context: Needs<'db' | 'clock'>,
  by: AdminId,
  id: string,
  level: number,
): Promise<Result<AdminUser>> {
  const { clock, db } = context
  for (let tries = 0; tries < TRIES; tries++) {
    const user = await findOpen(context, id)
    if (!user.ok || user.value.membershipLevel === level) return user
    const seen = user.value.membershipLevel
    const entry = entryOf(clock, by, 'membershipLevelSet', id, {
      before: { membershipLevel: seen },
      after: { membershipLevel: level },
    })
    if (await setLevel(db, { id: user.value.id, seen, level, entry })) return findOpen(context, id)
  }
  return fail('unavailable')
}

/**
 * What points given or taken back are worth in pence, and whether that requires the
 * administrator's password.
 */
export async function weighPoints(
  context: Needs<'db'>,
  points: number,
): Promise<{ worth: MinorUnits; confirmed: boolean }> {
  const { pointsPerPound } = await readSettings(context)
  return {
    worth: worthOf(points, pointsPerPound),
    confirmed: needsPassword(points, pointsPerPound),
  }
}

/**
 * Suspends an account and notifies its owner by email; what the student has joined, ordered and
 * paid stays as it is. Repeating it returns the same answer and has no further effect. Fails with
 * notFound or operationExpired (closed).
 */
export async function suspendAccount(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  by: AdminId,
  id: string,
  reason: string,
): Promise<Result<AdminUser>> {
  const { clock, db, log } = context
  const userId = id as UserId
  const entry = entryOf(clock, by, 'userSuspended', id, { after: { reason } })
  const { name: contact } = await readContact(context)
  const notice = noticeAbout('accountSuspended', entry.id, userId, { contact })
  const suspended = await suspendUser(db, { id: userId, reason, entry, notice })
  if (suspended) log.info('account suspended', { userId: id })
  return findOpen(context, id)
}

/**
 * Lifts a suspension and notifies the student. Repeating it returns the same answer and has no
 * further effect. Fails like `suspendAccount`.
 */
export async function reinstateAccount(
  context: Needs<'db' | 'clock' | 'log'>,
  by: AdminId,
  id: string,
): Promise<Result<AdminUser>> {
  const { clock, db, log } = context
  const entry = entryOf(clock, by, 'userReinstated', id)
  const notice = noticeAbout('accountReinstated', entry.id, id as UserId, {})
  const reinstated = await reinstateUser(db, { id: id as UserId, entry, notice })
  if (reinstated) log.info('account reinstated', { userId: id })
  return findOpen(context, id)
}

/** The total of all students' points. */
export const readPointsOut = ({ db }: Needs<'db'>): Promise<number> => sumPoints(db)

/**
 * Gives or takes back points, once per `attempt` of an administrator, and notifies the student.
 * Fails with notFound, operationExpired (closed), validationFailed (the account cannot use
 * points, the administrator has given too many today, or the balance would go below 0), or
 * idempotencyKeyReused (the same attempt was used for something else).
 */
export async function givePoints(
  context: Needs<'db' | 'clock'>,
  by: AdminId,
  id: string,
  gift: PointsGift,
): Promise<Result<AdminUser>> {
  const { db, clock } = context
  const { points, description, attempt } = gift
  const userId = id as UserId
  const operationId = allocationOf(by, attempt)
  const { pointsPerPound } = await readSettings(context)
  const maxGiven = pointsWorth(POINTS_GIVEN_PER_DAY_PENCE, pointsPerPound)
  const { done, given } = await allocatePoints(db, {
    userId,
    operationId,
    points,
    description,
    entry: entryOf(clock, by, 'pointsAllocated', id, {
      after: { points, worth: worthOf(points, pointsPerPound), reason: description },
    }),
    notice: noticeAbout('pointsAllocated', operationId, userId, { points }),
    allowance: { by, since: clock.now() - hours(24), maxGiven },
  })
  const user = await findOpen(context, id)
  if (!user.ok) return user
  if (!done)
    return fail('validationFailed', {
      field: 'points',
      issue: whyNot(user.value, points, maxGiven - given),
    })
  const isSame = done.userId === id && done.points === points && done.description === description
  return isSame ? user : fail('idempotencyKeyReused')
}

const created = ({ id, createdAt }: AdminUserRow) => ({ at: createdAt, id })

/**
 * Why points were not allocated, as a message for their field. `left`: what the administrator may
 * still give today.
 */
function whyNot(
  { accountType, auth, points: balance }: AdminUser,
  points: number,
  left: number,
): string {
  if (points < 0) return issue('pointsBelowZero', { balance })
  if (accountType !== 'MEMBER' || auth !== 'APPROVED') return issue('pointsUnusable')
  return issue('pointsPerDay', { left: Math.max(0, left) })
}

/** What the search text may match. */
export function userSearch(typed: string): UserSearch | undefined {
  const text = typed.toLowerCase().replace(/\s+/g, ' ').trim()
  if (text === '') return undefined
  return { text, digits: phoneDigits(text, 3), id: typed.trim() }
}
