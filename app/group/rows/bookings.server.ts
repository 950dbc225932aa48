import { and, asc, eq, getTableColumns, gte, isNull, lt, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { UserId } from '#app/kernel/id.ts'
import type { Instant, Span } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { columnsOf } from '#db/rows.ts'
import { admins, bookings, groups, participants, users } from '#db/schema.ts'

/** A booking as its group knows it; the passenger's name is the account's. */
export type BookingRow = Omit<typeof bookings.$inferSelect, 'passenger'>
/** The end of a booking that no longer has a car. */
export type BookingEnd = Pick<BookingRow, 'id' | 'version'> & {
  state: Exclude<BookingRow['state'], 'booked'>
}

/** Writes a booking, unless a newer version is there or its account is closed. */
function writeBooking(db: Db, row: BookingRow): BatchItem<'sqlite'> {
  const { id: _, ...set } = row
  const values = columnsOf(bookings, { ...row, passenger: sql`${users.name}` })
  return db
    .insert(bookings)
    .select(
      db
        .select(values)
        .from(users)
        .where(and(eq(users.id, row.userId), isNull(users.closedAt))) as never,
    )
    .onConflictDoUpdate({
      target: bookings.id,
      set,
      setWhere: sql`excluded.version > ${bookings.version}`,
    })
}

/** Keeps the booking and records that the ride did not take place for it. */
const endBooking = (db: Db, { id, version, state }: BookingEnd): BatchItem<'sqlite'> =>
  db
    .update(bookings)
    .set({ version, state })
    .where(and(eq(bookings.id, id), lt(bookings.version, version)))

export const bookingWrite = (db: Db, row: BookingRow | BookingEnd): BatchItem<'sqlite'> =>
  row.state === 'booked' ? writeBooking(db, row as BookingRow) : endBooking(db, row as BookingEnd)

/** The bookings of rides in the span, in strict order of pick-up, after the given one. */
export const pageOfBookings = (
  db: Db,
  { from, to }: Span,
  after: { pickUpAt: Instant; rowid: number } | null,
  limit: number,
) => {
  const rowid = sql<number>`${bookings}.rowid`
  return db
    .select({
      rowid,
      ...getTableColumns(bookings),
      dispatcher: sql<string | null>`coalesce(nullif(${admins.name}, ''), ${admins.phone})`.as(
        'dispatcher',
      ),
      status: sql<string | null>`${groups.status}`.as('group_status'),
      /** Deposit and balance, in pence; null until both are known. */
      fare: sql<
        number | null
      >`${participants.depositCaptured} + ${participants.originalRemaining}`.as('fare'),
    })
    .from(bookings)
    .leftJoin(admins, eq(admins.id, bookings.dispatchedBy))
    .leftJoin(groups, sql`${groups.id} = ${bookings.groupId}`)
    .leftJoin(participants, eq(participants.id, bookings.id))
    .where(
      and(
        lt(bookings.pickUpAt, to),
        after
          ? sql`(${bookings.pickUpAt}, ${rowid}) > (${after.pickUpAt}, ${after.rowid})`
          : gte(bookings.pickUpAt, from),
      ),
    )
    .orderBy(asc(bookings.pickUpAt), asc(rowid))
    .limit(limit)
}
export type Booking = Awaited<ReturnType<typeof pageOfBookings>>[number]

/** A student's own bookings, oldest first. */
export const listBookingsOf = (db: Db, userId: UserId) =>
  db.select().from(bookings).where(eq(bookings.userId, userId)).orderBy(asc(bookings.pickUpAt))

/** Deletes the bookings of rides before `before`. */
export const purgeBookings = (db: Db, before: Instant) =>
  db.delete(bookings).where(lt(bookings.pickUpAt, before))
