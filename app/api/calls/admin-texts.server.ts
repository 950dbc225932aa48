import * as z from 'zod'
import { defineCall, replyVersion } from '#app/api/define.server.ts'
import {
  descriptionsBody,
  exampleDescription,
  exampleSettings,
  postageBody,
  settingsBody,
} from '#app/schemas/admin-texts.server.ts'
import { SERVICES } from '#app/services/admin/texts.server.ts'
import { postageTableReply } from './prices.server.ts'

const getPostage = defineCall({
  method: 'GET',
  path: '/admin/postage-price-matrix',
  tag: 'admin',
  auth: 'admin',
  scope: 'catalog',
  versioned: true,
  responses: { 200: postageTableReply },
  handler: async ({ context }) => {
    const { table, version } = await context.admin.postage.read()
    return replyVersion(200, { items: table, currency: 'cny' }, version)
  },
})

const putPostage = defineCall({
  method: 'PUT',
  path: '/admin/postage-price-matrix',
  tag: 'admin',
  auth: 'admin',
  scope: 'catalog',
  versioned: true,
  body: postageBody,
  strict: true,
  responses: { 200: postageTableReply },
  handler: async ({ viewer, body, version, context }) => {
    const put = await context.admin.postage.put(viewer.id, version, body.items)
    return put.ok
      ? replyVersion(200, { items: put.value.table, currency: 'cny' }, put.value.version)
      : put
  },
})

const serviceParam = z.object({ service: z.enum(SERVICES) })
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

const getDescriptions = defineCall({
  method: 'GET',
  path: '/admin/service-descriptions/:service',
  tag: 'admin',
  auth: 'admin',
  scope: 'catalog',
  versioned: true,
  params: serviceParam,
  responses: { 200: descriptionsReply },
  handler: async ({ params, context }) => {
    const { table, version } = await context.admin.texts.read(params.service)
    return replyVersion(200, { items: table }, version)
  },
})

const putDescriptions = defineCall({
  method: 'PUT',
  path: '/admin/service-descriptions/:service',
  tag: 'admin',
  auth: 'admin',
  scope: 'catalog',
  versioned: true,
  params: serviceParam,
  body: descriptionsBody,
  strict: true,
  responses: { 200: descriptionsReply },
  handler: async ({ viewer, params, body, version, context }) => {
    const put = await context.admin.texts.put(viewer.id, params.service, version, body.items)
    return put.ok ? replyVersion(200, { items: put.value.table }, put.value.version) : put
  },
})

/** Amounts in pence, points, and texts; an empty notice means the built-in one. */
const settingsReply = z
  .object({
    mailBasePrice: z.int(),
    moveBasePrice: z.int(),
    tripBalancePrice: z.int(),
    pointsPerPound: z.int(),
    pointsEarnedPerPound: z.int(),
    contactLink: z.string(),
    contactName: z.string(),
    homeNoticeZh: z.string(),
    homeNoticeEn: z.string(),
    tripNoticeZh: z.string(),
    tripNoticeEn: z.string(),
  })
  .meta({ id: 'Settings', examples: [exampleSettings] })

const getSettings = defineCall({
  method: 'GET',
  path: '/admin/settings',
  tag: 'admin',
  auth: 'admin',
  scope: 'settings',
  versioned: true,
  responses: { 200: settingsReply },
  handler: async ({ context }) => {
    const { table, version } = await context.admin.settings.read()
    return replyVersion(200, table, version)
  },
})

const putSettings = defineCall({
  method: 'PUT',
  path: '/admin/settings',
  tag: 'admin',
  auth: 'admin',
  scope: 'settings',
  versioned: true,
  body: settingsBody,
  strict: true,
  responses: { 200: settingsReply },
  handler: async ({ viewer, body, version, context }) => {
    const put = await context.admin.settings.put(viewer.id, version, body)
    return put.ok ? replyVersion(200, put.value.table, put.value.version) : put
  },
})

export const adminTextCalls = [
  getPostage,
  putPostage,
  getDescriptions,
  putDescriptions,
  getSettings,
  putSettings,
]
