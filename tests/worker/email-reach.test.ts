import { env, exports } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { changeContact } from '#app/account/service/accounts.server.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { NOTICES, type NoticeCode } from '#app/notices/rules/notices.ts'
import { purgeStops, stopEmails } from '#app/notices/service/email-stops.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { closeAccount } from '#app/privacy/service/closing.server.ts'
import { emailStops, users } from '#db/schema.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { advance, db, must, now, services } from '#tests/worker/world/services.ts'
import { type DevEnv, emailStandIn } from '#workers/dev/runtime.ts'
import type { SentEmail } from '#workers/email/page.ts'
import { leadsTo, textOf, Visitor } from './accounts/visitor.ts'
import { emailOf, inboxAt, linkSentTo, sweeper, tell } from './notices-kit.ts'

/** Who is emailed at all, and the ways out of our emails, with the real parts. */

const ORIGIN = 'http://localhost:8787'
const newEmail = (label = crypto.randomUUID()) => `${label}@example.org`
type Row = Partial<typeof users.$inferInsert>

/** A student with an address of their own, by default one that is not confirmed. */
async function somebody(row: Row = {}) {
  const { id } = await newStudent()
  const email = row.email ?? newEmail()
  const all = { email, emailKey: email.toLowerCase(), emailConfirmedAt: null, ...row }
  await db.update(users).set(all).where(eq(users.id, id))
  return { id, email }
}
type Somebody = Awaited<ReturnType<typeof somebody>>
const rowOf = async ({ id }: Somebody) =>
  (await db.select().from(users).where(eq(users.id, id)).get()) as typeof users.$inferSelect

/** Tells a student and sends what is due; returns the emails that this brought. */
async function mailsOf({ id, email }: Somebody, code: NoticeCode | string, to = email) {
  const before = (await inboxAt(to)).length
  await tell(id, code, code === 'groupComplete' ? undefined : {})
  await advance(0)
  const inbox = await inboxAt(to)
  return inbox.slice(0, inbox.length - before)
}
const money = (one: Somebody, to?: string) => mailsOf(one, 'groupComplete', to)
const usual = (one: Somebody, to?: string) => mailsOf(one, 'memberRejected', to)
const security = (one: Somebody, to?: string) => mailsOf(one, 'passwordChanged', to)
/** How many emails each kind of notice brings now. */
async function reached(one: Somebody, to?: string) {
  // True for a rejected member alone.
  await db
    .update(users)
    .set({ accountType: 'MEMBER', auth: 'REJECTED' })
    .where(eq(users.id, one.id))
  return [
    (await security(one, to)).length,
    (await money(one, to)).length,
    (await usual(one, to)).length,
  ]
}

const linkIn = (mail: SentEmail | undefined) =>
  mail?.headers['List-Unsubscribe']?.match(/^<(.*)>$/)?.[1] ?? ''
const pathOf = (link: string) => link.slice(new URL(link).origin.length + '/neighbourhelp'.length)
/** What a mail program sends for a reader who presses *unsubscribe* (RFC 8058). */
const oneClick = (link: string, init: RequestInit = {}) =>
  exports.default.fetch(`${ORIGIN}${new URL(link).pathname}${new URL(link).search}`, {
    method: 'POST',
    redirect: 'manual',
    body: 'List-Unsubscribe=One-Click',
    ...init,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...init.headers },
  })

test('each kind of notice reaches whom its row says, and nobody else', async () => {
  expect(await reached(await somebody({ emailConfirmedAt: 1 }))).toEqual([1, 1, 1])
  expect(await reached(await somebody())).toEqual([0, 1, 0])
  expect(await reached(await somebody({ emailConfirmedAt: 1, emailNotices: false }))).toEqual([
    1, 0, 0,
  ])
  expect(await reached(await somebody({ emailNotices: false }))).toEqual([0, 0, 0])
  for (const why of ['bounced', 'unwanted'] as const)
    for (const emailConfirmedAt of [1, null]) {
      const one = await somebody({ emailConfirmedAt })
      await stopEmails(services, one.email.toUpperCase(), why)
      expect([why, await reached(one)]).toEqual([why, [0, 0, 0]])
    }
})

