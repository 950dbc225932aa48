import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  not,
  or,
  sql,
} from 'drizzle-orm'
import { type SQLiteColumn, union } from 'drizzle-orm/sqlite-core'
import { PERSONAL } from '#app/group/rules/state.ts'
import type { GroupId, ParticipantId, UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import type { Db } from '#db/db.ts'
import { hasRow } from '#db/rows.ts'
import {
  emailStops,
  idempotencyKeys,
  notes,
  notices,
  orders,
  participants,
  pointsLedger,
  requests,
  rideContacts,
  sessions,
  tripTexts,
  users,
  verificationCodes,
  waits,
  wishes,
  wishNews,
} from '#db/schema.ts'

/** Accounts per sweep. */
const SWEEP_MAX = 50
/**
 * Prefix of the placeholders for a closed account's phone and email: no phone starts with it, so
 * nobody can log in with one.
 */
export const CLOSED = 'closed:'

/**
 * Whether a payment may begin: the account is not closed and, when paying for a place, that place
 * is among the rows in which closing an account looks for open money (decision 0012).
 */
export async function mayBegin(db: Db, userId: UserId, placeId?: ParticipantId): Promise<boolean> {
  const isClosed = hasRow(db, users, eq(users.id, userId), isNotNull(users.closedAt))
  const known = placeId && hasRow(db, participants, eq(participants.id, placeId))
  const row = await db.get<{ may: number }>(sql`select (${and(not(isClosed), known)}) as may`)
  return row.may === 1
}

/**
 * Starts closing an account, so that nothing new can begin for it. Returns false if it is already
 * being closed or does not exist.
 */
export async function beginClosing(db: Db, id: UserId, now: Instant): Promise<boolean> {
  const begun = await db
    .update(users)
    .set({ closedAt: now })
    .where(and(eq(users.id, id), isNull(users.closedAt)))
    .returning({ id: users.id })
  return begun.length > 0
}

/**
 * Reopens an account whose closing began at `closedAt`, with all its sessions. Does nothing once it
 * has been erased.
 */
export const reopen = (db: Db, { id, closedAt }: Closing) =>
  db
    .update(users)
    .set({ closedAt: null })
    .where(and(eq(users.id, id), eq(users.closedAt, closedAt), isHere))

const isHere = sql`${users.phone} not like ${`${CLOSED}%`}`

/** An account and when its closing began, which identifies the closing. */
export type Closing = { id: UserId; closedAt: Instant }

/**
 * Erases a user's identity in D1, in one transaction: account, sessions, notices, stored answers,
 * what they wrote about trips, showed on rides and wished for, notes about them, the words of
 * requests for money, and the names, phones, addresses and flights of what they ordered and joined.
 * Amounts, times, ids and points stay. Returns false and erases nothing if this closing is no
 * longer current.
 */
export async function eraseInD1(db: Db, { id, closedAt }: Closing, now: Instant): Promise<boolean> {
  const closing = and(eq(users.id, id), eq(users.closedAt, closedAt))
  const still = hasRow(db, users, closing)
  const hers = (column: SQLiteColumn) => and(eq(column, id), still)
  const phone = db.select({ phone: users.phone }).from(users).where(closing)
  const inUse = db.select({ key: users.emailKey }).from(users).where(closing)
  const next = db
    .select({ key: sql`lower(${users.pendingEmail})` })
    .from(users)
    .where(closing)
  const answers = await db.batch([
    db
      .delete(emailStops)
      .where(or(inArray(emailStops.emailKey, inUse), inArray(emailStops.emailKey, next))),
    db.delete(verificationCodes).where(inArray(verificationCodes.phone, phone)),
    db.delete(sessions).where(hers(sessions.userId)),
    db.delete(notices).where(hers(notices.userId)),
    db.delete(idempotencyKeys).where(hers(idempotencyKeys.userId)),
    db.update(orders).set(NOBODYS_ORDER).where(hers(orders.userId)),
    db.update(requests).set(NOBODYS_REQUEST).where(hers(requests.userId)),
    db
      .update(participants)
      .set({ party: NOBODYS_PARTY, flightKeys: '' })
      .where(hers(participants.userId)),
    db.update(pointsLedger).set({ description: '' }).where(hers(pointsLedger.userId)),
    db.delete(tripTexts).where(hers(tripTexts.userId)),
    db.delete(notes).where(hers(notes.userId)),
    db.delete(rideContacts).where(hers(rideContacts.userId)),
    db.delete(wishes).where(hers(wishes.userId)),
    db.delete(wishNews).where(hers(wishNews.userId)),
    db.update(users).set(nobody(id, now)).where(closing).returning({ id: users.id }),
  ])
  return answers[14].length > 0
}

/** A detail that was never given stays null. */
const NOBODYS_PARTY = sql`json_set(${participants.party}, ${sql.join(
  Object.entries(PERSONAL).flatMap(([name, erased]) => [
    sql`${`$.${name}`}`,
    sql`iif(${participants.party} ->> ${name} is null, null, ${erased})`,
  ]),
  sql`, `,
)})`

/** What administrators wrote may name the student. */
const NOBODYS_REQUEST = {
  note: null,
  outside: null,
  lines: sql`json_array(json_object('text', '', 'amount', ${requests.amount}))`,
}

const NOBODYS_ORDER = {
  userName: '',
  tel: '',
  friTel: null,
  fromAddress: '',
  fromZip: '',
  toAddress: '',
  toZip: '',
  publicText: '',
  ownText: '',
}

const nobody = (id: UserId, now: Instant) => ({
  phone: CLOSED + id,
  email: '',
  emailKey: CLOSED + id,
  emailConfirmedAt: null,
  pendingEmail: null,
  emailLinkHash: null,
  emailLinkExpiresAt: null,
  name: '',
  wechat: '',
  passwordHash: '',
  accountType: 'NORMAL' as const,
  auth: null,
  membershipLevel: 0,
  flatName: null,
  flatNumber: null,
  emailNotices: false,
  rideTexts: false,
  suspendedReason: null,
  updatedAt: now,
})

/**
 * Accounts whose closing began by `before` and is not finished, longest waiting first. `erased`:
 * already erased in D1.
 */
export const listClosing = (db: Db, before: Instant, now: Instant) =>
  db
    .select({
      id: users.id,
      closedAt: sql<Instant>`${users.closedAt}`,
      erased: sql<boolean>`${like(users.phone, `${CLOSED}%`)}`.mapWith(Boolean),
    })
    .from(users)
    .where(
      and(
        isNull(users.erasedAt),
        lte(users.closedAt, before),
        isNotSetAside('closings', users.id, now),
      ),
    )
    .orderBy(asc(users.closedAt))
    .limit(SWEEP_MAX)

/** Marks the closing of an account as finished. */
export const markErased = (db: Db, { id, closedAt }: Closing, now: Instant) =>
  db
    .update(users)
    .set({ erasedAt: now, stripeCustomerId: null })
    .where(and(eq(users.id, id), eq(users.closedAt, closedAt)))

/** Every group the user ever had a place in or waits for, as far as D1 knows; carpools first. */
export async function listGroupsOf(db: Db, userId: UserId): Promise<GroupId[]> {
  const idIn = <T extends typeof participants | typeof waits>(table: T) =>
    db
      .select({ id: sql<GroupId>`${table.groupId}`.as('id') })
      .from(table)
      .where(eq(table.userId, userId))
  const groups = await union(idIn(participants), idIn(waits)).orderBy(sql`id`)
  return groups.map(({ id }) => id)
}

/** All of a user's orders, the newest first. */
export const listOrdersOf = (db: Db, userId: UserId) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
