import * as z from 'zod'
import { defineCall, reply } from '#app/api/define.server.ts'
import { DAY_PARTS } from '#app/domain/day-part.ts'
import { GROUP_STATUSES } from '#app/domain/group/state.ts'
import { type Instant, isoTime } from '#app/domain/time.ts'
import { carForWishesSchema } from '#app/schemas/admin-wishes.server.ts'
import { idField, intLike, TRIP_TYPES, textLike, timeOut } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import { openForWishes, readConsole } from '#app/services/wishes/open-car.server.ts'

const shared = { tag: 'admin', auth: 'admin', scope: 'groups' } as const
const slotId = textLike('PICKUP.air_lhr.2026-12-12.morning')

const wishList = defineCall({
  ...shared,
  method: 'GET',
  path: '/admin/wishes',
  responses: {
    200: z.object({
      items: z.array(
        z
          .object({
            slot: slotId,
            tripType: z.enum(TRIP_TYPES),
            airportId: idField('air'),
            airportName: textLike(sample.airportName.zh),
            date: textLike('2026-12-12'),
            time: z.enum(DAY_PARTS),
            people: intLike(3),
            carpools: z
              .array(
                z.object({
                  carpoolId: idField('car'),
                  carpoolDatetime: timeOut('2026-12-12T09:30:00Z'),
                  status: z.enum(GROUP_STATUSES).meta({ examples: ['OPEN'] }),
                  currentPassengers: intLike(2),
                  maxPassengers: intLike(4),
                }),
              )
              .meta({ description: 'All that were ever opened for it' }),
          })
          .meta({ id: 'AdminWanted' }),
      ),
    }),
  },
  handler: async ({ context }) => {
    const items = await readConsole(context)
    return reply(200, {
      items: items.map(({ id, tripType, airportId, airportName, day, part, people, cars }) => ({
        slot: id,
        tripType,
        airportId,
        airportName: airportName[context.language],
        date: day,
        time: part,
        people,
        carpools: cars.map(({ id: carpoolId, carpoolAt, slot: _, ...car }) => ({
          carpoolId,
          carpoolDatetime: isoTime(carpoolAt),
          ...car,
        })),
      })),
    })
  },
})

const carForWishes = defineCall({
  ...shared,
  method: 'POST',
  path: '/admin/wishes/:slot/carpool',
  params: z.object({ slot: slotId.max(100) }),
  body: (now: Instant) => carForWishesSchema({ now }),
  strict: true,
  responses: {
    201: z.object({
      carpoolId: idField('car'),
      offers: z
        .array(z.object({ people: intLike(2), until: timeOut('2026-12-01T12:00:00Z') }))
        .meta({ description: 'To whom seats are offered, the first to wish first' }),
    }),
  },
  errors: ['notFound', 'noWishFits', 'versionConflict', 'unavailable'],
  handler: async ({ params, body, viewer, context }) => {
    const { carpoolDatetime: carpoolAt, ...car } = body
    const { slot } = params
    const opened = await openForWishes(context, { by: viewer.id, slot, carpoolAt, ...car })
    if (!opened.ok) return opened
    const { carpoolId, offered } = opened.value
    return reply(201, {
      carpoolId,
      offers: offered.map(({ people, until }) => ({ people, until: isoTime(until) })),
    })
  },
})

export const adminWishCalls = [wishList, carForWishes]
