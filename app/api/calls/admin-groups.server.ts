import * as z from 'zod'
import { defineCall, reply } from '#app/api/define.server.ts'
import { GROUP_STATUSES } from '#app/domain/group/state.ts'
import type { AirportId } from '#app/domain/id.ts'
import { TRIP_BALANCE_PENCE } from '#app/domain/limits.ts'
import { TRIP_STATUSES } from '#app/domain/trip/state.ts'
import { countField, dayFilter, idField, pageQuery } from '#app/schemas/common.server.ts'
import {
  adminCarpoolOut,
  adminCarpoolReply,
  adminTripOut,
  adminTripReply,
  carpoolItemOut,
  carpoolItemsReply,
  tripItemOut,
  tripItemsReply,
} from './admin-group-replies.server.ts'
import { tripOut, tripReply } from './trip-replies.server.ts'

/** UK days of departure or start, both inclusive. */
const days = { from: dayFilter, to: dayFilter }
const oneCarpool = z.object({ id: idField('car') })
const oneTrip = z.object({ id: idField('trip') })

const carpoolList = defineCall({
  method: 'GET',
  path: '/admin/carpools',
  tag: 'admin',
  auth: 'admin',
  scope: 'groups',
  query: z.object({
    status: z.enum(GROUP_STATUSES).optional(),
    ...days,
    airportId: idField('air')
      .transform((id) => id as AirportId)
      .optional(),
    ...pageQuery,
  }),
  responses: { 200: carpoolItemsReply },
  handler: async ({ query, context }) => {
    const { items, nextCursor } = await context.admin.groups.list('carpool', query)
    return reply(200, {
      items: items.map((row) => carpoolItemOut(row, context.language)),
      nextCursor,
    })
  },
})

const tripList = defineCall({
  method: 'GET',
  path: '/admin/trips',
  tag: 'admin',
  auth: 'admin',
  scope: 'groups',
  query: z.object({ status: z.enum(TRIP_STATUSES).optional(), ...days, ...pageQuery }),
  responses: { 200: tripItemsReply },
  handler: async ({ query, context }) => {
    const { items, nextCursor } = await context.admin.groups.list('trip', query)
    return reply(200, { items: items.map(tripItemOut), nextCursor })
  },
})

const carpoolGet = defineCall({
  method: 'GET',
  path: '/admin/carpools/:id',
  tag: 'admin',
  auth: 'admin',
  scope: 'groups',
  params: oneCarpool,
  responses: { 200: adminCarpoolReply },
  errors: ['unavailable'],
  handler: async ({ params, context }) => {
    const found = await context.admin.groups.find('carpool', params.id)
    return found.ok ? reply(200, adminCarpoolOut(found.value, context.language)) : found
  },
})

const tripGet = defineCall({
  method: 'GET',
  path: '/admin/trips/:id',
  tag: 'admin',
  auth: 'admin',
  scope: 'groups',
  params: oneTrip,
  responses: { 200: adminTripReply },
  errors: ['unavailable'],
  handler: async ({ params, context }) => {
    const found = await context.admin.groups.find('trip', params.id)
    return found.ok ? reply(200, adminTripOut(found.value)) : found
  },
})

const carpoolCancel = defineCall({
  method: 'POST',
  path: '/admin/carpools/:id/cancel',
  tag: 'admin',
  auth: 'admin',
  scope: 'groups',
  confirmed: true,
  params: oneCarpool,
  responses: { 200: adminCarpoolReply },
  errors: ['operationExpired', 'unavailable'],
  handler: async ({ params, viewer, context }) => {
    const done = await context.admin.groups.cancel('carpool', params.id, viewer.id)
    return done.ok ? reply(200, adminCarpoolOut(done.value, context.language)) : done
  },
})

const tripCancel = defineCall({
  method: 'POST',
  path: '/admin/trips/:id/cancel',
  tag: 'admin',
  auth: 'admin',
  scope: 'groups',
  confirmed: true,
  params: oneTrip,
  responses: { 200: adminTripReply },
  errors: ['operationExpired', 'unavailable'],
  handler: async ({ params, viewer, context }) => {
    const done = await context.admin.groups.cancel('trip', params.id, viewer.id)
    return done.ok ? reply(200, adminTripOut(done.value)) : done
  },
})

const balancePrice = defineCall({
  method: 'PUT',
  path: '/admin/trips/:id/balance-price',
  tag: 'admin',
  auth: 'admin',
  scope: 'groups',
  params: oneTrip,
  body: z.object({
    balancePrice: countField('balancePriceRange', TRIP_BALANCE_PENCE).meta({ examples: [4500] }),
  }),
  confirmed: async ({ balancePrice }, { admin }, { id }) =>
    (await admin.groups.weighBalancePrice(id, balancePrice))?.isRaise ?? false,
  strict: true,
  responses: { 200: tripReply },
  errors: ['alreadyPaid', 'operationExpired', 'unavailable'],
  handler: async ({ params, body, viewer, context }) => {
    const set = await context.admin.groups.setBalancePrice(params.id, viewer.id, body.balancePrice)
    return set.ok ? reply(200, tripOut(set.value)) : set
  },
})

export const adminGroupCalls = [
  carpoolList,
  carpoolGet,
  carpoolCancel,
  tripList,
  tripGet,
  tripCancel,
  balancePrice,
]
