import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { refusalOf } from '#app/api/problem.server.ts'
import { NUMBER_SETTINGS } from '#app/catalog/rules/settings.ts'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { settingsBody } from '#app/console/schemas/texts.server.ts'
import { getT } from '#app/i18n/server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import { settings as settingsTable } from '#db/schema.ts'
import { textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { ask, brokenDatabase } from '#tests/worker/shell/kit.ts'
import { api } from '#tests/worker/world/api.ts'
import { openTrip } from '#tests/worker/world/api-trips.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db, ORIGIN } from '#tests/worker/world/services.ts'
import { auditOf, newAdmin, visitorOf } from './kit.ts'
import { consoleOf, settingsAt, valuesOf, wrongIn } from './table.ts'

const admin = await newAdmin(['settings'])
const settings = settingsAt(admin)
const { contact } = readConfig(env)

const builtIn = {
  ...Object.fromEntries(Object.entries(NUMBER_SETTINGS).map(([name, { start }]) => [name, start])),
  contactLink: contact.link,
  contactName: contact.name,
  homeNoticeZh: '',
  homeNoticeEn: '',
  tripNoticeZh: '',
  tripNoticeEn: '',
  ...{ companyName: '', companyAddress: '', vatNumber: '' },
}

/** Changes some settings and leaves the others; restores everything afterwards. */
async function withSettings(change: object, work: () => Promise<void>) {
  const { body, tag } = await settings.read()
  const put = await settings.put({ ...body, ...change }, tag)
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  try {
    await work()
  } finally {
    await settings.put(body, (await settings.read()).tag)
  }
}

test('unset settings have their defaults', async () => {
  const { body, tag } = await settings.read()
  expect([body, tag]).toEqual([builtIn, '0'])
  expect(await db.select().from(settingsTable)).toEqual([])
})

test('only changed settings are stored, and the log has just those', async () => {
  const { body, tag } = await settings.read()
  const put = await settings.put({ ...body, mailBasePrice: 1200, homeNoticeEn: 'Closed' }, tag)
  expect(put.body).toEqual({ ...builtIn, mailBasePrice: 1200, homeNoticeEn: 'Closed' })
  const rows = await db
    .select({ key: settingsTable.key, value: settingsTable.value })
    .from(settingsTable)
  expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toEqual({
    mailBasePrice: 1200,
    homeNoticeEn: 'Closed',
  })
  expect(
    (await settings.put({ ...body, mailBasePrice: 1200, homeNoticeEn: 'Closed' }, put.tag)).tag,
  ).toBe(put.tag)
  expect(await auditOf('settings')).toEqual([
    {
      adminId: admin.id,
      action: 'settingsSet',
      before: { mailBasePrice: 1000, homeNoticeEn: '' },
      after: { mailBasePrice: 1200, homeNoticeEn: 'Closed' },
    },
  ])
  const back = await settings.put(body, put.tag)
  expect(back.body).toEqual(builtIn)
})

test('a trip keeps the balance it started with, and the next one uses the new one', async () => {
  const creator = await newStudent()
  const balanceOf = async (id: string) => {
    const { body } = await api('POST', '/trip/get', { as: creator, json: { tab: 'end' } })
    return body.items.find((trip: { id: string }) => trip.id === id)?.balancePrice
  }
  const { id } = await openTrip({}, creator)
  expect(await balanceOf(id)).toBe(3000)
  await withSettings({ tripBalancePrice: 4500 }, async () => {
    expect(await balanceOf(id)).toBe(3000)
    const next = await openTrip({}, creator)
    expect(await balanceOf(next.id)).toBe(4500)
    expect(await balanceOf(id)).toBe(3000)
  })
})

test.each([
  ['less than a card can be charged', { mailBasePrice: 29 }, { mailBasePrice: 'feeTooSmall' }],
  ['less than nothing', { moveBasePrice: -100 }, { moveBasePrice: 'amountInvalid' }],
  ['a fortune', { moveBasePrice: 100_001 }, { moveBasePrice: 'amountTooHigh' }],
  ['half a penny', { tripBalancePrice: 0.5 }, { tripBalancePrice: 'wholeNumber' }],
  [
    'a balance no trip may ask for',
    { tripBalancePrice: 50_001 },
    { tripBalancePrice: 'amountTooHigh' },
  ],
  ['points that are worth everything', { pointsPerPound: 0 }, { pointsPerPound: 'numberRange' }],
  [
    'points taken for paying',
    { pointsEarnedPerPound: -1 },
    { pointsEarnedPerPound: 'numberRange' },
  ],
  ['a price as text', { mailBasePrice: '1000' }, { mailBasePrice: 'amountInvalid' }],
  ['an open door', { contactLink: 'http://u.wechat.com/x' }, { contactLink: 'linkInvalid' }],
  ['a script', { contactLink: 'javascript:alert(1)' }, { contactLink: 'linkInvalid' }],
  ['half a link', { contactLink: 'https://' }, { contactLink: 'linkInvalid' }],
  ['a link of two words', { contactLink: 'https://a.example/ b' }, { contactLink: 'linkInvalid' }],
  ['a novel', { homeNoticeZh: '长'.repeat(301) }, { homeNoticeZh: 'tooLong' }],
  ['a setting left out', { pointsPerPound: undefined }, { pointsPerPound: 'required' }],
])('%s is refused', (_, change, errors) => {
  const { error } = settingsBody.safeParse({ ...builtIn, ...change }, { error: fieldError })
  expect(wrongIn({ body: refusalOf(error?.issues ?? [], getT('en')) })).toEqual(errors)
})

test('the scope for carpool prices does not allow setting fees', async () => {
  const { status } = await visitorOf(await newAdmin(['catalog'])).get('/admin/settings')
  expect(status).toBe(403)
})

test('the contact appears on every page that names one, and in the QR code', async () => {
  const code = async (of: string) => {
    const path = `/neighbourhelp/contact-qr.svg?of=${encodeURIComponent(of)}`
    const response = await exports.default.fetch(ORIGIN + path)
    return { svg: await response.text(), keep: response.headers.get('Cache-Control') }
  }
  const link = 'https://work.weixin.qq.com/kfid/kf1?a=1&b=2'
  const before = await code(contact.link)
  expect(before.keep).toContain('max-age')
  await withSettings({ contactLink: link, contactName: 'new-contact' }, async () => {
    for (const path of ['/', '/storage']) {
      const { html } = await new Visitor().get(path)
      expect(html, path).toContain(link.replaceAll('&', '&amp;'))
      expect(html, path).toContain('new-contact')
      expect(html, path).toContain(`/contact-qr.svg?of=${encodeURIComponent(link)}"`)
    }
    const now = await code(link)
    expect(now.svg).not.toBe(before.svg)
    expect(now.keep).toContain('max-age')
    // A code other than the one requested must not be cached for it.
    expect(await code(contact.link)).toEqual({ svg: now.svg, keep: 'no-store' })
  })
  expect((await new Visitor().get('/')).html).toContain(contact.name)
  await withSettings({ contactName: 'someone' }, async () => {
    const { tag, body } = await settings.read()
    const emptied = await settings.put({ ...body, contactLink: '', contactName: '' }, tag)
    expect(emptied.body).toMatchObject({ contactLink: contact.link, contactName: contact.name })
  })
})

test('the home page shows a notice in its own language only, as text, and none if there is none', async () => {
  const home = (lang: 'zh' | 'en') => new Visitor({ lang }).get('/')
  const notice = '圣诞休息\n&lt;b&gt;27 日&lt;/b&gt;回复'
  await withSettings({ homeNoticeZh: '圣诞休息\n<b>27 日</b>回复' }, async () => {
    const { html } = await home('zh')
    expect(html).toContain(notice)
    // Held to one line, and opened by a tap without scripts.
    expect(html).toMatch(
      /<summary[^>]*><span class="line-clamp-1 [^"]*group-open:line-clamp-none">/,
    )
    expect((await home('en')).html).not.toContain(notice)
  })
  expect((await home('zh')).html).not.toContain(notice)
})

