import * as z from 'zod'
import { defineCall, reply } from '#app/api/define.server.ts'
import { ORDER_KINDS } from '#app/domain/order/order.ts'
import { fail } from '#app/domain/result.ts'
import { dayOut, exampleId, idField, missing, textLike } from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'
import { sample } from '#app/schemas/sample.ts'
import type { Hits } from '#app/services/admin/search.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { groupFields, groupOut } from './admin-any-group.server.ts'
import { paymentFields, paymentOut } from './admin-payments.server.ts'

const LENGTH_MAX = 100

const groups = z.array(z.object(groupFields).meta({ id: 'AdminFoundGroup' }))
const none = { examples: [[]] }
const searchReply = z
  .object({
    users: z.array(
      z.object({
        id: idField('usr'),
        name: textLike(sample.name),
        phone: textLike(sample.phone).nullable().meta({ description: 'null: closed' }),
      }),
    ),
    carpools: groups,
    trips: groups.meta(none),
    orders: z
      .array(
        z.object({
          id: textLike(exampleId('mail'), exampleId('move')),
          kind: z.enum(ORDER_KINDS),
          userName: textLike(sample.name),
          sendDate: dayOut,
          status: textLike('open'),
        }),
      )
      .meta(none),
    vehicles: z.array(z.object({ id: idField('veh'), plate: textLike('AB12 CDE') })).meta(none),
    drivers: z.array(z.object({ id: idField('drv'), name: textLike('Sam Carter') })).meta(none),
    payments: z.array(z.object(paymentFields)).meta(none),
  })
  .meta({ id: 'AdminSearch' })

const hitsOut = (hits: Hits, context: AppContext): z.output<typeof searchReply> => ({
  users: hits.users.map(({ id, name, phone, closedAt }) => ({
    id,
    name,
    phone: closedAt === null ? phone : null,
  })),
  carpools: hits.carpools.map((group) => groupOut(group, context)),
  trips: hits.trips.map((group) => groupOut(group, context)),
  orders: hits.orders.map(({ id, kind, userName, sendDate, status }) => ({
    id,
    kind,
    userName,
    sendDate,
    status,
  })),
  vehicles: hits.vehicles.map(({ id, name }) => ({ id, plate: name })),
  drivers: hits.drivers.map(({ id, name }) => ({ id, name })),
  payments: hits.payments.map(paymentOut),
})

const search = defineCall({
  method: 'GET',
  path: '/admin/search',
  tag: 'admin',
  auth: 'admin',
  query: z.object({
    find: z
      .string({ error: missing('required') })
      .max(LENGTH_MAX, { error: issue('tooLong', { max: LENGTH_MAX }) })
      .meta({ examples: [sample.phone] }),
  }),
  responses: { 200: searchReply },
  errors: ['unavailable'],
  handler: async ({ query, viewer, context }) => {
    const hits = await (await context.admin.search()).find(query.find, viewer)
    if (!hits) return fail('validationFailed', { field: 'find', issue: issue('searchTooShort') })
    return hits.isDown ? fail('unavailable') : reply(200, hitsOut(hits, context))
  },
})

export const adminSearchCalls = [search]
