import * as z from 'zod'
import { defineCall, noContent, reply } from '#app/api/define.server.ts'
import { DAY_PARTS } from '#app/domain/day-part.ts'
import { type Instant, isoTime } from '#app/domain/time.ts'
import type { Language } from '#app/i18n/languages.ts'
import { idField, intLike, TRIP_TYPES, textLike, timeOut } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import { boardSchema, wishOf, wishSchema } from '#app/schemas/wish.server.ts'
import { readBoard } from '#app/services/wishes/board.server.ts'
import {
  deleteOwnWish,
  listOwnWishes,
  makeWish,
  type OwnWish,
} from '#app/services/wishes/wishes.server.ts'

const wishReply = z
  .object({
    id: idField('wish'),
    tripType: z.enum(TRIP_TYPES),
    airportId: idField('air'),
    airportName: textLike(sample.airportName.zh),
    from: timeOut('2026-12-12T09:00:00Z'),
    to: timeOut('2026-12-12T12:00:00Z'),
    people: intLike(2),
    bigLuggage: intLike(2),
    smallLuggage: intLike(1),
    expiresAt: timeOut('2026-12-13T00:00:00Z'),
    carpools: z
      .array(
        z.object({
          carpoolId: idField('car'),
          carpoolDatetime: timeOut('2026-12-12T10:00:00Z'),
          freeSeats: intLike(2),
        }),
      )
      .meta({ description: 'Those that fit now, soonest first' }),
  })
  .meta({ id: 'Wish' })

const wishReplyOf = (wish: OwnWish, language: Language): z.output<typeof wishReply> => ({
  id: wish.id,
  tripType: wish.tripType,
  airportId: wish.airportId,
  airportName: wish.airportName[language],
  from: isoTime(wish.fromAt),
  to: isoTime(wish.toAt),
  people: wish.people,
  bigLuggage: wish.bigLuggage,
  smallLuggage: wish.smallLuggage,
  expiresAt: isoTime(wish.expiresAt),
  carpools: wish.cars.map(({ id, carpoolAt, free }) => ({
    carpoolId: id,
    carpoolDatetime: isoTime(carpoolAt),
    freeSeats: free,
  })),
})

const ownWishes = defineCall({
  method: 'GET',
  path: '/user/my/wishes',
  tag: 'user',
  auth: 'user',
  responses: { 200: z.object({ items: z.array(wishReply) }) },
  handler: async ({ viewer, context }) => {
    const wishes = await listOwnWishes(context, viewer)
    return reply(200, { items: wishes.map((wish) => wishReplyOf(wish, context.language)) })
  },
})

const newWish = defineCall({
  method: 'POST',
  path: '/user/my/wishes',
  tag: 'user',
  auth: 'user',
  body: (now: Instant) => wishSchema({ now }),
  responses: { 201: z.object({ id: idField('wish') }) },
  errors: ['tooManyWishes'],
  handler: async ({ body, viewer, context }) => {
    const made = await makeWish(context, viewer, wishOf(body))
    return made.ok ? reply(201, { id: made.value }) : made
  },
})

const deletedWish = defineCall({
  method: 'DELETE',
  path: '/user/my/wishes/:id',
  tag: 'user',
  auth: 'user',
  params: z.object({ id: idField('wish') }),
  responses: { 204: null },
  errors: ['notFound'],
  handler: async ({ params, viewer, context }) => {
    const deleted = await deleteOwnWish(context, viewer, params.id)
    return deleted.ok ? noContent : deleted
  },
})

const board = defineCall({
  method: 'GET',
  path: '/carpool/wish-board',
  tag: 'carpool',
  auth: 'none',
  query: boardSchema,
  responses: {
    200: z.object({
      items: z.array(
        z
          .object({
            tripType: z.enum(TRIP_TYPES),
            airportId: idField('air'),
            airportName: textLike(sample.airportName.zh),
            date: textLike('2026-12-12'),
            time: z.enum(DAY_PARTS),
            people: intLike(3),
          })
          .meta({ id: 'Wanted' }),
      ),
    }),
  },
  handler: async ({ query, context }) => {
    const items = await readBoard(context, query)
    return reply(200, {
      items: items.map(({ tripType, airportId, airportName, day, part, people }) => ({
        tripType,
        airportId,
        airportName: airportName[context.language],
        date: day,
        time: part,
        people,
      })),
    })
  },
})

export const wishCalls = [ownWishes, newWish, deletedWish, board]
