import { env } from 'cloudflare:test'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDb } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { airports, carpools } from '#db/schema.ts'

const db = openDb(env.DB)
let built = 0
const byId = prepared((db, at: { id: string; active: boolean }, form: 'one' | 'others') => {
  built++
  const is = form === 'one' ? sql`=` : sql`<>`
  return db
    .select({ id: sql<string>`${airports.id}` })
    .from(airports)
    .where(and(sql`${airports.id} ${is} ${at.id}`, eq(airports.active, at.active)))
})

test('builds SQL once per form and runs it with each caller’s values', async () => {
  built = 0
  const active = sql.param(true, airports.active).encoder.mapToDriverValue(true) as boolean
  expect(await byId(db, { id: 'air_lhr', active }, 'one')).toEqual([{ id: 'air_lhr' }])
  expect(await byId(db, { id: 'air_man', active }, 'one')).toEqual([{ id: 'air_man' }])
  expect(built).toBe(1)
  expect((await byId(db, { id: 'air_lhr', active }, 'others')).length).toBeGreaterThan(1)
  expect(built).toBe(2)
})

test('two calls in one batch keep their own values', async () => {
  const [first, second] = await db.batch([
    byId(db, { id: 'air_lhr', active: 1 as never }, 'one'),
    byId(db, { id: 'air_man', active: 1 as never }, 'one'),
  ])
  expect([first, second]).toEqual([[{ id: 'air_lhr' }], [{ id: 'air_man' }]])
})

test('null is stored as NULL even where a column encodes its values', async () => {
  const encoded = prepared((db, of: { prices: unknown }) =>
    db
      .select({ is: sql`typeof(${sql.param(of.prices, carpools.prices)})`.as('is') })
      .from(sql`(select 1)`),
  )
  expect(await encoded(db, { prices: null })).toEqual([{ is: 'null' }])
  expect(await encoded(db, { prices: { normal: 1 } })).toEqual([{ is: 'text' }])
})

test('a missing value is a bug', () => {
  expect(() => byId(db, { id: 'air_lhr' } as never, 'one')).toThrow('no value for active')
})
