import * as z from 'zod'
import { defineCall, reply } from '#app/api/define.server.ts'
import { PARTY_MARKS, STAGES } from '#app/domain/group/ride-state.ts'
import { luggageOf } from '#app/domain/luggage.ts'
import { isoTime } from '#app/domain/time.ts'
import { idField, intLike, TERMINALS, textLike, timeOut } from '#app/schemas/common.server.ts'
import { pressSchema } from '#app/schemas/drive.server.ts'
import { sample } from '#app/schemas/sample.ts'
import type { DriverParty, DriverView } from '#app/services/groups/drive.server.ts'
import { luggageReply } from './luggage-reply.server.ts'

const EXAMPLE_TOKEN = 'car_5pq8svn3zk1wd7mhb4xt9rj2nc.ride_6fyakd3vgm.1.Vt3kQ0yX8mZr5LcWb7uJ2A'

const maybeTime = timeOut('2026-12-12T14:55:00Z').nullable()
const partyReply = z.object({
  participantId: idField('par'),
  name: textLike(sample.name).nullable(),
  phone: textLike(sample.phone)
    .nullable()
    .meta({ description: 'Null until shortly before departure' }),
  people: intLike(2),
  ...luggageReply,
  flightNumber: textLike(sample.flight).nullable(),
  flightTime: timeOut('2026-12-12T12:30:00Z').nullable(),
  terminal: z
    .enum(TERMINALS)
    .nullable()
    .meta({ examples: [sample.terminal] }),
  address: textLike(sample.home).nullable(),
  mark: z
    .enum(PARTY_MARKS)
    .nullable()
    .meta({ examples: ['onBoard'] }),
  markedAt: maybeTime,
})
const driveReply = z
  .object({
    plate: textLike('AB12 CDE'),
    make: textLike('Toyota Prius'),
    colour: textLike('white'),
    driver: textLike('Sam Carter'),
    departureAt: timeOut('2026-12-12T14:00:00Z'),
    meetingPoint: textLike('T2 Arrivals'),
    meetAt: timeOut('2026-12-12T15:00:00Z'),
    note: textLike(''),
    stage: z
      .enum(STAGES)
      .nullable()
      .meta({ examples: ['arrived'] }),
    stageAt: maybeTime,
    until: timeOut('2026-12-13T02:00:00Z').meta({ description: 'When the link stops working' }),
    parties: z.array(partyReply),
  })
  .meta({ id: 'Drive' })

const partyOut = ({ participantId, name, phone, party, mark, at }: DriverParty) => ({
  participantId,
  name,
  phone,
  people: party.people,
  ...luggageOf(party),
  flightNumber: party.flightNumber,
  flightTime: isoTime(party.flightTime),
  terminal: party.terminal as z.output<typeof partyReply>['terminal'],
  address: party.nLocation,
  mark,
  markedAt: isoTime(at),
})

const driveOut = (car: DriverView): z.output<typeof driveReply> => ({
  plate: car.plate,
  make: car.make,
  colour: car.colour,
  driver: car.driver,
  departureAt: isoTime(car.departureAt),
  meetingPoint: car.meetingPoint,
  meetAt: isoTime(car.meetAt),
  note: car.note,
  stage: car.stage,
  stageAt: isoTime(car.at),
  until: isoTime(car.until),
  parties: car.parties.map(partyOut),
})

const mark = defineCall({
  method: 'POST',
  path: '/drive/:token',
  tag: 'public',
  auth: 'none',
  params: z.object({ token: textLike(EXAMPLE_TOKEN) }),
  body: pressSchema,
  strict: true,
  responses: { 200: driveReply },
  errors: ['driveLinkGone', 'unavailable'],
  async handler({ params, body, context }) {
    const done = await (await context.drive()).mark(params.token, body)
    return done.ok ? reply(200, driveOut(done.value)) : done
  },
})

export const driveCalls = [mark]