test('the trips page shows its own notice', async () => {
  const { token } = await newStudent()
  const visitor = new Visitor()
  visitor.cookies.set('sid', token)
  await withSettings({ tripNoticeZh: '十二月不组团' }, async () => {
    const shown = textOf(await visitor.get('/trip'))
    expect(shown).toContain('十二月不组团')
    expect(shown).not.toContain('先付押金，成团后再付余款')
  })
  expect(textOf(await visitor.get('/trip'))).toContain('先付押金，成团后再付余款')
})

test('texts are read at most once in half a minute, and the last ones stay while the database is down', async () => {
  let now = 1_000_000
  let reads = 0
  let isDown = false
  const clock = { now: () => now, systemTime: () => now }
  const log = { info() {}, warn() {}, error() {} }
  // A configuration object of its own, because texts are cached per configuration.
  const config = { ...readConfig(env) }
  const counting = new Proxy(db, {
    get(target, name) {
      if (name === 'select') {
        reads++
        if (isDown) throw new Error('down')
      }
      return Reflect.get(target, name)
    },
  })
  const site = { db: counting, clock, config, log }
  await withSettings({ contactName: 'first' }, async () => {
    expect((await readContact(site)).name).toBe('first')
    now += 29_999
    expect((await readContact(site)).name).toBe('first')
    expect(reads).toBe(1)
  })
  expect((await readContact(site)).name).toBe('first')
  now += 1
  expect((await readContact(site)).name).toBe(contact.name)
  expect(reads).toBe(2)
  isDown = true
  now += 60_000
  expect((await readContact(site)).name).toBe(contact.name)
  const other = { db: counting, clock, config: { ...config }, log }
  expect(await readContact(other)).toEqual(contact)
})