test('what costs money is emailed to an address that is not confirmed yet, with a way out for a stranger', async () => {
  for (const language of ['zh', 'en'] as const) {
    const one = await somebody({ language })
    const [mail] = await money(one)
    expect(mail?.subject).toContain(language === 'zh' ? '余款' : 'balance')
    const link = linkIn(mail)
    expect(link).toMatch(new RegExp(`/neighbourhelp/email-off\\?to=[\\w.%-]+&lang=${language}$`))
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(mail?.text).toContain(language === 'zh' ? '不是你本人' : 'Not you?')
    expect(mail?.text).toContain(link)
    const page = textOf(await new Visitor({ lang: language }).get(pathOf(link)))
    expect(page).toContain(language === 'zh' ? '不是我，别再发' : 'It wasn’t me: stop')
    expect(page).toContain(`${one.email[0]}***@example.org`)
    expect(page).not.toContain(one.email)
  }
})

test('one account alone hears of its own money: another one with the same address brings its own', async () => {
  const [first, second] = [await somebody(), await somebody()]
  await db
    .update(users)
    .set({ email: first.email, emailKey: first.email })
    .where(eq(users.id, second.id))
  expect(await money(first)).toHaveLength(1)
  expect(await money({ ...second, email: first.email })).toHaveLength(1)
  const [mail] = await inboxAt(first.email)
  expect((await oneClick(linkIn(mail))).status).toBe(200)
  expect(await money(first)).toEqual([])
  expect(await money({ ...second, email: first.email })).toEqual([])
})

test('the link shows and changes nothing; its button stops everything to the address, and takes it back', async () => {
  const one = await somebody()
  const path = pathOf(linkIn((await money(one))[0]))
  const stranger = new Visitor()
  for (let n = 0; n < 2; n++) expect((await stranger.get(path)).status).toBe(200)
  expect(await money(one)).toHaveLength(1)
  for (let n = 0; n < 2; n++) {
    const pressed = await stranger.post(path, { intent: 'off' })
    expect([pressed.status, textOf(pressed)]).toEqual([200, expect.stringContaining('不再往')])
  }
  expect(await reached(one)).toEqual([0, 0, 0])
  // Also the link to confirm it: the student is told to use another address.
  const browser = await browserOf(one)
  const before = (await inboxAt(one.email)).length
  const asked = await browser.post('/profile/email-link', {})
  expect(textOf(await browser.get(leadsTo(asked) ?? ''))).toContain('请换一个邮箱')
  expect((await inboxAt(one.email)).length).toBe(before)
  expect(textOf(await stranger.post(path, { intent: 'back' }))).toContain('不是我，别再发')
  expect(await money(one)).toHaveLength(1)
})

test('the email with the first link has the same way out', async () => {
  const one = await somebody()
  const browser = await browserOf(one)
  await browser.post('/profile/email-link', {})
  const [mail] = await inboxAt(one.email)
  const link = mail?.text.match(/https?:\S+email-off\S+/)?.[0] ?? ''
  expect((await oneClick(link)).status).toBe(200)
  expect(await money(one)).toEqual([])
})

describe('what happens to the address meanwhile', () => {
  test('another address is not stopped by the link of the old one, and the old one stays stopped', async () => {
    const one = await somebody()
    const link = linkIn((await money(one))[0])
    const next = newEmail()
    await changeContact(services, one.id, { email: next })
    await oneClick(link)
    expect(await money(one, next)).toHaveLength(1)
    expect(await money(one)).toEqual([])
    await changeContact(services, one.id, { email: one.email })
    expect(await money(one)).toEqual([])
  })

  test('opening the link to confirm it after that is the reader’s latest word', async () => {
    const one = await somebody()
    await (await browserOf(one)).post('/profile/email-link', {})
    const token = await linkSentTo(one.email)
    await oneClick(linkIn((await money(one))[0]))
    expect(await reached(one)).toEqual([0, 0, 0])
    await new Visitor().post(`/confirm-email?token=${token}`, {})
    expect(await reached(one)).toEqual([1, 1, 1])
  })

  test('confirmed first and then stopped, nothing goes there', async () => {
    const one = await somebody()
    const link = linkIn((await money(one))[0])
    await db.update(users).set({ emailConfirmedAt: 1 }).where(eq(users.id, one.id))
    await oneClick(link)
    expect(await reached(one)).toEqual([0, 0, 0])
    // Its owner, who has confirmed it once, may ask for a link again.
    await advance(hours(1))
    await (await browserOf(one)).post('/profile/email-link', {})
    const path = `/confirm-email?token=${await linkSentTo(one.email)}`
    await new Visitor().post(path, {})
    expect(await reached(one)).toEqual([1, 1, 1])
  })

  test('an account that is closed leaves no stopped address behind', async () => {
    const one = await somebody()
    await stopEmails(services, one.email, 'bounced')
    must(await closeAccount(services, one.id))
    const left = db.select().from(emailStops).where(eq(emailStops.emailKey, one.email))
    expect(await left).toEqual([])
  })
})

