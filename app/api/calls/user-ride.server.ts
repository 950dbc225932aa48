import * as z from 'zod'
import { defineCall } from '#app/api/define.server.ts'
import { readCompanions, shareContact } from '#app/features/companions/service.server.ts'
import { PARTY_MARKS, STAGES } from '#app/features/ride/rules/ride-state.ts'
import { readOwnRide } from '#app/features/ride/service/own-ride.server.ts'
import type { ShownRide } from '#app/group/service/own-car.ts'
import { ok } from '#app/kernel/result.ts'
import { idField, intLike, textLike, timeOut } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'

const companionReply = z.object({
  name: textLike(sample.surname).meta({
    description: 'A surname, a first word, or a whole name that has a middle dot',
  }),
  people: intLike(1),
  flightNumber: textLike(sample.flight).nullable(),
  terminal: textLike(sample.terminal).nullable(),
  wechat: textLike(sample.wechat)
    .nullable()
    .meta({ description: 'Null unless its owner shows it on this ride' }),
  phone: textLike(sample.tel).nullable(),
})

const rideReply = z
  .object({
    assignment: z
      .object({
        driverName: textLike('Sam Carter'),
        driverPhone: textLike(sample.phone)
          .nullable()
          .meta({ description: 'Null once the ride is long over' }),
        plate: textLike('AB12 CDE'),
        make: textLike('Toyota Prius'),
        colour: textLike('white'),
        meetingPoint: textLike('T2 Arrivals, by Costa'),
        meetAt: timeOut('2026-12-12T15:00:00Z'),
        note: textLike(''),
        version: intLike(1),
      })
      .nullable(),
    progress: z
      .object({
        stage: z
          .enum(STAGES)
          .nullable()
          .meta({ examples: ['arrived'] }),
        at: timeOut('2026-12-12T14:55:00Z').nullable(),
        mark: z
          .enum(PARTY_MARKS)
          .nullable()
          .meta({ examples: [null] }),
      })
      .nullable(),
    companions: z.array(companionReply).meta({
      description: 'The other confirmed places of a complete group, until a day after departure',
    }),
  })
  .meta({ id: 'Ride' })

const rideOut = ({ driver, phone, progress, ...car }: ShownRide) => ({
  assignment: { ...car, driverName: driver, driverPhone: phone },
  progress,
})

const ownRide = defineCall('GET /user/my/ride/:participantId', {
  auth: 'user',
  params: z.object({ participantId: idField('par') }),
  responses: { 200: rideReply },
  errors: ['notFound'],
  handler: async ({ params, viewer, context }) => {
    const { participantId } = params
    const ride = await readOwnRide(context, viewer, participantId)
    if (!ride.ok) return ride
    const met = await readCompanions(context, { viewer, participantId })
    return ok({
      ...(ride.value ? rideOut(ride.value) : { assignment: null, progress: null }),
      companions: met.ok ? met.value.others : [],
    })
  },
})

const rideContact = defineCall('PUT /user/my/ride-contact', {
  auth: 'user',
  body: z.object({
    participantId: idField('par'),
    showWechat: z.boolean().meta({ examples: [true] }),
    showPhone: z.boolean().meta({ examples: [false] }),
  }),
  strict: true,
  responses: { 204: null },
  errors: ['notFound'],
  handler: ({ body, viewer, context }) => shareContact(context, { viewer, ...body }),
})

export const userRideCalls = [ownRide, rideContact]
