import * as z from 'zod'
import { defineCall } from '#app/api/define.server.ts'
import {
  type Period,
  readDescriptions,
  readPostage,
  readPrices,
} from '#app/catalog/service/catalog.server.ts'
import { exampleDescription, examplePostage } from '#app/console/schemas/texts.server.ts'
import { SERVICES } from '#app/kernel/description.ts'
import { ok } from '#app/kernel/result.ts'
import { currencyOut, idField, pricesOut, textLike } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'

/**
 * Prices per person, keyed by the number of travellers, of a price list in order of 1 to 5 people.
 */
export const pricesByPeople = ([one = 0, two = 0, three = 0, four = 0, five = 0]: number[]) => ({
  '1': one,
  '2': two,
  '3': three,
  '4': four,
  '5': five,
})

const priceTableReply = z
  .object({
    items: z.array(
      z.object({
        airportId: idField('air'),
        airportName: textLike(sample.airportName.zh),
        prices: pricesOut,
      }),
    ),
    currency: currencyOut,
  })
  .meta({ id: 'PriceTable' })

const priceTable = (period: Period) =>
  defineCall(`GET /${period}-price-matrix`, {
    auth: 'none',
    responses: { 200: priceTableReply },
    handler: async ({ context }) => {
      const airports = await readPrices(context, period)
      const items = airports.map(({ id, name, prices }) => ({
        airportId: id,
        airportName: name[context.language],
        prices: pricesByPeople(prices),
      }))
      return ok({ items, currency: 'gbp' as const })
    },
  })

/** In fen; null where the carrier does not take that weight. */
const postagePrice = z.int().min(0).nullable()

export const postageTableReply = z
  .object({
    items: z.array(
      z
        .object({
          id: z.string(),
          kg: z.number(),
          sfExpress: postagePrice,
          hkPostAir: postagePrice,
          hkPostSea: postagePrice,
          royalMail: postagePrice,
          taiwanPrice: postagePrice,
          macauPrice: postagePrice,
          upsUsa: postagePrice,
          bpostUsa: postagePrice,
        })
        .meta({ examples: [examplePostage] }),
    ),
    currency: z.literal('cny'),
  })
  .meta({ id: 'PostageTable' })

const postageTable = defineCall('GET /postage-price-matrix', {
  auth: 'none',
  responses: { 200: postageTableReply },
  handler: async ({ context }) => {
    const rows = await readPostage(context)
    const items = rows.map(({ id, grams, prices }) => ({
      id,
      kg: grams / 1000,
      sfExpress: prices.SF,
      hkPostAir: prices.HKA,
      hkPostSea: prices.HKS,
      royalMail: prices.RM,
      taiwanPrice: prices.TW,
      macauPrice: prices.MC,
      upsUsa: prices.UPS,
      bpostUsa: prices.BPOST,
    }))
    return ok({ items, currency: 'cny' as const })
  },
})

const { zh, en: _, ...point } = exampleDescription

const serviceDescriptions = defineCall('GET /service-descriptions/:service', {
  auth: 'none',
  params: z.object({ service: z.enum(SERVICES) }),
  responses: {
    200: z.object({
      items: z.array(
        z
          .object({ id: z.string(), title: z.string(), content: z.string(), sortOrder: z.int() })
          .meta({ examples: [{ ...point, ...zh }] }),
      ),
    }),
  },
  handler: async ({ params, context }) =>
    ok({ items: await readDescriptions(context, params.service, context.language) }),
})

export const priceCalls = [
  serviceDescriptions,
  priceTable('normal'),
  priceTable('special'),
  postageTable,
]
