import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  findAirport,
  removeAirport,
  updateAirport,
} from '#app/console/rows/admin-catalog.server.ts'
import { prices } from '#db/schema.ts'
import { referenceStatements } from '#db/seed/reference.ts'
import { api, createPayload, joinAndPay, openCarpool, refusal } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { advance, db } from '#tests/worker/world/services.ts'
import { type Admin, auditOf, newAdmin } from './kit.ts'
import { changeTable, NORMAL, type PriceItem, readTable, SPECIAL } from './offer-kit.ts'

const admin = await newAdmin()
const fields = (change: object = {}) => ({
  airportName: { zh: '利兹机场', en: 'Leeds Bradford' },
  terminals: ['T1'],
  active: true,
  ...change,
})
/** What an airport has that its form does not say. */
const OF_RIDES = { clearingMinutes: 45, meetingPoints: [] }
const prices5 = { '1': 9900, '2': 5200, '3': 3800, '4': 3000, '5': 2600 }

async function addAirport(as: Admin = admin, change: object = {}): Promise<string> {
  const { status, body } = await api('POST', '/admin/airport/add', { as, json: fields(change) })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const find = (id: string) => api('GET', `/admin/airport/get/${id}`, { as: admin })
const remove = (id: string) => api('DELETE', `/admin/airport/delete/${id}`, { as: admin })
const sold = async (): Promise<string[]> =>
  (await api('GET', '/normal-price-matrix')).body.items.map((item: PriceItem) => item.airportId)
const price = (path: string, airportId: string) =>
  changeTable<PriceItem>(admin, path, (items) => [...items, { airportId, prices: prices5 }])
const draft = async (json: object) =>
  api('POST', '/carpool/deposit-payment-intent-for-create', { as: await newStudent(), json })

test('adding, reading, changing and deleting an airport works, and each change is in the audit log', async () => {
  const id = await addAirport(admin, { terminals: ['T2', 'T1', 'T2'] })
  const added = { id, ...fields({ terminals: ['T1', 'T2'] }), ...OF_RIDES }
  expect((await find(id)).body).toEqual(added)
  const all = (await api('GET', '/admin/airport/getall', { as: admin })).body.items
  expect(all.at(-1)).toEqual(added)
  expect(all[0]).toMatchObject({
    id: 'air_lhr',
    airportName: { zh: '伦敦希思罗机场', en: 'London Heathrow' },
  })

  const changed = {
    ...added,
    airportName: { zh: '利兹布拉德福德机场', en: 'Leeds Bradford' },
    active: false,
  }
  const put = await api('PUT', `/admin/airport/update/${id}`, { as: admin, json: changed })
  expect([put.status, put.body]).toEqual([200, changed])
  expect(
    (await api('PUT', `/admin/airport/update/${id}`, { as: admin, json: changed })).status,
  ).toBe(200)
  expect((await remove(id)).status).toBe(204)
  expect((await find(id)).body.code).toBe('notFound')
  expect((await remove(id)).body.code).toBe('notFound')

  const row = {
    nameZh: '利兹机场',
    nameEn: 'Leeds Bradford',
    terminals: ['T1', 'T2'],
    active: true,
    ...OF_RIDES,
  }
  const after = { nameZh: '利兹布拉德福德机场', active: false }
  expect(await auditOf(id)).toEqual(
    expect.arrayContaining([
      { adminId: admin.id, action: 'airportAdded', before: null, after: row },
      {
        adminId: admin.id,
        action: 'airportChanged',
        before: { nameZh: '利兹机场', active: true },
        after,
      },
      { adminId: admin.id, action: 'airportDeleted', before: { ...row, ...after }, after: null },
    ]),
  )
  expect(await auditOf(id)).toHaveLength(3)
})

test.each([
  [
    'a name in one language alone',
    { airportName: { zh: '利兹机场' } },
    'airportName.en',
    'required',
  ],
  ['an empty name', { airportName: { zh: ' ', en: 'Leeds' } }, 'airportName.zh', 'required'],
  ['a long name', { airportName: { zh: '利', en: 'x'.repeat(41) } }, 'airportName.en', 'tooLong'],
  ['no terminal', { terminals: [] }, 'terminals', 'terminalRequired'],
  ['an unknown terminal', { terminals: ['T1', 'T9'] }, 'terminals.1', 'invalidChoice'],
  ['an unknown field', { colour: 'green' }, 'colour', 'unknownField'],
  ['words for yes', { active: 'yes' }, 'active', 'invalidType'],
])('%s is refused', async (_, change, path, code) => {
  const { status, body } = await api('POST', '/admin/airport/add', {
    as: admin,
    json: fields(change),
  })
  expect([status, body.errors?.[path]?.[0]?.code], JSON.stringify(body)).toEqual([422, code])
})

test('an airport’s id cannot be changed by its body', async () => {
  const id = await addAirport()
  const json = { id: 'air_lhr', ...fields() }
  expect(await refusal('PUT', `/admin/airport/update/${id}`, { as: admin, json })).toMatchObject({
    status: 422,
  })
  const nobody = await api('PUT', '/admin/airport/update/air_none', { as: admin, json: fields() })
  expect([nobody.status, nobody.body.code]).toEqual([404, 'notFound'])
  await remove(id)
})

test('when and where drivers meet passengers is kept by a change that does not say it', async () => {
  const id = await addAirport(admin, { clearingMinutes: 60 })
  const path = `/admin/airport/update/${id}`
  const put = async (change: object) =>
    (await api('PUT', path, { as: admin, json: fields(change) })).body
  expect(await put({ meetingPoints: [' T1 出口 '] })).toMatchObject({
    clearingMinutes: 60,
    meetingPoints: ['T1 出口'],
  })
  expect(await put({})).toMatchObject({ clearingMinutes: 60, meetingPoints: ['T1 出口'] })
  expect(await put({ clearingMinutes: 241 })).toMatchObject({ code: 'validationFailed' })
  await remove(id)
})

test('a new airport is offered once it has prices, at these prices', async () => {
  const id = await addAirport(admin, { terminals: ['T1'] })
  const json = createPayload({ airportId: id, terminal: 'T1' })
  expect(await sold()).not.toContain(id)
  const refused = await draft(json)
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['airportId']])
  expect((await price(NORMAL, id)).status).toBe(200)
  expect((await price(SPECIAL, id)).status).toBe(200)
  expect(await sold()).toContain(id)
  const { created } = await openCarpool(await newStudent(), { airportId: id, terminal: 'T1' })
  expect([created.airportId, created.airportName, created.basePrice]).toEqual([
    id,
    'Leeds Bradford',
    3800,
  ])
})

