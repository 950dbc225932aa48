import * as z from 'zod'
import { tableCalls } from '#app/api/table-calls.server.ts'
import {
  descriptionsBody,
  exampleDescription,
  postageBody,
} from '#app/console/schemas/texts.server.ts'
import { postageTable } from '#app/console/service/postage.server.ts'
import { SUBJECTS, textsTable } from '#app/console/service/texts.server.ts'
import { postageTableReply } from './prices.server.ts'

const serviceParam = z.object({ service: z.enum(SUBJECTS) })
const textReply = z.object({ title: z.string(), content: z.string() })
const descriptionsReply = z
  .object({
    items: z.array(
      z
        .object({ id: z.string(), sortOrder: z.int(), zh: textReply, en: textReply })
        .meta({ examples: [exampleDescription] }),
    ),
  })
  .meta({ id: 'ServiceDescriptionTable' })

export const adminTextCalls = [
  ...tableCalls({
    path: '/admin/postage-price-matrix',
    scope: 'catalog',
    asking: true,
    body: postageBody,
    reply: postageTableReply,
    table: postageTable,
    wanted: ({ items }) => items,
    shown: (items) => ({ items, currency: 'cny' as const }),
  }),
  ...tableCalls({
    path: '/admin/service-descriptions/:service',
    scope: 'catalog',
    params: serviceParam,
    body: descriptionsBody,
    reply: descriptionsReply,
    table: (context, { service }) => textsTable(context, service),
    wanted: ({ items }) => items,
    shown: (items) => ({ items }),
  }),
]
