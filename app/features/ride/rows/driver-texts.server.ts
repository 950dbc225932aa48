import { and, asc, count, eq, gt, isNotNull, lt, lte, min, or, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { GroupId } from '#app/kernel/id.ts'
import { RIDE_SMS_LATE_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import type { Db } from '#db/db.ts'
import { inList } from '#db/lists.ts'
import { columnsOf } from '#db/rows.ts'
import { driverTexts, settings } from '#db/schema.ts'

export type DriverText = typeof driverTexts.$inferSelect

/** Writes what a driver has to know, if it is new and `driverSms` is on. */
export function wantDriverText(db: Db, row: DriverText): BatchItem<'sqlite'> {
  const { id: _, groupId: _g, told: _t, ...set } = row
  return db
    .insert(driverTexts)
    .select(
      db
        .select(columnsOf(driverTexts, row))
        .from(settings)
        .where(and(eq(settings.key, 'driverSms'), sql`${settings.value} = '1'`)) as never,
    )
    .onConflictDoUpdate({
      target: driverTexts.id,
      set,
      setWhere: sql`excluded.version > ${driverTexts.version}
        and excluded.wanted is not ${driverTexts.wanted}`,
    })
}

/** Tells the other drivers of a group that the car is not theirs any more. */
export const withdrawDriverTexts = (
  db: Db,
  groupId: GroupId,
  { version, except, at }: { version: number; except: string[]; at: Instant },
): BatchItem<'sqlite'> =>
  db
    .update(driverTexts)
    .set({ version, wanted: null, state: 'waiting', tries: 0, at })
    .where(
      and(
        eq(driverTexts.groupId, groupId),
        lt(driverTexts.version, version),
        isNotNull(driverTexts.wanted),
        sql`not ${inList(driverTexts.id, except)}`,
      ),
    )

/** The messages that are due, longest waiting first. */
export const listDueDriverTexts = (db: Db, now: Instant, limit: number) =>
  db
    .select()
    .from(driverTexts)
    .where(
      and(
        eq(driverTexts.state, 'waiting'),
        lte(driverTexts.at, now),
        isNotSetAside('driverTexts', driverTexts.id, now),
      ),
    )
    .orderBy(asc(driverTexts.at))
    .limit(limit)

type Seen = Pick<DriverText, 'id' | 'tries' | 'wanted'>
type Change = Partial<Pick<DriverText, 'state' | 'at' | 'told' | 'tries'>>

/**
 * Changes a message as it was read, in state `from`. Returns false if another sweep was quicker, or
 * the driver has to know something else by now.
 */
export async function changeDriverText(
  db: Db,
  { id, tries, wanted }: Seen,
  from: 'waiting' | 'claimed',
  to: Change,
): Promise<boolean> {
  const changed = await db
    .update(driverTexts)
    .set(to)
    .where(
      and(
        eq(driverTexts.id, id),
        eq(driverTexts.state, from),
        eq(driverTexts.tries, tries),
        sql`${driverTexts.wanted} is ${wanted}`,
      ),
    )
    .returning({ id: driverTexts.id })
  return changed.length > 0
}

/** Drops what waits, since the setting is off now. */
export const dropDriverTexts = (db: Db) =>
  db.update(driverTexts).set({ state: 'dropped' }).where(eq(driverTexts.state, 'waiting'))

/** The message about a car to its driver. */
export const findDriverText = (db: Db, id: string) =>
  db
    .select({ state: driverTexts.state, at: driverTexts.at })
    .from(driverTexts)
    .where(eq(driverTexts.id, id))
    .get()

/** The number of drivers ahead of a meeting who may not have been told, and the first meeting. */
export const countUntold = (db: Db, now: Instant) =>
  db
    .select({ count: count().as('count'), meetAt: min(driverTexts.meetAt).as('meet_at') })
    .from(driverTexts)
    .where(
      and(
        inList(driverTexts.state, ['claimed', 'failed', 'skipped']),
        lte(driverTexts.at, now - RIDE_SMS_LATE_MS),
        gt(driverTexts.meetAt, now),
        or(isNotNull(driverTexts.wanted), isNotNull(driverTexts.told)),
      ),
    )

export const purgeDriverTexts = (db: Db, before: Instant) =>
  db.delete(driverTexts).where(lt(driverTexts.meetAt, before))
