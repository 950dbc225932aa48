import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { stopEmails } from '#app/notices/service/email-stops.server.ts'
import { users } from '#db/schema.ts'
import { inDays, openCar } from '#tests/worker/world/cars.ts'
import { paidOrder } from '#tests/worker/world/orders.ts'
import { browserOf, newStudent, type Student } from '#tests/worker/world/people.ts'
import { db, services } from '#tests/worker/world/services.ts'
import { openTrip } from '#tests/worker/world/trips.ts'
import { leadsTo, textOf, type Visitor } from './accounts/visitor.ts'
import { inboxOf } from './notices-kit.ts'

/** Until an address is confirmed, pages that promise news say so, and send the link again. */

const confirm = ({ id }: Student, emailConfirmedAt: number | null) =>
  db.update(users).set({ emailConfirmedAt }).where(eq(users.id, id))

async function placesOf(as: Student) {
  const { participantId } = await openCar({ ...inDays(5) }, { as })
  const trip = await openTrip({}, as)
  const order = await paidOrder()
  await db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, order.owner.id))
  return {
    mine: [
      `/carpool/record/${participantId}/done`,
      `/carpool/record/${participantId}`,
      `/trip/done/${trip.id}`,
      '/rides',
      '/rides?list=history',
    ],
    order: { owner: order.owner, path: `/mail/done/${order.id}` },
  }
}
const LINE = {
  zh: '还没确认，现在只收得到和钱、座位有关的邮件',
  en: 'isn’t confirmed, so you only get emails about money or a seat',
}
const shows = async (browser: Visitor, path: string, words = LINE.zh) => {
  const page = await browser.get(path)
  expect([path, page.status]).toEqual([path, 200])
  return textOf(page).includes(words)
}

test('success pages, my trips and the record say so until then, in both languages', async () => {
  const ann = await newStudent()
  const { mine, order } = await placesOf(ann)
  await confirm(ann, null)
  for (const lang of ['zh', 'en'] as const) {
    const browser = await browserOf(ann, lang)
    for (const path of mine)
      expect([path, await shows(browser, path, LINE[lang])]).toEqual([path, true])
  }
  expect(await shows(await browserOf(order.owner), order.path)).toBe(true)
  await confirm(ann, 1)
  const browser = await browserOf(ann)
  for (const path of mine) expect([path, await shows(browser, path)]).toEqual([path, false])
})

test('the button sends the link without scripts, once a minute, and leads back to its page', async () => {
  const ann = await newStudent()
  const { mine } = await placesOf(ann)
  await confirm(ann, null)
  const browser = await browserOf(ann)
  for (const [n, path] of mine.slice(0, 2).entries()) {
    const page = await browser.get(path)
    expect(page.html).toContain('action="/neighbourhelp/profile/email-link"')
    expect(page.html).toContain(`name="from" value="${path}"`)
    const sent = await browser.post('/profile/email-link', { from: path })
    expect(leadsTo(sent)).toBe(path)
    expect(textOf(await browser.get(path))).toContain(n === 0 ? '确认邮件已重发' : '确认邮件刚发过')
  }
  expect((await inboxOf(ann)).filter(({ subject }) => subject === '确认你的邮箱')).toHaveLength(1)
  for (const from of ['//evil.example', 'https://evil.example', '/\\evil', ''])
    expect(leadsTo(await browser.post('/profile/email-link', { from }))).toMatch(/^\/profile#info$/)
})

test('an address where nothing arrives is said to be one, with the way to another', async () => {
  const ann = await newStudent()
  const { mine } = await placesOf(ann)
  for (const [why, words] of [
    ['bounced', '的邮件被退了回来，所以现在不发邮件'],
    ['unwanted', '收信人说过不要再往'],
  ] as const) {
    await stopEmails(services, `${ann.id}@example.com`, why)
    const browser = await browserOf(ann)
    for (const path of mine) {
      const page = await browser.get(path)
      expect([path, textOf(page)]).toEqual([path, expect.stringContaining(words)])
      expect(page.html).toContain('href="/neighbourhelp/profile/contact"')
      expect(page.html.includes('profile/email-link')).toBe(why === 'bounced')
    }
  }
})
