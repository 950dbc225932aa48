import {
  and,
  asc,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { CarpoolId, ParticipantId, TripId, UserId } from '#app/domain/id.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import {
  idempotencyKeys,
  notices,
  orders,
  participants,
  pointsLedger,
  sessions,
  tripPlaces,
  users,
  verificationCodes,
} from '#db/schema.ts'

/** How many accounts one sweep goes on with. */
const SWEEP_MAX = 50
/**
 * Begins what stands in the place of a phone and an email: no phone begins like this, so nobody can
 * log in with it.
 */
const CLOSED = 'closed:'

const one = { one: sql`1` }

/**
 * Whether a payment may be begun: the account is not closed, and the place that is paid for, if it
 * is one, is among the rows by which a closing finds what is open (decision 0021).
 */
export async function mayBegin(db: Db, userId: UserId, placeId?: ParticipantId): Promise<boolean> {
  const closed = db
    .select(one)
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.closedAt)))
  const inCar = (id: ParticipantId) =>
    db.select(one).from(participants).where(eq(participants.id, id))
  const onTrip = (id: ParticipantId) => db.select(one).from(tripPlaces).where(eq(tripPlaces.id, id))
  const known =
    placeId === undefined ? undefined : or(exists(inCar(placeId)), exists(onTrip(placeId)))
  const row = await db.get<{ may: number }>(sql`select (${and(notExists(closed), known)}) as may`)
  return row.may === 1
}

/**
 * Begins to close an account; from here on nothing new can begin for it. False: it is being closed
 * already, or there is none.
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
 * Opens an account again whose closing began at `closedAt`, with all its sessions. Nothing happens
 * once it has been erased.
 */
export const reopen = (db: Db, { id, closedAt }: Closing) =>
  db
    .update(users)
    .set({ closedAt: null })
    .where(and(eq(users.id, id), eq(users.closedAt, closedAt), isHere))

const isHere = sql`${users.phone} not like ${`${CLOSED}%`}`

/** An account and the moment its closing began, which tells one closing from another. */
export type Closing = { id: UserId; closedAt: Instant }

/**
 * Erases in D1 who somebody was, in one transaction: account, sessions, notices, answers kept for
 * her, and names, phones, addresses and flights of what she ordered and joined. Amounts, times, ids
 * and her points stay. False, and nothing is erased, when it is not this closing any more.
 */
export async function eraseInD1(db: Db, { id, closedAt }: Closing, now: Instant): Promise<boolean> {
  const closing = and(eq(users.id, id), eq(users.closedAt, closedAt))
  const still = exists(db.select(one).from(users).where(closing))
  const hers = (column: SQLiteColumn) => and(eq(column, id), still)
  const phone = db.select({ phone: users.phone }).from(users).where(closing)
  const answers = await db.batch([
    db.delete(verificationCodes).where(inArray(verificationCodes.phone, phone)),
    db.delete(sessions).where(hers(sessions.userId)),
    db.delete(notices).where(hers(notices.userId)),
    db.delete(idempotencyKeys).where(hers(idempotencyKeys.userId)),
    db.update(orders).set(NOBODYS_ORDER).where(hers(orders.userId)),
    db
      .update(participants)
      .set({ nLocation: '', flightNumber: null })
      .where(hers(participants.userId)),
    db
      .update(tripPlaces)
      .set({ nLocation: null, flightNumber: null })
      .where(hers(tripPlaces.userId)),
    db.update(pointsLedger).set({ description: '' }).where(hers(pointsLedger.userId)),
    db.update(users).set(nobody(id, now)).where(closing).returning({ id: users.id }),
  ])
  return answers[8].length > 0
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
  suspendedReason: null,
  updatedAt: now,
})

/**
 * Accounts whose closing began by `before` and is not finished, the longest waiting first.
 * `erased`: in D1.
 */
export const listClosing = (db: Db, before: Instant) =>
  db
    .select({
      id: users.id,
      closedAt: sql<Instant>`${users.closedAt}`,
      erased: sql<boolean>`${like(users.phone, `${CLOSED}%`)}`.mapWith(Boolean),
    })
    .from(users)
    .where(and(isNull(users.erasedAt), lte(users.closedAt, before)))
    .orderBy(asc(users.closedAt))
    .limit(SWEEP_MAX)

/** Nothing is left to do about a closed account. */
export const markErased = (db: Db, { id, closedAt }: Closing, now: Instant) =>
  db
    .update(users)
    .set({ erasedAt: now, stripeCustomerId: null })
    .where(and(eq(users.id, id), eq(users.closedAt, closedAt)))

/** Every group that a user ever had a place in, as far as D1 knows. */
export async function listGroupsOf(
  db: Db,
  userId: UserId,
): Promise<{ cars: CarpoolId[]; trips: TripId[] }> {
  const [cars, trips] = await db.batch([
    db
      .selectDistinct({ id: participants.carpoolId })
      .from(participants)
      .where(eq(participants.userId, userId)),
    db
      .selectDistinct({ id: tripPlaces.tripId })
      .from(tripPlaces)
      .where(eq(tripPlaces.userId, userId)),
  ])
  return { cars: cars.map(({ id }) => id), trips: trips.map(({ id }) => id) }
}

/** All of a user's orders, the newest first. */
export const listOrdersOf = (db: Db, userId: UserId) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