test('an airport in use is closed: its carpools continue, and no new one can be opened', async () => {
  const id = await addAirport()
  await price(NORMAL, id)
  await price(SPECIAL, id)
  const ride = { airportId: id, terminal: 'T1', maxPassengers: 2 }
  const car = await openCarpool(await newStudent(), ride)
  expect((await remove(id)).status).toBe(204)
  expect((await find(id)).body.active).toBe(false)
  expect((await auditOf(id))[0]).toEqual({
    adminId: admin.id,
    action: 'airportClosed',
    before: { active: true },
    after: { active: false },
  })
  expect(await sold()).not.toContain(id)
  expect((await draft(createPayload(ride))).status).toBe(422)

  const { confirmed } = await joinAndPay(await newStudent(), car.id, { terminal: 'T1' })
  expect([confirmed.status, confirmed.body.status, confirmed.body.basePrice]).toEqual([
    200,
    'SUCCESS_PENDING_PAYMENT',
    5200,
  ])
  expect((await remove(id)).status).toBe(204)
  expect(await auditOf(id)).toHaveLength(2)
  // Reopened, it is sold as before.
  await api('PUT', `/admin/airport/update/${id}`, { as: admin, json: fields() })
  expect(await sold()).toContain(id)
  await advance(0)
})

test('deleting an airport deletes its prices, and makes an open price table stale', async () => {
  const id = await addAirport()
  await price(NORMAL, id)
  const before = await readTable<PriceItem>(admin, NORMAL)
  expect(before.items.map(({ airportId }) => airportId)).toContain(id)
  expect((await remove(id)).status).toBe(204)
  const left = await db
    .select()
    .from(prices)
    .where(eq(prices.airportId, id as 'air_1'))
  expect(left).toEqual([])
  const put = await api('PUT', NORMAL, {
    as: admin,
    json: { items: before.items },
    headers: { 'If-Match': before.etag },
  })
  expect([put.status, put.body.code]).toEqual([412, 'versionConflict'])
  const after = await readTable<PriceItem>(admin, NORMAL)
  expect(after.items.map(({ airportId }) => airportId)).not.toContain(id)
})

test('two simultaneous changes of one airport both succeed, and the log shows both in order', async () => {
  const id = await addAirport()
  const other = await newAdmin(['catalog'])
  const put = (as: Admin, change: object) =>
    api('PUT', `/admin/airport/update/${id}`, { as, json: fields(change) })
  const both = await Promise.all([
    put(admin, { terminals: ['T2'] }),
    put(other, { airportName: { zh: '利兹', en: 'Leeds' } }),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const log = (await auditOf(id)).filter(({ action }) => action === 'airportChanged')
  const { id: _, ...last } = (await find(id)).body
  // The second writer replaced the first one's whole form, and its log entry shows what it
  // overwrote.
  expect(log).toHaveLength(2)
  expect([
    fields({ terminals: ['T2'], ...OF_RIDES }),
    fields({ airportName: { zh: '利兹', en: 'Leeds' }, ...OF_RIDES }),
  ]).toContainEqual(last)
  await remove(id)
})

test('a change or a deletion based on outdated data is refused', async () => {
  const id = await addAirport()
  const seen = await findAirport(db, id)
  if (!seen) throw new Error('no airport')
  await api('PUT', `/admin/airport/update/${id}`, {
    as: admin,
    json: fields({ terminals: ['T2'] }),
  })
  const log = await auditOf(id)
  const entry = {
    at: 1,
    adminId: admin.id,
    action: 'airportChanged',
    subject: id,
    before: 1,
    after: 2,
  } as const
  expect(await updateAirport(db, seen, { ...seen, nameEn: 'Leeds' }, entry)).toBe(false)
  expect(await removeAirport(db, seen, { deleted: entry, closed: entry })).toBeNull()
  expect((await find(id)).body).toEqual({ id, ...fields({ terminals: ['T2'] }), ...OF_RIDES })
  expect(await auditOf(id)).toEqual(log)
  await remove(id)
})

test('a deleted airport does not come back with the reference data', async () => {
  const luton = 'air_ltn'
  const table = await readTable<PriceItem>(admin, NORMAL)
  expect((await remove(luton)).status).toBe(204)
  await env.DB.batch(referenceStatements().map((sql) => env.DB.prepare(sql)))
  expect((await find(luton)).status).toBe(404)
  expect((await readTable<PriceItem>(admin, NORMAL)).items).toHaveLength(table.items.length - 1)
})
