import { expect, test } from 'vitest'
import { PRICE_FIELDS } from '#app/orders/rules/postage.ts'
import { referenceStatements } from '#db/seed/reference.ts'
import { textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { api } from '#tests/worker/world/api.ts'
import { db } from '#tests/worker/world/services.ts'
import { auditOf, newAdmin } from './kit.ts'
import { consoleOf, tableAt, valuesOf, wrongIn } from './table.ts'

const PATH = '/admin/postage-price-matrix'
const admin = await newAdmin(['catalog'])
const table = tableAt(PATH, admin)

type Item = { id?: string; kg: number } & Record<string, unknown>
const nowhere = Object.fromEntries(Object.values(PRICE_FIELDS).map((field) => [field, null]))
const row = (kg: number, change: object = {}): Item => ({ ...nowhere, kg, ...change })
const publicTable = async (): Promise<Item[]> =>
  (await api('GET', '/postage-price-matrix')).body.items

test('a changed price, a new row and a removed row are public at once, and the log has only the changes', async () => {
  const { body, tag } = await table.read()
  expect(body.items).toEqual(await publicTable())
  const [first, second, ...others]: Item[] = body.items
  const wanted = [row(40, { sfExpress: 250_000 }), { ...first, sfExpress: 9900 }, ...others]
  const put = await table.put({ items: wanted }, tag)
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  expect(put.headers.get('ETag')).not.toBe(tag)
  const shown = await publicTable()
  expect(put.body).toEqual({ items: shown, currency: 'cny' })
  expect(shown.map(({ kg }) => kg)).toEqual(
    wanted.map(({ kg }) => Number(kg)).sort((a, b) => a - b),
  )
  expect(shown[0]).toEqual({ ...first, sfExpress: 9900 })
  const made = shown.at(-1)?.id ?? ''
  expect(made).toMatch(/^postage_/)
  const [entry] = await auditOf('postage')
  const { id: goneId = '', ...gone } = second ?? {}
  const { id: _, ...added } = shown.at(-1) ?? {}
  expect(entry).toEqual({
    adminId: admin.id,
    action: 'postageSet',
    before: { postage_500: { sfExpress: first?.sfExpress }, [goneId]: gone, [made]: null },
    after: { postage_500: { sfExpress: 9900 }, [goneId]: null, [made]: added },
  })
})

test('seeding again restores neither a price nor a removed row', async () => {
  const before = await publicTable()
  for (const statement of referenceStatements()) await db.run(statement)
  expect(await publicTable()).toEqual(before)
})

test('a table can be restored from an earlier reading, with removed rows under their old ids', async () => {
  const whole = await table.read()
  expect((await table.put({ items: [row(1)] }, whole.tag)).status).toBe(200)
  const { tag } = await table.read()
  expect((await table.put({ items: whole.body.items }, tag)).body.items).toEqual(whole.body.items)
})

test('saving identical rows changes nothing', async () => {
  const { body, tag } = await table.read()
  const log = await auditOf('postage')
  const put = await table.put({ items: body.items }, tag)
  expect([put.status, put.headers.get('ETag')]).toEqual([200, tag])
  expect(await auditOf('postage')).toHaveLength(log.length)
})

test.each([
  ['no row at all', { items: [] }, { items: 'rowsRange' }],
  [
    'too many rows',
    { items: Array.from({ length: 61 }, (_, at) => row(at + 1)) },
    { items: 'rowsRange' },
  ],
  ['one weight twice', { items: [row(1), row(2), row(1)] }, { 'items.2.kg': 'weightTwice' }],
  ['no weight', { items: [{ ...nowhere }] }, { 'items.0.kg': 'required' }],
  ['a weight of nothing', { items: [row(0)] }, { 'items.0.kg': 'weightInvalid' }],
  ['a weight below nothing', { items: [row(-1)] }, { 'items.0.kg': 'weightInvalid' }],
  ['half a gram', { items: [row(1.0005)] }, { 'items.0.kg': 'weightInvalid' }],
  ['a car', { items: [row(900)] }, { 'items.0.kg': 'weightInvalid' }],
  ['half a fen', { items: [row(1, { royalMail: 1.5 })] }, { 'items.0.royalMail': 'wholeNumber' }],
  [
    'a price below nothing',
    { items: [row(1, { royalMail: -1 })] },
    { 'items.0.royalMail': 'amountInvalid' },
  ],
  ['a price too far', { items: [row(1, { upsUsa: 1e9 })] }, { 'items.0.upsUsa': 'amountTooHigh' }],
  ['a price as text', { items: [row(1, { upsUsa: '98' })] }, { 'items.0.upsUsa': 'amountInvalid' }],
  ['an unknown carrier', { items: [row(1, { dhl: 98 })] }, { 'items.0.dhl': 'unknownField' }],
  ['an unknown field', { items: [row(1)], currency: 'cny' }, { currency: 'unknownField' }],
  [
    'an id of another table',
    { items: [row(1, { id: 'mail_how' })] },
    { 'items.0.id': 'rowIdInvalid' },
  ],
  [
    'one id twice',
    { items: [row(1, { id: 'postage_1' }), row(2, { id: 'postage_1' })] },
    { 'items.1.id': 'rowIdTwice' },
  ],
])('%s is refused, and nothing is changed', async (_, json, errors) => {
  const { body, tag } = await table.read()
  const put = await table.put(json, tag)
  expect([put.status, wrongIn(put)]).toEqual([422, errors])
  expect(await table.read()).toEqual({ body, tag })
})

test('a missing carrier is refused, not read as one that takes nothing', async () => {
  const { tag } = await table.read()
  const { sfExpress: _, ...rest } = row(1)
  expect(wrongIn(await table.put({ items: [rest] }, tag))).toEqual({
    'items.0.sfExpress': 'required',
  })
})

test('a save without the current version overwrites nothing', async () => {
  const { body, tag } = await table.read()
  const first = await table.put({ items: [...body.items, row(45)] }, tag)
  expect(first.status).toBe(200)
  for (const stale of [tag, '"999"', 'W/"1"', '*']) {
    const put = await table.put({ items: [row(1)] }, stale)
    expect([put.status, put.body.code], stale).toEqual([412, 'versionConflict'])
  }
  const unsaid = await table.put({ items: [row(1)] }, null)
  expect([unsaid.status, unsaid.body.code]).toEqual([428, 'versionRequired'])
  expect(await publicTable()).toEqual(first.body.items)
})

test('a table of the largest size is saved completely', async () => {
  const { body, tag } = await table.read()
  const items = Array.from({ length: 60 }, (_, at) => row(at + 0.125, { sfExpress: at }))
  expect((await table.put({ items }, tag)).status).toBe(200)
  expect((await publicTable()).map(({ kg }) => kg)).toEqual(items.map(({ kg }) => kg))
  const { tag: next } = await table.read()
  await table.put({ items: body.items }, next)
})

test('in the console a price is edited, reviewed and saved, and students see it', async () => {
  const browser = consoleOf(admin)
  const values = valuesOf(await browser.get('/admin/postage'))
  const typed = { ...values, 'items.0.sfExpress': '１２３。5' }
  const preview = await browser.post('/admin/postage', { ...typed, intent: 'preview' })
  expect(preview.status).toBe(200)
  expect(textOf(preview)).toMatch(/0\.5 kg · 顺丰\s+¥[\d.]+\s+¥123\.50/)
  expect((await publicTable())[0]?.sfExpress).not.toBe(12_350)
  const saved = await browser.post('/admin/postage', { ...valuesOf(preview), intent: 'save' })
  expect(saved.status).toBe(303)
  expect((await publicTable())[0]?.sfExpress).toBe(12_350)
  expect(textOf(await browser.get('/admin/postage'))).toContain('运费已保存')
  expect(textOf(await new Visitor().get('/mail'))).toContain('¥123.50')
})

test('in the console a row is added and removed, and an empty one is ignored', async () => {
  const browser = consoleOf(admin)
  const values = valuesOf(await browser.get('/admin/postage'))
  const rows = (of: Record<string, string>) =>
    Object.keys(of).filter((name) => name.endsWith('.kg')).length
  const added = valuesOf(await browser.post('/admin/postage', { ...values, intent: 'add' }))
  expect(rows(added)).toBe(rows(values) + 1)
  const nothing = await browser.post('/admin/postage', { ...added, intent: 'preview' })
  expect(textOf(nothing)).toContain('没有改动')
  const removed = valuesOf(await browser.post('/admin/postage', { ...values, intent: 'remove:1' }))
  expect(rows(removed)).toBe(rows(values) - 1)
  expect(removed['items.1.kg']).toBe(values['items.2.kg'])
  const preview = await browser.post('/admin/postage', { ...removed, intent: 'preview' })
  expect(textOf(preview)).toContain(`删除 ${values['items.1.kg']} kg 这一行`)
})

test('invalid input stays where it was typed, with its error', async () => {
  const browser = consoleOf(admin, 'en')
  const values = valuesOf(await browser.get('/admin/postage'))
  const twice = values['items.4.kg'] ?? ''
  const typed = {
    ...values,
    'items.0.kg': 'light',
    'items.1.sfExpress': '1.234',
    'items.3.kg': twice,
  }
  const page = await browser.post('/admin/postage', { ...typed, intent: 'preview' })
  expect(page.status).toBe(422)
  expect(valuesOf(page)).toEqual(typed)
  expect(textOf(page)).toContain('Enter a weight above 0 and up to 99 kg')
  expect(textOf(page)).toContain('Write the amount as 38 or 38.50')
  expect(textOf(page)).toContain(`${twice} kg · Weight, kg · There’s already a row for this weight`)
})
