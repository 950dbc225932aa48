import * as z from 'zod'
import { defineCall } from '#app/api/define.server.ts'
import { tableCalls } from '#app/api/table-calls.server.ts'
import { isPriced } from '#app/catalog/rules/pricing/prices.ts'
import type { Period } from '#app/catalog/service/catalog.server.ts'
import {
  airportSchema,
  examplePeriod,
  periodsSchema,
  pricesInOrder,
  priceTableSchema,
} from '#app/console/schemas/offer.server.ts'
import {
  type AdminAirport,
  addAirport,
  changeAirport,
  deleteAirport,
  type ListedAirport,
  newAirportId,
  readAirport,
  readAllAirports,
} from '#app/console/service/airports.server.ts'
import { periodsTable } from '#app/console/service/periods.server.ts'
import { pricesTable } from '#app/console/service/prices.server.ts'
import { CLEARING_MINUTES } from '#app/kernel/limits.ts'
import { fail, ok } from '#app/kernel/result.ts'
import { idField, intLike, pricesOut, textLike } from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'
import { sample } from '#app/schemas/sample.ts'
import { pricesByPeople } from './prices.server.ts'

const shared = { tag: 'admin', auth: 'admin', scope: 'catalog' } as const

const airportReply = z
  .object({
    id: idField('air'),
    airportName: z
      .object({ zh: z.string(), en: z.string() })
      .meta({ examples: [sample.airportName] }),
    terminals: z.array(z.string()).meta({ examples: [sample.terminals] }),
    active: z.boolean(),
    clearingMinutes: intLike(CLEARING_MINUTES),
    meetingPoints: z.array(textLike('T2 Arrivals, by Costa')),
  })
  .meta({ id: 'AdminAirport' })

const toReply = ({ priced: _, ...airport }: ListedAirport): AdminAirport => airport

const airportParams = z.object({ id: idField('air') })

const allAirports = defineCall('GET /admin/airport/getall', {
  ...shared,
  responses: { 200: z.object({ items: z.array(airportReply) }) },
  handler: async ({ context }) => ok({ items: (await readAllAirports(context)).map(toReply) }),
})

const oneAirport = defineCall('GET /admin/airport/get/:id', {
  ...shared,
  params: airportParams,
  responses: { 200: airportReply },
  handler: async ({ params, context }) => {
    const airport = await readAirport(context, params.id)
    return airport ? ok(airport) : fail('notFound')
  },
})

const addAirportCall = defineCall('POST /admin/airport/add', {
  ...shared,
  body: airportSchema,
  strict: true,
  idempotent: true,
  responses: { 201: airportReply },
  handler: async ({ viewer, body, context }) => {
    const added = await addAirport(context, viewer.id, newAirportId(), body)
    return added.ok ? ok(added.value) : added
  },
})

const updateAirport = defineCall('PUT /admin/airport/update/:id', {
  ...shared,
  params: airportParams,
  // An airport may be sent back exactly as it was read, including its id.
  body: airportSchema.extend({ id: idField('air').optional() }),
  strict: true,
  responses: { 200: airportReply },
  errors: ['unavailable'],
  handler: async ({ viewer, params, body: { id = params.id, ...fields }, context }) => {
    if (id !== params.id)
      return fail('validationFailed', { field: 'id', issue: issue('airportUnknown') })
    const changed = await changeAirport(context, viewer.id, params.id, fields)
    return changed.ok ? ok(changed.value) : changed
  },
})

const deleteAirportCall = defineCall('DELETE /admin/airport/delete/:id', {
  ...shared,
  params: airportParams,
  responses: { 204: null },
  errors: ['unavailable'],
  handler: async ({ viewer, params, context }) => {
    const removed = await deleteAirport(context, viewer.id, params.id)
    return removed.ok ? ok(null) : removed
  },
})

const tableReply = z
  .object({
    items: z.array(z.object({ airportId: idField('air'), prices: pricesOut })),
    currency: z.literal('gbp'),
  })
  .meta({ id: 'AdminPriceTable' })

const priceCalls = (period: Period) =>
  tableCalls({
    path: `/admin/price/${period}-price-matrix`,
    scope: 'catalog',
    asking: true,
    body: priceTableSchema,
    reply: tableReply,
    table: (context) => pricesTable(context, period),
    wanted: ({ items }) =>
      items.map(({ airportId, prices }) => ({ airportId, prices: pricesInOrder(prices) })),
    shown: (lines) => ({
      items: lines.flatMap(({ airportId, prices }) =>
        isPriced(prices) ? [{ airportId, prices: pricesByPeople([...prices]) }] : [],
      ),
      currency: 'gbp' as const,
    }),
  })

const periodsReply = z
  .object({
    items: z.array(
      z
        .object({
          from: z.string().meta({ format: 'date' }),
          to: z.string().meta({ format: 'date' }),
          label: z.string(),
        })
        .meta({ examples: [examplePeriod] }),
    ),
  })
  .meta({ id: 'SpecialPeriods' })

export const adminOfferCalls = [
  allAirports,
  oneAirport,
  addAirportCall,
  updateAirport,
  deleteAirportCall,
  ...priceCalls('normal'),
  ...priceCalls('special'),
  ...tableCalls({
    path: '/admin/special-period',
    scope: 'catalog',
    asking: true,
    body: periodsSchema,
    reply: periodsReply,
    table: periodsTable,
    wanted: ({ items }) => items,
    shown: (items) => ({ items }),
  }),
]
