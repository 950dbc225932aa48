import * as z from 'zod'
import { type Call, type CallInput, defineCall } from '#app/api/define.server.ts'
import type { GroupView } from '#app/console/service/group-views.server.ts'
import {
  cancelGroup,
  changeBalancePrice,
  readGroups,
  weighBalancePrice,
} from '#app/console/service/groups.server.ts'
import type { GroupKind } from '#app/group/rules/group-name.ts'
import { GROUP_STATUSES } from '#app/group/rules/status.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { AirportId } from '#app/kernel/id.ts'
import { TRIP_BALANCE_PENCE } from '#app/kernel/limits.ts'
import { ok } from '#app/kernel/result.ts'
import { countField, dayFilter, idField, pageQuery } from '#app/schemas/common.server.ts'
import { TRIP_STATUSES } from '#app/trip/rules/state.ts'
import {
  cancelledCarpoolReply,
  cancelledOut,
  cancelledTripReply,
  carpoolItemOut,
  carpoolItemsReply,
  tripItemOut,
  tripItemsReply,
} from './admin-group-replies.server.ts'
import { tripOut, tripReply } from './trip-replies.server.ts'

const shared = { tag: 'admin', auth: 'admin', scope: 'groups' } as const
/** UK days of departure or start, both inclusive. */
const days = { from: dayFilter, to: dayFilter }
const oneCarpool = z.object({ id: idField('car') })
const oneTrip = z.object({ id: idField('trip') })

const carpoolList = defineCall('GET /admin/carpools', {
  ...shared,
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
    const { items, nextCursor } = await readGroups(context, 'carpool', query)
    return ok({
      items: items.map((row) => carpoolItemOut(row, context.language)),
      nextCursor,
    })
  },
})

const tripList = defineCall('GET /admin/trips', {
  ...shared,
  query: z.object({ status: z.enum(TRIP_STATUSES).optional(), ...days, ...pageQuery }),
  responses: { 200: tripItemsReply },
  handler: async ({ query, context }) => {
    const { items, nextCursor } = await readGroups(context, 'trip', query)
    return ok({ items: items.map(tripItemOut), nextCursor })
  },
})

/** The call that cancels a group of a kind, and returns who got what. */
function cancelling(
  kind: GroupKind,
  params: z.ZodObject,
  answer: z.ZodObject,
  out: (group: GroupView, language: Language) => object,
): Call {
  type Input = CallInput<z.ZodObject<{ id: z.ZodString }>, undefined, undefined, 'admin'>
  return {
    ...shared,
    method: 'POST',
    path: `/admin/${kind}s/:id/cancel`,
    params,
    responses: { 200: answer },
    confirmed: true,
    errors: ['operationExpired', 'unavailable'],
    async handler({ params: { id }, viewer, context }: Input) {
      const cancelled = await cancelGroup(context, kind, id, viewer.id)
      if (!cancelled.ok) return cancelled
      const { value } = cancelled
      return ok({ ...out(value, context.language), ...cancelledOut(value) })
    },
  }
}

const balancePrice = defineCall('PUT /admin/trips/:id/balance-price', {
  ...shared,
  params: oneTrip,
  body: z.object({
    balancePrice: countField('balancePriceRange', TRIP_BALANCE_PENCE).meta({ examples: [4500] }),
  }),
  confirmed: async ({ balancePrice }, context, { id }) =>
    (await weighBalancePrice(context, id, balancePrice))?.asksPassword ?? false,
  strict: true,
  responses: { 200: tripReply },
  errors: ['alreadyPaid', 'operationExpired', 'unavailable'],
  handler: ({ params, body, viewer, context }) =>
    changeBalancePrice(context, params.id, viewer.id, body.balancePrice),
  out: tripOut,
})

export const adminGroupCalls = [
  carpoolList,
  cancelling('carpool', oneCarpool, cancelledCarpoolReply, carpoolItemOut),
  tripList,
  cancelling('trip', oneTrip, cancelledTripReply, tripItemOut),
  balancePrice,
]
