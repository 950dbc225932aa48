import { expect, test } from 'vitest'
import { PRICE_FIELDS } from '#app/orders/rules/postage.ts'
import { postageSeeds } from '#db/seed/postage.ts'
import { api } from '#tests/worker/world/api.ts'

type Item = Record<string, unknown>

test('the postage table is in fen, by weight, without a login', async () => {
  const { status, body } = await api('GET', '/postage-price-matrix')
  expect([status, body.currency]).toEqual([200, 'cny'])
  expect(body.items.map(({ kg }: Item) => kg)).toEqual(postageSeeds.map(({ kg }) => kg))
  expect(body.items[0]).toEqual({
    id: 'postage_500',
    kg: 0.5,
    sfExpress: 9800,
    hkPostAir: 8800,
    hkPostSea: null,
    royalMail: 4550,
    taiwanPrice: 9200,
    macauPrice: null,
    upsUsa: 16800,
    bpostUsa: 10800,
  })
})
test('each carrier’s price appears under its own name', async () => {
  const { body } = await api('GET', '/postage-price-matrix')
  for (const [at, seed] of postageSeeds.entries())
    for (const [carrier, field] of Object.entries(PRICE_FIELDS)) {
      const yuan = seed[carrier as keyof typeof PRICE_FIELDS]
      expect(body.items[at][field], `${seed.kg} kg ${carrier}`).toBe(
        yuan === null ? null : yuan * 100,
      )
    }
})
