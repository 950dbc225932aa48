import * as z from 'zod'
import { defineCall, reply } from '#app/api/define.server.ts'
import { DAY_PARTS } from '#app/domain/day-part.ts'
import { idField, intLike, TRIP_TYPES, textLike } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import { readDemand } from '#app/services/wishes/board.server.ts'

const shared = { tag: 'admin', auth: 'admin', scope: 'groups' } as const

const wishList = defineCall({
  ...shared,
  method: 'GET',
  path: '/admin/wishes',
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
          .meta({ id: 'AdminWanted' }),
      ),
    }),
  },
  handler: async ({ context }) => {
    const items = await readDemand(context)
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

export const adminWishCalls = [wishList]
