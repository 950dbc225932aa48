import * as z from 'zod'
import { type Call, type CallInput, defineCall } from '#app/api/define.server.ts'
import { assignCar, meetingOf } from '#app/console/service/dispatch.server.ts'
import type { GroupView } from '#app/console/service/group-views.server.ts'
import { openGroup, unassignCar } from '#app/console/service/groups.server.ts'
import { carFormSchema } from '#app/features/ride/dispatch-schema.server.ts'
import { type Car, type PlaceRide, WARNINGS } from '#app/features/ride/rules/ride-state.ts'
import { type DayCar, openDay } from '#app/features/ride/service/day-sheet.server.ts'
import { newRideId } from '#app/features/ride/service/fleet.server.ts'
import type { GroupKind } from '#app/group/rules/group-name.ts'
import { luggageOf } from '#app/group/rules/luggage.ts'
import type { RideId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import {
  dayField,
  exampleId,
  idField,
  intLike,
  luggageReply,
  textLike,
  timeOut,
} from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import type { AppContext } from '#app/server/context.server.ts'

const shared = { tag: 'admin', auth: 'admin', scope: 'dispatch' } as const
const exampleRide = exampleId('ride')

const assignmentReply = z
  .object({
    rideId: textLike(exampleRide),
    vehicleId: idField('veh'),
    driverId: idField('drv'),
    plate: textLike('AB12 CDE'),
    make: textLike('Toyota Prius'),
    colour: textLike('white'),
    driverName: textLike('Sam Carter'),
    driverPhone: textLike(sample.phone),
    meetingPoint: textLike('T2 Arrivals, by Costa'),
    meetAt: timeOut('2026-12-12T15:00:00Z'),
    note: textLike(''),
    version: intLike(1).meta({ description: 'The version of the group’s ride that set it' }),
  })
  .meta({ id: 'Assignment' })

const assignmentOut = ({
  id,
  vehicle,
  driver,
  meetingPoint,
  meetAt,
  note,
  version,
}: PlaceRide) => ({
  rideId: id,
  vehicleId: vehicle.id,
  driverId: driver.id,
  plate: vehicle.plate,
  make: vehicle.make,
  colour: vehicle.colour,
  driverName: driver.name,
  driverPhone: driver.phone,
  meetingPoint,
  meetAt: meetAt,
  note,
  version,
})

const versionField = z
  .int()
  .min(0)
  .meta({ description: 'Of the group’s ride, as last seen; 0 while it has none', examples: [0] })
const { meetAt, places, ...carFields } = carFormSchema.shape
const carpoolCar = {
  ...carFields,
  meetAt: meetAt.optional(),
  version: versionField,
  confirm: z
    .array(z.enum(WARNINGS))
    .max(WARNINGS.length)
    .default([])
    .meta({ examples: [[]] }),
}
/** A trip has several cars: which one, and its passengers. */
const rideIdField = textLike(exampleRide).regex(/^ride_[0-9a-z]{3,32}$/)
const tripCar = {
  ...carpoolCar,
  rideId: rideIdField.optional(),
  places: places.meta({ examples: [[exampleId('par')]] }),
}
const removal = { reason: carFields.reason, version: versionField }

type CarBody = z.output<z.ZodObject<typeof tripCar>>
type Removal = { reason: string; version: number; rideId?: string }
type Input<B extends z.ZodObject> = CallInput<
  z.ZodObject<{ id: z.ZodString }>,
  undefined,
  B,
  'admin'
>

/** The car of a body: a trip's by its id, a carpool's only one. */
const meant = ({ about, ride }: GroupView, rideId: string | undefined): Car | undefined =>
  about.kind === 'trip' ? ride.cars.find(({ id }) => id === rideId) : ride.cars[0]

/** Assigning and withdrawing a car of one kind of group. */
function assignmentCalls(kind: GroupKind, put: z.ZodObject, remove: z.ZodObject): Call[] {
  const calls = {
    ...shared,
    path: `/admin/${kind}s/:id/assignment`,
    params: z.object({ id: idField(kind === 'trip' ? 'trip' : 'car') }),
    strict: true,
  } as const
  const errors = ['notFound', 'operationExpired', 'versionConflict', 'unavailable'] as const
  return [
    {
      ...calls,
      method: 'PUT',
      body: put,
      responses: { 200: assignmentReply },
      errors: [...errors, 'invalidLocalTime', 'licenceExpired', 'tooFewSeats', 'needsConfirmation'],
      async handler({ viewer, params: { id }, body, context }: Input<typeof put>) {
        const found = await openGroup(context, viewer.id, kind, id)
        if (!found.ok) return found
        const group = found.value
        const { rideId, version, confirm, reason, ...sent } = body as CarBody
        const choice = {
          ...sent,
          places: sent.places ?? [],
          meetAt: sent.meetAt ?? (await meetingOf(context, group)).meetAt,
          carId: (meant(group, rideId)?.id ?? rideId ?? newRideId()) as RideId,
          reason: reason || null,
          seen: version,
          confirmed: confirm,
        }
        const done = await assignCar(context, group, choice, viewer.id)
        if (!done.ok) return done
        const car = done.value.ride.cars.find((one) => one.id === choice.carId)
        return car ? ok(assignmentOut(car)) : fail('notFound')
      },
    },
    {
      ...calls,
      method: 'DELETE',
      body: remove,
      responses: { 204: null },
      errors: [...errors],
      async handler({ viewer, params: { id }, body, context }: Input<typeof remove>) {
        const found = await openGroup(context, viewer.id, kind, id)
        if (!found.ok) return found
        const { rideId, version, reason } = body as Removal
        const car = meant(found.value, rideId)
        if (!car) return ok(null)
        const command = { carId: car.id, seen: version, reason: reason || null, by: viewer.id }
        const done: Result<unknown> = await unassignCar(context, kind, id, command)
        return done.ok ? ok(null) : done
      },
    },
  ]
}

const maybeText = (example: string) => textLike(example).nullable()
const dayPlace = z.object({
  participantId: idField('par'),
  name: maybeText(sample.name),
  phone: maybeText(sample.phone),
  people: intLike(1),
  flightNumber: maybeText(sample.flight),
  flightTime: timeOut('2026-12-12T12:30:00Z').nullable(),
  terminal: maybeText(sample.terminal),
  address: maybeText(sample.home),
  ...luggageReply,
  unpaid: z.boolean().meta({ description: 'Its balance is due', examples: [false] }),
})
const dayReply = z
  .object({
    items: z.array(
      z.object({
        kind: z.enum(['carpool', 'trip']).meta({ examples: ['carpool'] }),
        id: textLike(exampleId('car'), exampleId('trip')),
        route: textLike(sample.route).meta({ description: 'Of a trip its name' }),
        meetAt: timeOut('2026-12-12T15:00:00Z'),
        people: intLike(3),
        bigCases: intLike(4),
        smallCases: intLike(2),
        unpaid: intLike(0).meta({ description: 'Places whose balance is due' }),
        assignment: assignmentReply.nullable(),
        places: z.array(dayPlace),
      }),
    ),
  })
  .meta({ id: 'AdminDay' })

const routeOut = ({ about }: DayCar, { t, language }: AppContext): string =>
  about.kind === 'trip'
    ? about.tripName
    : t(`carpool:route.${about.tripType}`, { airport: about.airportName[language] })

const placeOut = ({ participantId, name, phone, party, owes }: DayCar['places'][number]) => ({
  participantId,
  name,
  phone,
  people: party.people,
  flightNumber: party.flightNumber,
  flightTime: party.flightTime,
  terminal: party.terminal,
  address: party.nLocation,
  ...luggageOf(party),
  unpaid: owes,
})

const day = defineCall('GET /admin/day', {
  ...shared,
  query: z.object({ date: dayField }),
  responses: { 200: dayReply },
  handler: async ({ query, viewer, context }) => {
    const cars = await openDay(context, viewer.id, query.date)
    const items = cars.map((car) => ({
      kind: car.about.kind,
      id: car.groupId,
      route: routeOut(car, context),
      meetAt: car.meetAt,
      people: car.people,
      bigCases: car.bigLuggage,
      smallCases: car.smallLuggage,
      unpaid: car.places.filter(({ owes }) => owes).length,
      assignment: car.ride && assignmentOut(car.ride),
      places: car.places.map(placeOut),
    }))
    return ok({ items })
  },
})

export const adminDispatchCalls = [
  ...assignmentCalls('carpool', z.object(carpoolCar), z.object(removal)),
  ...assignmentCalls('trip', z.object(tripCar), z.object({ ...removal, rideId: rideIdField })),
  day,
]