test('in the console money is typed in pounds, reviewed and saved', async () => {
  const browser = consoleOf(admin)
  const before = await settings.read()
  const values = valuesOf(await browser.get('/admin/settings'))
  expect(
    ['mailBasePrice', 'pointsPerPound', 'contactName'].map((name) => values[`items.0.${name}`]),
  ).toEqual(['10', '100', contact.name])
  const typed = {
    ...values,
    'items.0.mailBasePrice': '12.5',
    'items.0.homeNoticeEn': 'Closed\r\ntoday',
  }
  const preview = await browser.post('/admin/settings', { ...typed, intent: 'preview' })
  expect(textOf(preview)).toMatch(
    /寄件基础费\s+£10\s+£12\.50\s+首页通知，英文\s+默认文案\s+Closed today/,
  )
  expect(await settings.read()).toEqual(before)
  expect(
    (await browser.post('/admin/settings', { ...valuesOf(preview), intent: 'save' })).status,
  ).toBe(303)
  const { body, tag } = await settings.read()
  expect(body).toEqual({ ...before.body, mailBasePrice: 1250, homeNoticeEn: 'Closed\ntoday' })
  await settings.put(before.body, tag)
})

test('errors in the console appear at their field', async () => {
  const browser = consoleOf(admin, 'en')
  const before = await settings.read()
  const values = valuesOf(await browser.get('/admin/settings'))
  const wrong = await browser.post('/admin/settings', {
    ...values,
    'items.0.mailBasePrice': '0.29',
    'items.0.contactLink': 'wechat',
    'items.0.pointsPerPound': '',
    intent: 'preview',
  })
  expect(wrong.status).toBe(422)
  expect(await settings.read()).toEqual(before)
  expect(textOf(wrong)).toContain('Base price of a mail order · Enter 0 (free) or at least £0.30')
  expect(textOf(wrong)).toContain('Contact link · Enter a full address')
  expect(valuesOf(wrong)).toMatchObject({
    'items.0.mailBasePrice': '0.29',
    'items.0.contactLink': 'wechat',
  })
})

test('while the database is down the home page still shows the contact', async () => {
  const { status, text } = await ask('/neighbourhelp/', { env: brokenDatabase })
  expect(status).toBe(200)
  expect(text).toContain(contact.name)
})
