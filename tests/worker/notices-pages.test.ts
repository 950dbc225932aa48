import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findAccount } from '#app/account/service/accounts.server.ts'
import { startSession } from '#app/account/service/sessions.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import { hours } from '#app/kernel/limits.ts'
import { participants, users } from '#db/schema.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { leadsTo, textOf, Visitor } from './accounts/visitor.ts'
import { createWorld, newPhone, registerSomebody } from './accounts/world.ts'
import { aboutOf, emailOf, inboxOf, placeInCar, tell } from './notices-kit.ts'
import { ask } from './shell/kit.ts'
import { services } from './world/services.ts'

const PASSWORD = 'tram-to-beeston'

const bellOf = ({ html }: { html: string }) =>
  /<a [^>]*href="[^"]*\/notices"[^>]*aria-label="([^"]*)"/.exec(html)?.[1]
const prefsOf = async (id: (typeof users.$inferSelect)['id']) => {
  const [row] = await db
    .select({ language: users.language, emails: users.emailNotices })
    .from(users)
    .where(eq(users.id, id))
  return row
}
const api = (path: string, init: RequestInit = {}) =>
  exports.default.fetch(`http://localhost:8787/api${path}`, {
    ...init,
    headers: { 'Content-Type': 'application/json', ...init.headers },
  })

test('the bell shows the unread count on every page, and a visitor has none', async () => {
  const somebody = await newStudent()
  const visitor = await browserOf(somebody)
  expect(bellOf(await visitor.get('/storage'))).toBe('消息，0 条未读')
  await tell(somebody.id)
  await tell(somebody.id, 'groupPaid')
  expect(bellOf(await visitor.get('/storage'))).toBe('消息，2 条未读')
  expect(bellOf(await (await browserOf(somebody, 'en')).get('/carpool'))).toBe(
    'Notifications, 2 unread',
  )
  expect(bellOf(await new Visitor().get('/storage'))).toBeUndefined()
})
test('what needs action now stands in the bar of every page but the list, and the rest only in the list', async () => {
  const somebody = await newStudent()
  const visitor = await browserOf(somebody)
  await tell(somebody.id, 'groupPaid')
  expect(textOf(await visitor.get('/storage'))).not.toContain('用车已确认')
  await tell(somebody.id, 'renewalFailed')
  expect(textOf(await visitor.get('/storage'))).toContain('待办 1 · 重新交 £20 押金')
  const list = textOf(await visitor.get('/notices'))
  expect(list.match(/押金快被银行解冻，请重新冻结/g)).toHaveLength(1)
  expect(list).toContain('用车已确认')
  expect(list).toMatch(/\d+月\d+日 周. 希思罗机场 → 诺丁汉/)
})
test('a pending task stays in the bar whether it is read or not, and is gone once it is done', async () => {
  const somebody = await newStudent()
  const visitor = await browserOf(somebody)
  const about = await aboutOf(somebody.id, 'depositReleased')
  const id = await tell(somebody.id, 'depositReleased', about)
  const title = '待办 1 · 重新交 £20 押金'
  expect(textOf(await visitor.get('/storage'))).toContain(title)
  await visitor.post('/notices', { id, returnTo: '/storage' })
  const read = await visitor.get('/storage')
  expect(textOf(read)).toContain(title)
  expect(read.html).toContain(`/pay/deposit-${about.participantId}`)
  await db
    .update(participants)
    .set({ depositStatus: 'held' })
    .where(eq(participants.id, about.participantId as 'par_'))
  expect(textOf(await visitor.get('/storage'))).not.toContain(title)
  const list = textOf(await visitor.get('/notices'))
  expect(list).toContain('押金曾被银行解冻')
  expect(list).toContain('以前的消息')
})
test('several things to do each say which car they are about, for eyes and for ears', async () => {
  const somebody = await newStudent()
  const visitor = await browserOf(somebody)
  const cars = [
    { tripType: 'PICKUP', leavesIn: hours(24 * 5) },
    { tripType: 'DROPOFF', leavesIn: hours(24 * 5) },
    { tripType: 'PICKUP', leavesIn: hours(24 * 6) },
  ] as const
  for (const { tripType, leavesIn } of cars) {
    const place = { depositStatus: 'held', renewalFailed: true } as const
    const { id: _, ...about } = await placeInCar({ ...somebody, leavesIn }, place, { tripType })
    await tell(somebody.id, 'renewalFailed', about)
  }
  const { date } = formatOf(getT('zh'))
  const { html } = await visitor.get('/storage')
  const bar = html.match(/<details class="tray group[\s\S]*?<\/details>/)?.[0] ?? ''
  for (const { tripType, leavesIn } of cars) {
    const route = tripType === 'PICKUP' ? '希思罗机场 → 诺丁汉' : '诺丁汉 → 希思罗机场'
    const which = `${date(devClock.now() + leavesIn)} ${route}`
    const [, id] = bar.match(new RegExp(`<p id="([^"]*)"[^>]*><span[^>]*>${which}</span>`)) ?? []
    expect(id, which).toBeDefined()
    expect(bar.split(`aria-describedby="${id}"`)).toHaveLength(2)
  }
})
test('opening a notice marks it as read and leads to its page; acknowledging it stays on the page', async () => {
  const somebody = await newStudent()
  const visitor = await browserOf(somebody)
  const opened = await tell(somebody.id, 'groupPaid')
  const known = await tell(somebody.id, 'groupPaid')
  const open = await visitor.post('/notices', { id: opened, returnTo: '/carpool/record/par_1' })
  expect([open.status, leadsTo(open)]).toEqual([303, '/carpool/record/par_1'])
  expect(leadsTo(await visitor.post('/notices', { id: known, returnTo: '/storage?x=1' }))).toBe(
    '/storage?x=1',
  )
  expect(bellOf(await visitor.get('/notices'))).toBe('消息，0 条未读')
})
test('marking all as read covers those that existed when the page was made', async () => {
  const somebody = await newStudent()
  const visitor = await browserOf(somebody)
  const at = devClock.now()
  const about = await aboutOf(somebody.id, 'groupPaid')
  await tell(somebody.id, 'groupPaid', about, at - 2000)
  await tell(somebody.id, 'groupPaid', about, at - 1000)
  const page = await visitor.get('/notices')
  const until = /name="until" value="(\d+)"/.exec(page.html)?.[1] ?? ''
  await tell(somebody.id, 'groupPaid', about, at)
  expect(leadsTo(await visitor.post('/notices', { until }))).toBe('/notices')
  expect(bellOf(await visitor.get('/notices'))).toBe('消息，1 条未读')
})
test('a form redirects only to our own pages', async () => {
  const visitor = await browserOf(await newStudent())
  for (const returnTo of [
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
  ])
    expect(leadsTo(await visitor.post('/notices', { id: 'x', returnTo }))).toBe('/notices')
})
test('the list continues page by page, and says when it is empty', async () => {
  const somebody = await newStudent()
  const visitor = await browserOf(somebody)
  expect(textOf(await visitor.get('/notices'))).toContain('还没有消息')
  const about = await aboutOf(somebody.id, 'groupPaid')
  for (let i = 0; i < 21; i++) await tell(somebody.id, 'groupPaid', about, devClock.now() - i)
  const first = await visitor.get('/notices')
  const next = /href="\/neighbourhelp(\/notices\?cursor=[^"]+)"/.exec(first.html)?.[1] ?? ''
  const second = textOf(await visitor.get(next))
  expect(textOf(first).match(/用车已确认/g)).toHaveLength(20)
  expect(second.match(/用车已确认/g)).toHaveLength(1)
  expect(second).toContain('回到最新')
})
test('a visitor is led to the login, and back', async () => {
  expect(leadsTo(await new Visitor().get('/notices'))).toBe('/login?redirect=%2Fnotices')
  expect(leadsTo(await new Visitor().post('/profile/emails', { emails: 'off' }))).toContain(
    '/login',
  )
})
test('emails are turned off and on in the profile, which shows the current setting', async () => {
  const somebody = await newStudent()
  const visitor = await browserOf(somebody)
  expect(textOf(await visitor.get('/profile'))).toContain('已开启，消息也会发到上面的邮箱')
  expect(leadsTo(await visitor.post('/profile/emails', { emails: 'off' }))).toBe('/profile#info')
  const off = textOf(await visitor.get('/profile'))
  expect(off).toContain('已关闭，消息在网页上看')
  expect(off).toContain('已关闭，以后在网页上看消息。')
  expect(await prefsOf(somebody.id)).toMatchObject({ emails: false })
  await visitor.post('/profile/emails', { emails: 'on' })
  expect(await prefsOf(somebody.id)).toMatchObject({ emails: true })
})
test('a student is written to in the language chosen last: by the switch, at the login, over the API', async () => {
  const world = createWorld({ pepper: (env as unknown as { PEPPER: string }).PEPPER })
  const phone = newPhone()
  const somebody = await registerSomebody(world, { phone, password: PASSWORD, language: 'en' })
  const language = async () => (await prefsOf(somebody.id))?.language
  expect(await language()).toBe('en')
  await (await browserOf(somebody)).post('/language', { language: 'zh', returnTo: '/' })
  expect(await language()).toBe('zh')
  await new Visitor({ lang: 'en' }).post('/login', { phone, password: PASSWORD })
  expect(await language()).toBe('en')
  const login = { method: 'POST', body: JSON.stringify({ phone, password: PASSWORD }) }
  await api('/user/login', { ...login, headers: { 'Accept-Language': 'zh-CN' } })
  expect(await language()).toBe('zh')
  await new Visitor({ lang: 'en' }).post('/login', { phone, password: 'wrong-password' })
  expect(await language()).toBe('zh')
})
test('a visitor’s language switch affects nobody else', async () => {
  const somebody = await newStudent()
  await new Visitor().post('/language', { language: 'en', returnTo: '/' })
  expect(await prefsOf(somebody.id)).toMatchObject({ language: 'zh' })
})
test('a request’s notices are emailed right after its reply', async () => {
  const somebody = await newStudent()
  const id = await tell(somebody.id)
  await ask('/neighbourhelp/storage')
  expect((await emailOf(id)).state).toBe('waiting')
  const { token } = await startSession(services, somebody.id)
  const headers = {
    Origin: 'http://localhost:8787',
    'Content-Type': 'application/x-www-form-urlencoded',
  }
  await ask('/neighbourhelp/language', {
    method: 'POST',
    session: token,
    headers,
    body: 'language=zh',
  })
  expect((await emailOf(id)).state).toBe('sent')
  expect(await inboxOf(somebody)).toHaveLength(1)
})
test('the user info of the API does not mention it', async () => {
  const somebody = await newStudent()
  const { token } = await startSession(services, somebody.id)
  const answer = await api('/user/info', { headers: { Authorization: `Bearer ${token}` } })
  const info = (await answer.json()) as object
  expect(Object.keys(info)).not.toContain('emailNotices')
  expect((await findAccount(services, somebody.id))?.emailNotices).toBe(true)
})
