import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { type AuditEntry, auditEntry } from '#app/audit/rows/audit.server.ts'
import type { DriverId, RideId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { drivers, participants, vehicles } from '#db/schema.ts'

export type VehicleRow = typeof vehicles.$inferSelect
export type DriverRow = typeof drivers.$inferSelect

export const selectVehicles = (db: Db) =>
  db.select().from(vehicles).orderBy(asc(vehicles.archived), asc(vehicles.plate))
export const selectDrivers = (db: Db) =>
  db.select().from(drivers).orderBy(asc(drivers.archived), asc(drivers.name), asc(drivers.id))

/** Every vehicle and driver, archived ones last. */
export async function readFleet(db: Db) {
  const [cars, people] = await db.batch([selectVehicles(db), selectDrivers(db)])
  return { vehicles: cars, drivers: people }
}

/** Adds a vehicle, or replaces the one with this id. */
export const saveVehicle = (db: Db, row: VehicleRow, entry: AuditEntry) =>
  db.batch([
    db.insert(vehicles).values(row).onConflictDoUpdate({ target: vehicles.id, set: row }),
    auditEntry(db, entry),
  ])

/** Adds a driver, or replaces the one with this id. */
export const saveDriver = (db: Db, row: DriverRow, entry: AuditEntry) =>
  db.batch([
    db.insert(drivers).values(row).onConflictDoUpdate({ target: drivers.id, set: row }),
    auditEntry(db, entry),
  ])

/** Whether a driver meets the passengers of another car between two instants, both included. */
export async function hasOtherRide(
  db: Db,
  driverId: DriverId,
  { besides, from, to }: { besides: RideId; from: Instant; to: Instant },
): Promise<boolean> {
  const found = await db
    .select({ one: sql`1` })
    .from(participants)
    .where(
      and(
        isNotNull(participants.ride),
        eq(sql`${participants.ride} ->> '$.driver.id'`, driverId),
        ne(sql`${participants.ride} ->> '$.id'`, besides),
        sql`${participants.ride} ->> '$.meetAt' between ${from} and ${to}`,
      ),
    )
    .limit(1)
  return found.length > 0
}