describe('unsubscribing without a login', () => {
  const confirmed = () => somebody({ emailConfirmedAt: 1 })

  test('the page shows what it does, and its button does it', async () => {
    const one = await confirmed()
    const link = linkIn((await money(one))[0])
    const reader = new Visitor()
    const page = await reader.get(pathOf(link))
    expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining('关闭邮件提醒')])
    expect((await rowOf(one)).emailNotices).toBe(true)
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
    const done = await reader.post(pathOf(link), { intent: 'off' })
    expect(textOf(done)).toContain('通知不再发到')
    expect((await rowOf(one)).emailNotices).toBe(false)
    expect(await reached(one)).toEqual([1, 0, 0])
  })

  test.each<[string, RequestInit]>([
    ['without any origin', {}],
    ['of another origin', { headers: { Origin: 'https://mail.example.com' } }],
    ['of no origin', { headers: { Origin: 'null' } }],
    ['of another site', { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
    [
      'as a form with parts',
      {
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      },
    ],
  ])('one click works %s, and any number of times', async (_how, init) => {
    const one = await confirmed()
    const link = linkIn((await money(one))[0])
    for (let n = 0; n < 2; n++) {
      const answer = await oneClick(link, init)
      expect([answer.status, answer.headers.get('Location')]).toEqual([200, null])
      expect(answer.headers.getSetCookie().join()).not.toMatch(/sid|flash/)
      await answer.text()
    }
    expect((await rowOf(one)).emailNotices).toBe(false)
  })

  test('an email to an address that has been replaced turns nothing off', async () => {
    const one = await confirmed()
    const link = linkIn((await money(one))[0])
    const next = newEmail()
    await db.update(users).set({ email: next, emailKey: next }).where(eq(users.id, one.id))
    expect((await oneClick(link)).status).toBe(200)
    expect((await rowOf(one)).emailNotices).toBe(true)
  })

  test('whatever is wrong with a link, the answer is the same, and nothing changes', async () => {
    const [one, other] = [await confirmed(), await confirmed()]
    const link = new URL(linkIn((await money(one))[0]))
    const token = link.searchParams.get('to') ?? ''
    const [text = '', mark = ''] = token.split('.')
    const [, foreign = ''] = (
      new URL(linkIn((await money(other))[0])).searchParams.get('to') ?? ''
    ).split('.')
    const forged = Buffer.from(JSON.stringify(['off', one.id, one.email])).toString('base64url')
    const otherKey = createHmac('sha256', 'guess').update(`email-off:${forged}`).digest('base64url')
    const unwanted = Buffer.from(JSON.stringify(['unwanted', one.id, one.email]))
    const bad = [
      '',
      'x',
      '.',
      text,
      `${text}.`,
      `.${mark}`,
      `${text}.${foreign}`,
      `${forged}.${otherKey}`,
      `${unwanted.toString('base64url')}.${mark}`,
      `${token}.x`,
      `${token}x`,
      `x${token}`,
      token.toUpperCase(),
    ]
    const answers = new Set<string>()
    for (const to of bad) {
      const query = new URLSearchParams({ to, lang: 'zh' })
      const path = `/email-off?${query}`
      const visitor = new Visitor()
      for (const shown of [await visitor.get(path), await visitor.post(path, { intent: 'back' })])
        answers.add(`${shown.status} ${textOf(shown)}`)
      const answer = await oneClick(`${ORIGIN}/neighbourhelp${path}`)
      await answer.text()
      expect([to, answer.status]).toEqual([to, 404])
    }
    expect(answers.size).toBe(1)
    expect([...answers][0]).toMatch(/^404 .*链接打不开/s)
    expect((await rowOf(one)).emailNotices).toBe(true)
    expect(await reached(one)).toEqual([1, 1, 1])
  })

  test.each([
    '/login',
    '/profile/emails',
    '/confirm-email?token=x',
    '/email-off/x',
    '/email-offs',
    '/email-off.data',
    '/x/email-off',
  ])('%s stays closed to forms of other origins', async (path) => {
    for (const headers of [{}, { Origin: 'null' }, { Origin: 'https://mail.example.com' }]) {
      const link = `${ORIGIN}/neighbourhelp${path}`
      const answer = await oneClick(link, { headers: headers as Record<string, string> })
      await answer.text()
      expect(answer.status).toBe(403)
    }
  })
})

