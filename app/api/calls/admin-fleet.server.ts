import * as z from 'zod'
import { type Call, type CallInput, defineCall } from '#app/api/define.server.ts'
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
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { dayOut, idField, intLike, textLike } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import type { AppContext } from '#app/server/context.server.ts'

const shared = { tag: 'admin', auth: 'admin', scope: 'dispatch' } as const
const archived = z.boolean().meta({
  description: 'No longer chosen for rides; those that have it keep their copy',
  examples: [false],
})

const vehicleFields = {
  plate: textLike('AB12 CDE'),
  make: textLike('Toyota Prius'),
  colour: textLike('white'),
  seats: intLike(4).meta({ description: 'Passengers, without the driver' }),
  bigCases: intLike(2),
  smallCases: intLike(2),
}
const vehicleReply = z
  .object({
    id: idField('veh'),
    ...vehicleFields,
    licenceNumber: textLike('PHV-77'),
    licenceUntil: dayOut,
    archived,
  })
  .meta({ id: 'Vehicle' })
const driverReply = z
  .object({
    id: idField('drv'),
    name: textLike('Sam Carter'),
    phone: textLike(sample.phone),
    badgeNumber: textLike('BADGE-9'),
    badgeUntil: dayOut,
    languages: textLike('en, zh'),
    archived,
  })
  .meta({ id: 'Driver' })

const { licenceNo, ...vehicleForm } = vehicleFormSchema.shape
const { badgeNo, ...driverForm } = driverFormSchema.shape
const vehicleBody = z.object({ ...vehicleForm, licenceNumber: licenceNo })
const driverBody = z.object({ ...driverForm, badgeNumber: badgeNo })

const vehicleOut = ({ licenceNo: licenceNumber, ...row }: VehicleRow) => ({ ...row, licenceNumber })
const driverOut = ({ badgeNo: badgeNumber, ...row }: DriverRow) => ({ ...row, badgeNumber })

type FleetCalls<Row, B extends z.ZodObject, R extends z.ZodObject> = {
  path: '/admin/vehicles' | '/admin/drivers'
  prefix: 'veh' | 'drv'
  body: B
  one: R
  all: (context: AppContext) => Promise<Row[]>
  out: (row: Row) => z.input<R>
  newId: () => string
  fieldsOf: (body: z.output<B>) => Omit<Row, 'id'>
  save: (
    context: AppContext,
    by: AdminId,
    id: string,
    fields: Omit<Row, 'id'>,
  ) => Promise<Result<Row>>
}

/** The four calls of vehicles or of drivers. Nothing is deleted: DELETE archives. */
function fleetCalls<
  Row extends { id: string; archived: boolean },
  B extends z.ZodObject,
  R extends z.ZodObject,
>({ path, prefix, body, one, all, out, newId, fieldsOf, save }: FleetCalls<Row, B, R>): Call[] {
  const params = z.object({ id: idField(prefix) })
  type Input<Body extends z.ZodObject | undefined> = CallInput<
    z.ZodObject<{ id: z.ZodString }>,
    undefined,
    Body,
    'admin'
  >
  const known = async (context: AppContext, id: string): Promise<Result<Row>> => {
    const row = (await all(context)).find((it) => it.id === id)
    return row ? ok(row) : fail('notFound')
  }
  return [
    defineCall(`GET ${path}`, {
      ...shared,
      responses: { 200: z.object({ items: z.array(one) }) },
      handler: async ({ context }) => ok({ items: (await all(context)).map(out) }),
    }),
    {
      ...shared,
      method: 'POST',
      path,
      body,
      strict: true,
      idempotent: true,
      responses: { 201: one },
      async handler({ viewer, body: sent, context }: Input<B>) {
        const fields = fieldsOf(sent as z.output<B>)
        const saved = await save(context, viewer.id, newId(), fields)
        return saved.ok ? ok(out(saved.value)) : saved
      },
    },
    {
      ...shared,
      method: 'PUT',
      path: `${path}/:id`,
      params,
      body,
      strict: true,
      responses: { 200: one },
      async handler({ viewer, params: { id }, body: sent, context }: Input<B>) {
        const row = await known(context, id)
        if (!row.ok) return row
        const saved = await save(context, viewer.id, id, fieldsOf(sent as z.output<B>))
        return saved.ok ? ok(out(saved.value)) : saved
      },
    },
    {
      ...shared,
      method: 'DELETE',
      path: `${path}/:id`,
      params,
      responses: { 204: null },
      async handler({ viewer, params: { id }, context }: Input<undefined>) {
        const row = await known(context, id)
        if (!row.ok) return row
        const { id: _, ...fields } = row.value
        const saved = await save(context, viewer.id, id, { ...fields, archived: true })
        return saved.ok ? ok(null) : saved
      },
    },
  ]
}

export const adminFleetCalls = [
  ...fleetCalls({
    path: '/admin/vehicles',
    prefix: 'veh',
    body: vehicleBody,
    one: vehicleReply,
    all: async (context) => (await listFleet(context)).vehicles,
    out: vehicleOut,
    newId: newVehicleId,
    fieldsOf: ({ licenceNumber, ...fields }) => ({ ...fields, licenceNo: licenceNumber }),
    save: putVehicle,
  }),
  ...fleetCalls({
    path: '/admin/drivers',
    prefix: 'drv',
    body: driverBody,
    one: driverReply,
    all: async (context) => (await listFleet(context)).drivers,
    out: driverOut,
    newId: newDriverId,
    fieldsOf: ({ badgeNumber, ...fields }) => ({ ...fields, badgeNo: badgeNumber }),
    save: putDriver,
  }),
]
