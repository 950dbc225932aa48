import * as z from 'zod'
import { defineCall, noContent, reply } from '#app/api/define.server.ts'
import type { FlightTime } from '#app/domain/group/flight-state.ts'
import { MOVE_REFUSALS } from '#app/domain/group/moving.ts'
import { GROUP_STATUSES } from '#app/domain/group/state.ts'
import type { AdminId, ParticipantId } from '#app/domain/id.ts'
import { fail, ok } from '#app/domain/result.ts'
import { isoTime } from '#app/domain/time.ts'
import {
  exampleId,
  ID_MAX,
  idField,
  intLike,
  textLike,
  timeOut,
} from '#app/schemas/common.server.ts'
import { keepFlightSchema } from '#app/schemas/dispatch.server.ts'
import { sample } from '#app/schemas/sample.ts'
import { type OpenFlight, openFlights } from '#app/services/admin/changed-flights.server.ts'
import type { MoveChoice } from '#app/services/admin/moves.server.ts'
import type { AppContext } from '#app/services/context.server.ts'

const idFields = {
  id: idField('car'),
  participantId: idField('par').transform((id) => id as ParticipantId),
}
const onePlace = z.object(idFields)
type Place = z.output<typeof onePlace>
const PLACE = '/admin/carpools/:id/participants/:participantId'
const shared = { tag: 'admin', auth: 'admin', scope: 'dispatch', params: onePlace } as const

const versionField = z
  .int()
  .min(1)
  .meta({ description: 'Of the flight, as last seen', examples: [1] })
const flightTime = z.object({
  flightTime: timeOut('2026-12-12T12:30:00Z'),
  terminal: textLike(sample.terminal).nullable(),
})
const refusedField = z
  .enum(MOVE_REFUSALS)
  .nullable()
  .meta({ description: 'Why it is not possible; null: it is', examples: [null] })

const moveReply = z.object({
  refused: refusedField,
  movingTo: idField('car')
    .nullable()
    .meta({ description: 'Where it is moving at this moment', examples: [null] }),
  price: intLike(4700).meta({ description: 'What the party pays in its car in total, pence' }),
  carpools: z.array(
    z.object({
      carpoolId: idField('car'),
      departureTime: timeOut('2026-12-12T18:00:00Z'),
      status: z.enum(GROUP_STATUSES).meta({ examples: ['SUCCESS'] }),
      currentPassengers: intLike(2).meta({ description: 'People with a confirmed seat' }),
      maxPassengers: intLike(4),
      price: intLike(4700).meta({ description: 'What the party would pay there, pence' }),
      refused: refusedField,
    }),
  ),
})
const flightReply = z
  .object({
    participantId: idField('par'),
    version: intLike(1),
    changedAt: timeOut(),
    before: flightTime.meta({ description: 'As it was when the carpool was complete' }),
    now: flightTime,
    fits: z.boolean().meta({ description: 'Whether the car can wait within its window' }),
    meetAt: timeOut('2026-12-12T18:30:00Z')
      .nullable()
      .meta({ description: 'When the car would meet to take it along; null: too late for it' }),
    move: moveReply
      .nullable()
      .meta({ description: 'Other cars; null if its own car suits, or is private' }),
  })
  .meta({ id: 'AdminFlightChange' })

const timeOf = ({ flightTime, terminal }: FlightTime) => ({
  flightTime: isoTime(flightTime),
  terminal: terminal || null,
})
const moveOut = ({ refused, movingTo, price, cars }: MoveChoice) => ({
  ...{ refused, movingTo, price },
  carpools: cars.map(({ id, at, people, ...car }) => ({
    carpoolId: id,
    departureTime: isoTime(at),
    status: car.status,
    currentPassengers: people,
    maxPassengers: car.maxPassengers,
    price: car.price,
    refused: car.refused,
  })),
})
async function flightOut(context: AppContext, by: AdminId, asked: Place) {
  const group = await context.admin.groups.open(by, 'carpool', asked.id)
  if (!group.ok) return group
  const isIts = ({ place }: OpenFlight) => place.participantId === asked.participantId
  const flight = (await openFlights(context, group.value)).find(isIts)
  if (!flight) return fail('notFound')
  const { change, place, meetAt } = flight
  const staysHere = change.fits || group.value.private
  const move = staysHere ? ok(null) : await (await context.admin.moves()).choices(asked)
  if (!move.ok) return move
  return reply(200, {
    participantId: place.participantId,
    version: change.version,
    changedAt: isoTime(change.at),
    before: timeOf(change.before),
    now: timeOf(place.party as FlightTime),
    fits: change.fits,
    meetAt: isoTime(meetAt),
    move: move.value && moveOut(move.value),
  })
}

const flightGet = defineCall({
  ...shared,
  method: 'GET',
  path: `${PLACE}/flight`,
  responses: { 200: flightReply },
  errors: ['unavailable'],
  handler: ({ params, viewer, context }) => flightOut(context, viewer.id, params),
})

const flightKeep = defineCall({
  ...shared,
  method: 'POST',
  path: `${PLACE}/flight/keep`,
  body: keepFlightSchema.extend({ version: versionField }),
  strict: true,
  responses: { 204: null },
  errors: ['versionConflict', 'unavailable'],
  handler: async ({ params: { id, participantId }, body, viewer, context }) => {
    const { version: seen, note } = body
    const command = { participantId, seen, note, by: viewer.id }
    const kept = await context.admin.groups.settleFlight('carpool', id, command)
    return kept.ok ? noContent : kept
  },
})

const moved = z.object({
  state: z
    .enum(['moved', 'underWay'])
    .meta({ description: 'underWay: the other car has not answered, and it goes on by itself' }),
})

const flightMove = defineCall({
  ...shared,
  method: 'POST',
  path: `${PLACE}/flight/move`,
  body: z.object({
    carpoolId: textLike(exampleId('car')).max(ID_MAX).meta({ description: 'The car it moves to' }),
    version: versionField,
  }),
  strict: true,
  confirmed: true,
  responses: { 200: moved },
  errors: ['moveRefused', 'versionConflict', 'unavailable'],
  handler: async ({ params, body: { carpoolId, version }, viewer, context }) => {
    const moves = await context.admin.moves()
    const done = await moves.move(params, { to: carpoolId, seen: version, by: viewer.id })
    return done.ok ? reply(200, { state: done.value }) : done
  },
})

/** Somebody has dealt with a passenger whom the driver did not find. */
const missedSettled = (kind: 'carpool' | 'trip') =>
  defineCall({
    ...shared,
    method: 'DELETE',
    path: `/admin/${kind}s/:id/participants/:participantId/missed`,
    params: z.object({ ...idFields, id: idField(kind === 'trip' ? 'trip' : 'car') }),
    responses: { 204: null },
    errors: ['unavailable'],
    handler: async ({ params: { id, participantId }, viewer, context }) => {
      const command = { participantId, by: viewer.id }
      const settled = await context.admin.groups.settleMissed(kind, id, command)
      return settled.ok ? noContent : settled
    },
  })

export const adminFlightCalls = [
  flightGet,
  flightKeep,
  flightMove,
  missedSettled('carpool'),
  missedSettled('trip'),
]