describe('an address that takes no emails', () => {
  const stopOf = async (email: string) =>
    (await db.select().from(emailStops).where(eq(emailStops.emailKey, email)).get())?.why ?? null

  test.each([
    ['bounced', 'bounced'],
    ['complained', 'unwanted'],
  ] as const)('%s: the provider tells us, and nothing more is sent', async (label, why) => {
    const email = newEmail(`${label}+${crypto.randomUUID()}`)
    const one = await somebody({ email })
    await tell(one.id)
    await advance(0)
    await advance(0)
    expect(await stopOf(email)).toBe(why)
    expect(await reached(one)).toEqual([0, 0, 0])
    // The profile says so.
    const page = textOf(await (await browserOf(one)).get('/profile'))
    expect(page).toContain(why === 'bounced' ? '邮件被退回' : '收信人要求停发')
  })

  test('an address that is refused at once is given up, a mistake of ours is not its fault', async () => {
    const email = newEmail(`refused+${crypto.randomUUID()}`)
    const one = await somebody({ email })
    const id = await tell(one.id)
    await advance(0)
    expect([(await emailOf(id)).state, await stopOf(email)]).toEqual(['failed', 'bounced'])
    const other = await somebody()
    const refusal = { name: 'validation_error', message: 'Invalid `from` field' }
    const fetch = async () => Response.json(refusal, { status: 422 })
    const lost = await tell(other.id)
    await sweeper({ fetch }).sweep()
    expect([(await emailOf(lost)).state, await stopOf(other.email)]).toEqual(['failed', null])
  })

  test('a link that cannot be delivered is told, and the address counts as bounced', async () => {
    const email = newEmail(`refused+${crypto.randomUUID()}`)
    const one = await somebody({ email })
    const browser = await browserOf(one)
    const asked = await browser.post('/profile/email-link', {})
    expect(textOf(await browser.get(leadsTo(asked) ?? ''))).toContain('确认邮件没有发出去')
    expect(await stopOf(email)).toBe('bounced')
  })

  test('a bounce long ago is forgotten, the word of a reader is not', async () => {
    const [one, other] = [await somebody(), await somebody()]
    await stopEmails(services, one.email, 'bounced')
    await stopEmails(services, other.email, 'unwanted')
    await stopEmails(services, other.email, 'bounced')
    const long = now() - hours(366 * 24)
    for (const { email } of [one, other])
      await db.update(emailStops).set({ at: long }).where(eq(emailStops.emailKey, email))
    await purgeStops(services)
    expect([await stopOf(one.email), await stopOf(other.email)]).toEqual([null, 'unwanted'])
  })

  test('an event that is not signed with our secret changes nothing', async () => {
    const one = await somebody()
    const body = JSON.stringify({ type: 'email.bounced', data: { to: [one.email] } })
    const at = String(Math.floor(now() / 1000))
    const { webhookSecret } = readConfig(env).email
    const sign = (secret: string) => {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64')}`
    }
    const send = (signature: string) =>
      exports.default.fetch(`${ORIGIN}/api/resend/webhook`, {
        method: 'POST',
        headers: { 'svix-id': 'msg_1', 'svix-timestamp': at, 'svix-signature': signature },
        body,
      })
    expect((await send(sign('whsec_b3RoZXI='))).status).toBe(400)
    expect((await send('')).status).toBe(400)
    expect(await stopOf(one.email)).toBeNull()
    expect((await send(sign(webhookSecret ?? ''))).status).toBe(200)
    expect(await stopOf(one.email)).toBe('bounced')
  })
})

test('the stand-in’s events go out only once the app has taken them', async () => {
  const one = await somebody({ email: newEmail(`bounced+${crypto.randomUUID()}`) })
  await tell(one.id)
  await advance(minutes(1))
  expect(await emailStandIn(env as unknown as DevEnv).settleDue()).toBe(0)
})

test('no notice that a stranger may read is one that names other people', () => {
  const personal: NoticeCode[] = [
    'carAssigned',
    'carChanged',
    'carWithdrawn',
    'rideSoon',
    'passengerMissed',
    'flightChanged',
    'boardPosts',
    'somebodyJoined',
  ]
  expect(personal.filter((code) => NOTICES[code].reach !== 'usual')).toEqual([])
})
