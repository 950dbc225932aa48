import type { z } from 'zod'
import { driverFormSchema, vehicleFormSchema } from '#app/features/ride/dispatch-schema.server.ts'
import {
  type DriverRow,
  listFleet,
  newDriverId,
  newVehicleId,
  putDriver,
  putVehicle,
  type VehicleRow,
} from '#app/features/ride/service/fleet.server.ts'
import type { AdminId } from '#app/kernel/id.ts'
import type { Result } from '#app/kernel/result.ts'
import type { AppContext } from '#app/server/context.server.ts'

export type FleetKind = 'vehicle' | 'driver'
type Kind<Row> = {
  schema: z.ZodType<Omit<Row, 'id'>>
  blank: () => Row
  all: (context: AppContext) => Promise<Row[]>
  save(context: AppContext, by: AdminId, id: string, fields: Omit<Row, 'id'>): Promise<Result<Row>>
}

const vehicle: Kind<VehicleRow> = {
  schema: vehicleFormSchema,
  blank: () => ({
    id: newVehicleId(),
    plate: '',
    make: '',
    colour: '',
    seats: 4,
    bigCases: 2,
    smallCases: 2,
    licenceNo: '',
    licenceUntil: '',
    archived: false,
  }),
  all: async (context) => (await listFleet(context)).vehicles,
  save: putVehicle,
}

const driver: Kind<DriverRow> = {
  schema: driverFormSchema,
  blank: () => ({
    id: newDriverId(),
    name: '',
    phone: '',
    badgeNo: '',
    badgeUntil: '',
    languages: '',
    archived: false,
  }),
  all: async (context) => (await listFleet(context)).drivers,
  save: putDriver,
}

/** How the shared page handles each kind. */
export const FLEET_KINDS: Record<FleetKind, Kind<VehicleRow | DriverRow>> = { vehicle, driver }
