import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { languages } from '#app/i18n/languages.ts'
import { openDb } from '#db/db.ts'
import { serviceDescriptions } from '#db/schema.ts'
import { mailDescriptions } from '#db/seed/order-descriptions.ts'
import { referenceStatements } from '#db/seed/reference.ts'
import { textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { api } from '#tests/worker/world/api.ts'
import { auditOf, newAdmin } from './kit.ts'
import { consoleOf, tableAt, valuesOf, wrongIn } from './table.ts'

const pathOf = (service: string) => `/admin/service-descriptions/${service}`
const db = openDb(env.DB)
const admin = await newAdmin(['catalog'])
const mail = tableAt(pathOf('mail'), admin)

type Item = { id?: string; sortOrder: number; zh: object; en: object }
type Shown = { id: string; title: string; content: string; sortOrder: number }
const point = (sortOrder: number, change: object = {}) => ({
  sortOrder,
  zh: { title: '新的', content: '新的内容' },
  en: { title: 'New', content: 'New text' },
  ...change,
})
const publicTexts = async (lang: 'zh' | 'en', service = 'mail'): Promise<Shown[]> =>
  (await api('GET', `/service-descriptions/${service}`, { lang })).body.items

test('both languages of a point are one item, in the order students read them', async () => {
  const { body } = await mail.read()
  expect(body.items).toEqual(
    mailDescriptions.map(({ key, zh, en }, at) => ({
      id: `mail_${key}`,
      sortOrder: at + 1,
      zh,
      en,
    })),
  )
})

test('texts are changed, added, moved and removed in both languages, and the log has only what changed', async () => {
  const { body, tag } = await mail.read()
  const [how, base, ...others]: Item[] = body.items
  const changed = { ...base, sortOrder: 1, en: { title: 'Base fee', content: 'What it covers.' } }
  const wanted = [
    changed,
    ...others.map((item, at) => ({ ...item, sortOrder: at + 10 })),
    point(500),
  ]
  const put = await mail.put({ items: wanted }, tag)
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  expect((await mail.read()).body).toEqual(put.body)
  const items: Item[] = put.body.items
  expect(items.map(({ sortOrder }) => sortOrder)).toEqual(items.map((_, at) => at + 1))
  const made = items.at(-1)?.id ?? ''
  expect(made).toMatch(/^mail_/)
  for (const lang of languages) {
    const shown = await publicTexts(lang)
    expect(shown.map(({ id }) => id)).toEqual(items.map(({ id }) => `${id}_${lang}`))
    expect(shown.at(-1)).toMatchObject(point(0)[lang])
  }
  expect((await publicTexts('en'))[0]).toMatchObject({ id: 'mail_base_en', title: 'Base fee' })
  expect((await publicTexts('zh'))[0]?.title).toBe('基础费')
  const [entry] = await auditOf('descriptions:mail')
  const after = entry?.after as Record<string, object>
  const before = entry?.before as Record<string, object>
  expect([entry?.adminId, entry?.action]).toEqual([admin.id, 'descriptionsSet'])
  expect(after.mail_base).toEqual({
    sortOrder: 1,
    titleEn: 'Base fee',
    contentEn: 'What it covers.',
  })
  expect([after.mail_how, Object.keys(after).includes(made)]).toEqual([null, true])
  expect(before.mail_how).toMatchObject({ titleZh: '怎么寄' })
  // Back as it was, with the removed point under its old id.
  const back = await mail.put({ items: [how, base, ...others] }, put.headers.get('ETag'))
  expect(back.body).toEqual(body)
})

test('one service’s texts are independent of another’s', async () => {
  const move = tableAt(pathOf('move'), admin)
  const before = { mail: await mail.read(), move: await move.read() }
  expect(
    (await mail.put({ items: [...before.mail.body.items, point(99)] }, before.mail.tag)).status,
  ).toBe(200)
  expect(await move.read()).toEqual(before.move)
  const foreign = await move.put({ items: [{ ...point(1), id: 'mail_how' }] }, before.move.tag)
  expect([foreign.status, Object.keys(wrongIn(foreign))]).toEqual([422, ['items.0.id']])
  const { tag } = await mail.read()
  await mail.put(before.mail.body, tag)
})

test('line ends are unified, and surrounding space is removed', async () => {
  const { body, tag } = await mail.read()
  const zh = { title: ' 标题 ', content: '\r\n一\r\n二\r三 ' }
  const put = await mail.put({ items: [...body.items, point(99, { zh })] }, tag)
  expect(put.body.items.at(-1).zh).toEqual({ title: '标题', content: '一\n二\n三' })
  await mail.put(body, put.headers.get('ETag'))
})

const without = (name: 'zh' | 'en') => {
  const { [name]: _, ...rest } = point(1)
  return rest
}

test.each([
  ['nothing at all', { items: [] }, { items: 'rowsRange' }],
  ['too much', { items: Array.from({ length: 21 }, (_, at) => point(at)) }, { items: 'rowsRange' }],
  ['one language alone', { items: [without('en')] }, { 'items.0.en': 'required' }],
  [
    'an empty title',
    { items: [point(1, { en: { title: ' ', content: 'x' } })] },
    { 'items.0.en.title': 'required' },
  ],
  [
    'a title too long',
    { items: [point(1, { zh: { title: '长'.repeat(61), content: 'x' } })] },
    { 'items.0.zh.title': 'tooLong' },
  ],
  [
    'a text too long',
    { items: [point(1, { zh: { title: 'x', content: '长'.repeat(2001) } })] },
    { 'items.0.zh.content': 'tooLong' },
  ],
  [
    'no order',
    { items: [{ ...point(1), sortOrder: undefined }] },
    { 'items.0.sortOrder': 'required' },
  ],
  [
    'one id twice',
    { items: [point(1, { id: 'mail_how' }), point(2, { id: 'mail_how' })] },
    { 'items.1.id': 'rowIdTwice' },
  ],
  ['a strange id', { items: [point(1, { id: "mail_'" })] }, { 'items.0.id': 'rowIdInvalid' }],
  ['an unknown field', { items: [point(1, { fr: {} })] }, { 'items.0.fr': 'unknownField' }],
])('%s is refused, and nothing is changed', async (_, json, errors) => {
  const { body, tag } = await mail.read()
  const put = await mail.put(json, tag)
  expect([put.status, wrongIn(put)]).toEqual([422, errors])
  expect(await mail.read()).toEqual({ body, tag })
})

test('an unknown service is not found', async () => {
  const { status, body } = await api('GET', pathOf('storage'), { as: admin })
  expect([status, body.code]).toEqual([404, 'notFound'])
})

test('markup in a text is shown to students as written', async () => {
  const { body, tag } = await mail.read()
  const evil = '<img src=x onerror=alert(1)> & <b>x</b>'
  const put = await mail.put(
    { items: [...body.items, point(99, { zh: { title: '<script>1</script>', content: evil } })] },
    tag,
  )
  const { html } = await new Visitor().get('/mail')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &lt;b&gt;x&lt;/b&gt;')
  expect(html).toContain('&lt;script&gt;1&lt;/script&gt;')
  expect(html).not.toContain('<img src=x')
  const shown = (await publicTexts('zh')).at(-1)
  expect([shown?.title, shown?.content]).toEqual(['<script>1</script>', evil])
  await mail.put(body, put.headers.get('ETag'))
})

test('in the console a point is written in both languages, previewed as students will see it, and saved', async () => {
  const browser = consoleOf(admin)
  const page = '/admin/texts?service=mail'
  const before = await mail.read()
  const count = before.body.items.length
  const values = valuesOf(await browser.get(page))
  const added = valuesOf(await browser.post(page, { ...values, intent: 'add' }))
  const typed = {
    ...added,
    [`items.${count}.zh.title`]: '圣诞安排',
    [`items.${count}.zh.content`]: '第一行\r\n第二行',
    [`items.${count}.en.title`]: 'Over Christmas',
    [`items.${count}.en.content`]: 'We <rest>.',
  }
  const moved = valuesOf(await browser.post(page, { ...typed, intent: `up:${count}` }))
  expect(moved[`items.${count - 1}.zh.title`]).toBe('圣诞安排')
  const preview = await browser.post(page, { ...moved, intent: 'preview' })
  expect(preview.status).toBe(200)
  expect(preview.html).toContain(
    '<p class="whitespace-pre-line text-14 text-muted">第一行\n第二行</p>',
  )
  expect(preview.html).toContain('We &lt;rest&gt;.')
  expect(textOf(preview)).toContain('新的一行')
  expect(await mail.read()).toEqual(before)
  expect((await browser.post(page, { ...valuesOf(preview), intent: 'save' })).status).toBe(303)
  expect((await publicTexts('en')).at(-2)).toMatchObject({
    title: 'Over Christmas',
    content: 'We <rest>.',
  })
  expect((await publicTexts('zh')).at(-2)).toMatchObject({
    title: '圣诞安排',
    content: '第一行\n第二行',
  })
  const { tag } = await mail.read()
  await mail.put(before.body, tag)
})

test('a point in only one language is returned with the missing fields, and loses nothing', async () => {
  const browser = consoleOf(admin, 'en')
  const page = '/admin/texts?service=carpool'
  const values = valuesOf(await browser.get(page))
  const typed = { ...values, 'items.0.en.content': ' ', 'items.1.zh.title': '改过' }
  const refused = await browser.post(page, { ...typed, intent: 'preview' })
  expect(refused.status).toBe(422)
  expect(textOf(refused)).toContain('Point 1 · English text · ')
  expect(valuesOf(refused)).toMatchObject({
    'items.1.zh.title': '改过',
    'items.0.zh.title': '怎么拼车',
  })
})

test('a text follows our newer version until an administrator has saved or accepted it', async () => {
  const older = { title: '车费', content: '人越多越便宜' }
  const seedAgain = () => env.DB.batch(referenceStatements().map((sql) => env.DB.prepare(sql)))
  const asOf = async (service: 'carpool' | 'trip') => {
    const id = service === 'carpool' ? 'carpool_price_zh' : 'trip_balance_zh'
    await db.update(serviceDescriptions).set(older).where(eq(serviceDescriptions.id, id))
    await seedAgain()
    return (await publicTexts('zh', service)).find((text) => text.id === id)?.content
  }
  expect(await asOf('carpool')).toContain('按人数定价')
  const trips = tableAt(pathOf('trip'), admin)
  const { body, tag } = await trips.read()
  expect((await trips.put({ items: [...body.items, point(99)] }, tag)).status).toBe(200)
  expect(await asOf('trip')).toBe(older.content)
})
