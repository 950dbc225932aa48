import * as z from 'zod'
import { defineCall } from '#app/api/define.server.ts'
import { boardSchema, wishOf, wishSchema } from '#app/features/wishes/schema.server.ts'
import { readBoard } from '#app/features/wishes/service/board.server.ts'
import {
  deleteOwnWish,
  listOwnWishes,
  makeWish,
  type OwnWish,
} from '#app/features/wishes/service/wishes.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { DAY_PARTS } from '#app/kernel/day-part.ts'
import { ok } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { idField, intLike, TRIP_TYPES, textLike, timeOut } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'

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

const wishOut = (wish: OwnWish, language: Language): z.input<typeof wishReply> => ({
  ...wish,
  airportName: wish.airportName[language],
  from: wish.fromAt,
  to: wish.toAt,
  carpools: wish.cars.map(({ id, carpoolAt, free }) => ({
    carpoolId: id,
    carpoolDatetime: carpoolAt,
    freeSeats: free,
  })),
})

const ownWishes = defineCall('GET /user/my/wishes', {
  auth: 'user',
  responses: { 200: z.object({ items: z.array(wishReply) }) },
  handler: async ({ viewer, context }) => {
    const wishes = await listOwnWishes(context, viewer)
    return ok({ items: wishes.map((wish) => wishOut(wish, context.language)) })
  },
})

const newWish = defineCall('POST /user/my/wishes', {
  auth: 'user',
  body: (now: Instant) => wishSchema({ now }),
  responses: { 201: z.object({ id: idField('wish') }) },
  errors: ['tooManyWishes'],
  handler: ({ body, viewer, context }) => makeWish(context, viewer, wishOf(body)),
  out: (id) => ({ id }),
})

const deletedWish = defineCall('DELETE /user/my/wishes/:id', {
  auth: 'user',
  params: z.object({ id: idField('wish') }),
  responses: { 204: null },
  errors: ['notFound'],
  handler: ({ params, viewer, context }) => deleteOwnWish(context, viewer, params.id),
})

const board = defineCall('GET /carpool/wish-board', {
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
    return ok({
      items: items.map(({ airportName, day, part, ...wanted }) => ({
        ...wanted,
        airportName: airportName[context.language],
        date: day,
        time: part,
      })),
    })
  },
})

export const wishCalls = [ownWishes, newWish, deletedWish, board]
