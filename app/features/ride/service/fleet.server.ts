import { entryOf } from '#app/audit/audit.server.ts'
import {
  type DriverRow,
  hasOtherRide,
  readFleet,
  saveDriver,
  saveVehicle,
  type VehicleRow,
} from '#app/features/ride/rows/fleet.server.ts'
import type { Driver, Vehicle } from '#app/features/ride/rules/fleet.ts'
import { randomLetters } from '#app/group/service/group-id.server.ts'
import type { AdminId, DriverId, RideId, VehicleId } from '#app/kernel/id.ts'
import { DRIVER_APART_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Needs } from '#app/platform/resources.server.ts'

export type { DriverRow, VehicleRow }

export const newVehicleId = (): VehicleId => `veh_${randomLetters(10)}`
export const newDriverId = (): DriverId => `drv_${randomLetters(10)}`
export const newRideId = (): RideId => `ride_${randomLetters(10)}`
const isVehicleId = (id: string): id is VehicleId => /^veh_[0-9a-z]{3,32}$/.test(id)
const isDriverId = (id: string): id is DriverId => /^drv_[0-9a-z]{3,32}$/.test(id)

/** The vehicle and driver of a ride; archived ones cannot be chosen. */
export type Crew = { vehicle: Vehicle; driver: Driver }

// The vehicles and drivers that take groups. Nothing is deleted, since rides refer to them.

/** Every vehicle and driver, archived ones last. */
export const listFleet = ({ db }: Needs<'db'>) => readFleet(db)

/** Adds a vehicle, or changes the one with this id; rides keep their copy of it. */
export async function putVehicle(
  { db, clock }: Needs<'db' | 'clock'>,
  by: AdminId,
  id: string,
  fields: Omit<VehicleRow, 'id'>,
): Promise<Result<VehicleRow>> {
  if (!isVehicleId(id)) return fail('notFound')
  const { plate, licenceUntil, archived } = fields
  const after = { plate, licenceUntil, archived }
  const row = { id, ...fields }
  await saveVehicle(db, row, entryOf(clock, by, 'vehicleSaved', id, { after }))
  return ok(row)
}

/** The same for a driver, whom the log names by id only. */
export async function putDriver(
  { db, clock }: Needs<'db' | 'clock'>,
  by: AdminId,
  id: string,
  fields: Omit<DriverRow, 'id'>,
): Promise<Result<DriverRow>> {
  if (!isDriverId(id)) return fail('notFound')
  const { badgeUntil, archived } = fields
  const row = { id, ...fields }
  const after = { badgeUntil, archived }
  await saveDriver(db, row, entryOf(clock, by, 'driverSaved', id, { after }))
  return ok(row)
}

/** The chosen vehicle and driver. Fails with notFound if either is unknown or archived. */
export async function findCrew(
  { db }: Needs<'db'>,
  vehicleId: string,
  driverId: string,
): Promise<Result<Crew>> {
  const { vehicles, drivers } = await readFleet(db)
  const car = vehicles.find(({ id, archived }) => id === vehicleId && !archived)
  const person = drivers.find(({ id, archived }) => id === driverId && !archived)
  if (!car || !person) return fail('notFound')
  const { archived: _, ...vehicle } = car
  const { archived: __, ...driver } = person
  return ok({ vehicle, driver })
}

/** Whether the lists show another car that the driver meets around that time. */
export const isDriverBusy = (
  { db }: Needs<'db'>,
  driverId: DriverId,
  besides: RideId,
  meetAt: Instant,
): Promise<boolean> =>
  hasOtherRide(db, driverId, {
    besides,
    from: meetAt - DRIVER_APART_MS,
    to: meetAt + DRIVER_APART_MS,
  })
