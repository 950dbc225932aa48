import { expect, test } from 'vitest'
import { textOf } from '#tests/worker/accounts/visitor.ts'
import { api, createPayload, joinPayload } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { pay } from '#tests/worker/world/services.ts'
import { auditOf, newAdmin } from './kit.ts'
import {
  changeTable,
  NORMAL,
  PERIODS,
  type PeriodItem,
  type PriceItem,
  putTable,
  readTable,
  SPECIAL,
  setPrices,
} from './offer-kit.ts'
import { consoleOf, priceCell, valuesOf } from './table.ts'

const admin = await newAdmin()
const read = (path = NORMAL) => readTable<PriceItem>(admin, path)
const of = (items: PriceItem[], airportId: string) =>
  items.find((item) => item.airportId === airportId)?.prices

test('a table is replaced as a whole; the public table and the audit log show what changed', async () => {
  const before = await read()
  const special = await read(SPECIAL)
  const put = await setPrices(admin, NORMAL, 'air_bhx', { '1': 8650, '4': 2799 })
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  expect(put.headers.get('ETag')).not.toBe(before.etag)
  expect(of(put.body.items, 'air_bhx')).toEqual({
    '1': 8650,
    '2': 4500,
    '3': 3300,
    '4': 2799,
    '5': 2400,
  })
  const after = await read()
  expect(after).toEqual({ items: put.body.items, etag: put.headers.get('ETag') })
  expect(
    (await api('GET', '/normal-price-matrix')).body.items.map(
      ({ airportId, prices }: PriceItem) => ({
        airportId,
        prices,
      }),
    ),
  ).toEqual(after.items)
  expect(await read(SPECIAL)).toEqual(special)
  expect(await auditOf('normalPrices')).toEqual([
    {
      adminId: admin.id,
      action: 'pricesSet',
      before: { 'air_bhx.1': 8500, 'air_bhx.4': 2700 },
      after: { 'air_bhx.1': 8650, 'air_bhx.4': 2799 },
    },
  ])
  // What was read may be sent back; nothing has changed then, so nothing is written.
  const again = await putTable(admin, NORMAL, after.items, after.etag)
  expect([again.status, again.headers.get('ETag')]).toEqual([200, after.etag])
  expect(await auditOf('normalPrices')).toHaveLength(1)
  // Only pages are answered with "unchanged".
  const headers = { 'If-Match': after.etag, 'If-None-Match': after.etag }
  const json = { items: after.items }
  expect((await api('PUT', NORMAL, { as: admin, json, headers })).status).toBe(200)
  expect((await api('GET', NORMAL, { as: admin, headers })).status).toBe(200)
})

test('the special table is separate, with its own version', async () => {
  const normal = await read()
  const put = await setPrices(admin, SPECIAL, 'air_man', { '5': 3601 })
  expect(of(put.body.items, 'air_man')?.['5']).toBe(3601)
  expect((await read()).etag).toBe(normal.etag)
  const sold = (await api('GET', '/carpool/airport-prices?date=2026-12-25')).body.items
  expect(of(sold, 'air_man')?.['5']).toBe(3601)
  const stale = await putTable(admin, SPECIAL, put.body.items, '"77"')
  expect(stale.body.code).toBe('versionConflict')
})

type Change = (items: PriceItem[]) => unknown
const firstPrices =
  (change: object): Change =>
  ([first, ...rest]) => [{ ...first, prices: { ...first?.prices, ...change } }, ...rest]
test.each<[string, Change, string, string]>([
  ['a missing airport', (items) => items.slice(1), 'items', 'airportMissing'],
  ['an empty table', () => [], 'items', 'airportMissing'],
  ['an airport named twice', (items) => [...items, items[2]], 'items.7.airportId', 'airportTwice'],
  [
    'an unknown airport',
    (items) => [...items, { ...items[0], airportId: 'air_none' }],
    'items.7.airportId',
    'airportUnknown',
  ],
  ['a price of nothing', firstPrices({ '3': 0 }), 'items.0.prices.3', 'priceRange'],
  ['a price below nothing', firstPrices({ '3': -1 }), 'items.0.prices.3', 'priceRange'],
  ['a price above all bounds', firstPrices({ '3': 100_001 }), 'items.0.prices.3', 'priceRange'],
  ['half a penny', firstPrices({ '3': 3800.5 }), 'items.0.prices.3', 'wholeNumber'],
  ['a price in words', firstPrices({ '3': '3800' }), 'items.0.prices.3', 'invalidType'],
  ['a size without a price', firstPrices({ '3': undefined }), 'items.0.prices.3', 'required'],
  ['a sixth person', firstPrices({ '6': 2000 }), 'items.0.prices.6', 'unknownField'],
  [
    'an unknown field',
    ([first, ...rest]) => [{ ...first, note: 'cheap' }, ...rest],
    'items.0.note',
    'unknownField',
  ],
  ['no list', () => 'none', 'items', 'invalidType'],
])(
  '%s is refused at its cell, and nothing of the table is saved',
  async (_, change, path, code) => {
    const before = await read()
    // A valid change before the invalid one must not be kept either.
    const items = before.items.map((item) => ({ ...item, prices: { ...item.prices, '5': 2500 } }))
    const { status, body } = await putTable(admin, NORMAL, change(items), before.etag)
    expect([status, body.code, body.errors[path]?.[0]?.code], JSON.stringify(body)).toEqual([
      422,
      'validationFailed',
      code,
    ])
    expect(await read()).toEqual(before)
  },
)

