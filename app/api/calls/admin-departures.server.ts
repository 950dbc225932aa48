import * as z from 'zod'
import { defineCall, reply } from '#app/api/define.server.ts'
import { pageReply } from '#app/api/page.server.ts'
import { ATTENTIONS, SHOWS } from '#app/domain/departures.ts'
import { currencyOut, intLike, pageQuery, textLike } from '#app/schemas/common.server.ts'
import type { Departure } from '#app/services/admin/departures.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { groupFields, groupOut } from './admin-any-group.server.ts'

const KINDS = ['carpool', 'trip'] as const

const departureReply = z
  .object({
    ...groupFields,
    currentPassengers: intLike(3).meta({
      description: 'People with a seat, on hold or confirmed',
    }),
    maxPassengers: intLike(4),
    due: intLike(3).meta({ description: 'Places with a balance' }),
    paid: intLike(2).meta({ description: 'How many of these have paid all of it' }),
    outstanding: intLike(2600).meta({ description: 'Pence still to be paid' }),
    currency: currencyOut,
    drivers: z.array(textLike('Sam Carter')),
    needsDriver: z.boolean().meta({
      description: 'It goes, and somebody in it has no car yet',
      examples: [false],
    }),
    attention: z.array(z.enum(ATTENTIONS)).meta({
      description: 'Why somebody has to look at it, the most pressing first',
      examples: [['unpaid']],
    }),
  })
  .meta({ id: 'AdminDeparture' })

const count = intLike(1)
const totals = z
  .object({
    coming: count,
    today: count,
    tomorrow: count,
    week: count,
    attention: count,
    past: count,
  })
  .meta({ description: 'How many departures each view has' })

const departureOut = (departure: Departure, context: AppContext) => ({
  ...groupOut(departure, context),
  currentPassengers: departure.people,
  maxPassengers: departure.maxPassengers,
  due: departure.payments.of,
  paid: departure.payments.paid,
  outstanding: departure.outstanding,
  currency: 'gbp' as const,
  drivers: departure.crew.drivers,
  needsDriver: departure.crew.missing,
  attention: departure.attention,
})

const departures = defineCall({
  method: 'GET',
  path: '/admin/departures',
  tag: 'admin',
  auth: 'admin',
  scope: ['groups', 'dispatch'],
  query: z.object({
    show: z.enum(SHOWS).default('coming'),
    kind: z.enum(KINDS).optional(),
    ...pageQuery,
  }),
  responses: {
    200: pageReply(departureReply).extend({ totals }).meta({ id: 'AdminDeparturePage' }),
  },
  handler: async ({ query: { kind, ...query }, context }) => {
    const all = await context.admin.departures()
    const { items, ...page } = await all.read(kind ? [kind] : KINDS, query)
    return reply(200, { items: items.map((one) => departureOut(one, context)), ...page })
  },
})

export const adminDepartureCalls = [departures]
