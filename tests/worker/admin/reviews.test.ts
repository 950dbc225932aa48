import { eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { isIncomplete, SERVICES, SITE_PAGES } from '#app/kernel/description.ts'
import { serviceDescriptions, versions } from '#db/schema.ts'
import { textOf } from '#tests/worker/accounts/visitor.ts'
import { api } from '#tests/worker/world/api.ts'
import { db } from '#tests/worker/world/services.ts'
import { auditOf, newAdmin, visitorOf } from './kit.ts'

const TABLES = [
  'normalPrices',
  'specialPrices',
  'postage',
  ...SERVICES.map((service) => `descriptions:${service}` as const),
  ...SITE_PAGES.map((page) => `descriptions:${page}` as const),
  'settings',
] as const
beforeEach(async () => void (await db.delete(versions).where(inArray(versions.name, [...TABLES]))))

const TOPICS = {
  prices: 'Carpool prices',
  postage: 'Postage',
  texts: 'Service texts',
  pages: 'About, terms, privacy and refund pages',
  contact: 'Contact and fees',
}
type Topic = keyof typeof TOPICS

/** Fills the gaps in the pages, which nobody can confirm as they are. */
async function fillGaps() {
  const gaps = /[【[](?:待补充|To be completed)[^】\]]*[】\]]/g
  for (const { id, content } of await db.select().from(serviceDescriptions))
    if (isIncomplete(content))
      await db
        .update(serviceDescriptions)
        .set({ content: content.replace(gaps, 'Written.') })
        .where(eq(serviceDescriptions.id, id))
}

async function asked(visitor = visitorOfAll): Promise<Topic[]> {
  const { html } = await (await visitor()).get('/admin')
  return (Object.keys(TOPICS) as Topic[]).filter((topic) =>
    html.includes(`Confirm as correct: ${TOPICS[topic]}`),
  )
}
const visitorOfAll = async () => visitorOf(await newAdmin())

test('sample content is listed for review until someone confirms it', async () => {
  expect(await asked()).toEqual(['prices', 'postage', 'texts', 'contact'])
  await fillGaps()
  expect(await asked()).toEqual(['prices', 'postage', 'texts', 'pages', 'contact'])
  const admin = await newAdmin()
  const visitor = visitorOf(admin)
  const done: Topic[] = []
  for (const topic of Object.keys(TOPICS) as Topic[]) {
    for (let said = 0; said < 2; said++)
      expect((await visitor.post('/admin?index', { topic })).status).toBe(303)
    done.push(topic)
    expect(await asked()).toEqual(
      (Object.keys(TOPICS) as Topic[]).filter((one) => !done.includes(one)),
    )
  }
  expect(textOf(await visitor.get('/admin'))).not.toContain('Not reviewed yet')
  const logged = (await Promise.all(TABLES.map(auditOf))).map((entries) =>
    entries.filter(({ adminId }) => adminId === admin.id).map(({ action }) => action),
  )
  expect(logged).toEqual(TABLES.map(() => ['contentReviewed']))
})

test('saving a table counts as a review, and opening it does not', async () => {
  const as = await newAdmin()
  const path = '/admin/postage-price-matrix'
  const { body } = await api('GET', path, { as })
  expect(await asked()).toContain('postage')
  const [first, ...rest] = body.items
  const items = [{ ...first, sfExpress: (first.sfExpress ?? 0) + 100 }, ...rest]
  expect(
    (await api('PUT', path, { as, json: { items }, headers: { 'If-Match': '"0"' } })).status,
  ).toBe(200)
  expect(await asked()).not.toContain('postage')
  // Confirming it afterwards does not undo the version that others use.
  await (await visitorOfAll()).post('/admin?index', { topic: 'postage' })
  const [row] = await db.select().from(versions).where(eq(versions.name, 'postage'))
  expect(row?.version).toBe(1)
})

test('each topic is shown to, and confirmed by, administrators with its scope', async () => {
  const settings = visitorOf(await newAdmin(['settings']))
  expect(await asked(async () => settings)).toEqual(['contact'])
  expect((await settings.post('/admin?index', { topic: 'prices' })).status).toBe(403)
  expect((await settings.post('/admin?index', { topic: 'nothing' })).status).toBe(400)
  expect(await asked()).toContain('prices')
})