test('who saves second in the console is refused, loses nothing, and can confirm what they typed', async () => {
  const page = '/admin/prices?table=special'
  const browser = consoleOf(admin)
  const before = await read(SPECIAL)
  const theirs = (of(before.items, 'air_stn')?.['3'] ?? 0) + 100
  const stored = async (airport: string, people: '2' | '3') =>
    of((await read(SPECIAL)).items, airport)?.[people]
  const values = valuesOf(await browser.get(page))
  const cellOf = (airport: string, people: number) => priceCell(values, airport, people)
  const mine = { ...values, [cellOf('air_bhx', 2)]: '61' }
  expect((await setPrices(admin, SPECIAL, 'air_stn', { '3': theirs })).status).toBe(200)
  const emptied = await browser.post(page, { ...mine, [cellOf('air_stn', 3)]: '', intent: 'save' })
  expect(emptied.status).toBe(422)
  expect(textOf(emptied)).toContain('别人刚保存过')
  expect(textOf(emptied)).toContain(`现在保存的是 £${theirs / 100}`)
  const refused = await browser.post(page, { ...mine, intent: 'save' })
  expect(refused.status).toBe(412)
  expect(textOf(refused)).toContain('别人刚保存过')
  expect(textOf(refused)).toMatch(/伯明翰机场 · 2 人\s+£\S+\s+£61/)
  expect(textOf(refused)).toMatch(/伦敦斯坦斯特德机场 · 3 人\s+£\S+\s+£\S+/)
  expect(await stored('air_stn', '3')).toBe(theirs)
  expect(await stored('air_bhx', '2')).toBe(of(before.items, 'air_bhx')?.['2'])
  const again = valuesOf(refused)
  expect(again[cellOf('air_bhx', 2)]).toBe('61')
  expect((await browser.post(page, { ...again, intent: 'save' })).status).toBe(303)
  expect(await stored('air_bhx', '2')).toBe(6100)
  expect(await stored('air_stn', '3')).toBe(of(before.items, 'air_stn')?.['3'])
})

test('an airport without prices may stay so in the console, and one with some needs all', async () => {
  const json = { airportName: { zh: '利兹机场', en: 'Leeds Bradford' }, terminals: ['T1'] }
  const { id } = (await api('POST', '/admin/airport/add', { as: admin, json })).body
  const browser = consoleOf(admin)
  const values = valuesOf(await browser.get('/admin/prices'))
  const look = (typed: object) =>
    browser.post('/admin/prices', { ...values, ...typed, intent: 'preview' })
  expect(textOf(await look({}))).toContain('没有改动')
  const some = await look({ [priceCell(values, id, 1)]: '50' })
  expect([some.status, textOf(some).match(/利兹机场 · \d 人 · 请填写价格/g)]).toEqual([
    422,
    [2, 3, 4, 5].map((people) => `利兹机场 · ${people} 人 · 请填写价格`),
  ])
  await api('DELETE', `/admin/airport/delete/${id}`, { as: admin })
})

test('of two simultaneous replacements of a table, one is refused and none of its prices is kept', async () => {
  const other = await newAdmin(['catalog'])
  const { items, etag } = await read()
  const raised = (by: number) =>
    items.map(({ airportId, prices }) => ({
      airportId,
      prices: { ...prices, '2': prices['2'] + by },
    }))
  const tables = [raised(7), raised(11)]
  const both = await Promise.all([
    putTable(admin, NORMAL, tables[0], etag),
    putTable(other, NORMAL, tables[1], etag),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
  const winner = both[0].status === 200 ? 0 : 1
  expect((await read()).items).toEqual(tables[winner])
  const [last] = await auditOf('normalPrices')
  expect(last?.adminId).toBe([admin.id, other.id][winner])
  // The administrator who was too late rereads it, makes the change again, and succeeds.
  const again = await setPrices(other, NORMAL, 'air_ema', { '2': 2850 })
  expect(again.status).toBe(200)
  expect(of((await read()).items, 'air_lhr')).toEqual(of(tables[winner] ?? [], 'air_lhr'))
})

/** No day is a special one, whatever day this runs. */
const ordinaryDays = () => changeTable<PeriodItem>(admin, PERIODS, () => [])

test('a draft whose deposit is being paid keeps the price it was shown with', async () => {
  await ordinaryDays()
  const as = await newStudent()
  const json = createPayload({ airportId: 'air_stn', terminal: 'T1', maxPassengers: 2 })
  const old = of((await read()).items, 'air_stn')?.['2'] ?? 0
  const draft = await api('POST', '/carpool/deposit-payment-intent-for-create', { as, json })
  await setPrices(admin, NORMAL, 'air_stn', { '2': old + 500 })
  await pay(draft.body.clientSecret)
  const created = await api('POST', '/carpool/create', {
    as,
    json: { ...json, tempParticipantId: draft.body.participantId },
  })
  expect([created.status, created.body.basePrice]).toEqual([201, old])
  const joiner = await newStudent()
  const hold = await api('POST', `/carpool/${created.body.id}/join`, {
    as: joiner,
    json: joinPayload({ terminal: 'T1' }),
  })
  expect(hold.status).toBe(201)
})
