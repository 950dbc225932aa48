import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { EMAIL_LINK_MS, EMAIL_LINKS_PER_ADDRESS_PER_DAY, hours } from '#app/kernel/limits.ts'
import { notices, users } from '#db/schema.ts'
import { inboxAt, linkSentTo } from '#tests/worker/notices-kit.ts'
import { api } from '#tests/worker/world/api.ts'
import { browserOf, newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, db } from '#tests/worker/world/services.ts'
import { leadsTo, textOf, Visitor } from './visitor.ts'

/** An address counts once its link has been opened (decision 0010). */

const newAddress = () => `${crypto.randomUUID()}@example.org`
const infoOf = async (as: Student) => (await api('GET', '/user/info', { as })).body
const change = (as: Student, email: string) => api('PUT', '/user/email', { as, json: { email } })
const confirm = (token: string) => api('POST', '/user/confirm-email', { json: { token } })
const again = (as: Student) => api('POST', '/user/send-email-link', { as })
const unconfirmed = async () => {
  const student = await newStudent()
  await db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, student.id))
  return student
}
/** Sends a student a notice that also goes out as an email, and delivers it. */
async function tell({ id }: Student) {
  await db.insert(notices).values({
    id: `pointsAllocated:${crypto.randomUUID()}`,
    userId: id,
    code: 'pointsAllocated',
    params: { points: 5 },
    createdAt: 1_800_000_000_000,
    emailState: 'waiting',
    emailDueAt: 1,
  })
  await advance(0)
}
const subjects = async (email: string) => (await inboxAt(email)).map(({ subject }) => subject)
/** A browser where the student is logged in. */
test('an address receives only its link until that is opened, and everything after', async () => {
  const student = await unconfirmed()
  const email = newAddress()
  expect((await change(student, email)).body).toMatchObject({
    email,
    emailConfirmed: false,
    pendingEmail: null,
  })
  await tell(student)
  expect(await subjects(email)).toEqual(['确认你的邮箱'])
  const token = await linkSentTo(email)
  expect((await confirm(token)).status).toBe(204)
  expect(await infoOf(student)).toMatchObject({ email, emailConfirmed: true })
  await tell(student)
  expect(await subjects(email)).toHaveLength(2)
})

test('opening the link changes nothing, its button works without scripts, and a second press says the same', async () => {
  const student = await unconfirmed()
  const email = newAddress()
  await change(student, email)
  const path = `/confirm-email?token=${await linkSentTo(email)}`
  const scanner = new Visitor()
  const opened = await scanner.get(path)
  expect([opened.status, textOf(opened).includes(email)]).toEqual([200, true])
  expect((await infoOf(student)).emailConfirmed).toBe(false)
  for (let press = 0; press < 2; press++) {
    const pressed = await scanner.post(path, {})
    expect([pressed.status, textOf(pressed).includes('邮箱已确认')]).toEqual([200, true])
  }
  expect((await infoOf(student)).emailConfirmed).toBe(true)
  expect(textOf(await scanner.get(path))).toContain('邮箱已确认')
})

test('an unknown, replaced or two-day-old link does not work', async () => {
  const student = await unconfirmed()
  const email = newAddress()
  await change(student, email)
  const first = await linkSentTo(email)
  await advance(hours(1))
  expect((await again(student)).status).toBe(200)
  const second = await linkSentTo(email, 2)
  const [row] = await db.select().from(users).where(eq(users.id, student.id))
  expect(JSON.stringify(row)).not.toContain(second)
  for (const dead of [first, '', 'x'.repeat(43), row?.emailLinkHash ?? '']) {
    expect((await confirm(dead)).body.code).toBe('emailLinkInvalid')
    const page = await new Visitor({ lang: 'en' }).get(`/confirm-email?token=${dead}`)
    expect([page.status, textOf(page).includes('This link no longer works')]).toEqual([404, true])
  }
  await advance(EMAIL_LINK_MS)
  expect((await confirm(second)).body.code).toBe('emailLinkInvalid')
  expect((await infoOf(student)).emailConfirmed).toBe(false)
})

test('a confirmed address stays in use, and is notified, until the new one is confirmed', async () => {
  const student = await newStudent()
  const old = (await infoOf(student)).email
  const email = newAddress()
  // Whoever has the session can read notices and turn emails off; the old address is notified all
  // the same.
  await db.update(users).set({ emailNotices: false }).where(eq(users.id, student.id))
  expect((await change(student, email)).body).toMatchObject({
    email: old,
    emailConfirmed: true,
    pendingEmail: email,
  })
  await advance(0)
  const [told] = await inboxAt(old)
  expect(told?.subject).toBe('有人申请更换你的邮箱')
  expect(told?.text).toContain(`${email[0]}***@example.org`)
  expect(told?.text).not.toContain(email)
  const page = textOf(await (await browserOf(student)).get('/profile'))
  expect(page).toContain(`新邮箱 ${email} 还没确认`)
  await confirm(await linkSentTo(email))
  expect(await infoOf(student)).toMatchObject({ email, emailConfirmed: true, pendingEmail: null })
  expect(textOf(await (await browserOf(student)).get('/profile'))).not.toContain('还没确认')
})

test('a notice for the old address goes there even if it is sent late', async () => {
  const student = await newStudent()
  const old = (await infoOf(student)).email
  const email = newAddress()
  await change(student, email)
  await confirm(await linkSentTo(email))
  const mine = and(eq(notices.userId, student.id), eq(notices.code, 'emailChanging'))
  await db
    .update(notices)
    .set({ emailState: 'waiting', emailDueAt: 1, emailTries: 0, id: crypto.randomUUID() })
    .where(mine)
  await advance(0)
  expect((await inboxAt(old)).length).toBe(2)
  expect(await subjects(email)).toEqual(['确认你的邮箱'])
})

test('returning to the old address, or changing its case, needs no link', async () => {
  const student = await newStudent()
  const old = (await infoOf(student)).email
  await change(student, newAddress())
  const back = await change(student, old.toUpperCase())
  expect(back.body).toMatchObject({
    email: old.toUpperCase(),
    emailConfirmed: true,
    pendingEmail: null,
  })
  expect((await again(student)).body.code).toBe('operationExpired')
})

test('of two students with the same address, the one who opens the link gets it, and it is taken for everyone else', async () => {
  const [ann, eve, third] = [await unconfirmed(), await unconfirmed(), await newStudent()]
  const email = newAddress()
  expect((await change(eve, email)).status).toBe(200)
  const ofEve = await linkSentTo(email)
  expect((await change(ann, email.toUpperCase())).status).toBe(200)
  const ofAnn = await linkSentTo(email, 2)
  expect((await confirm(ofAnn)).status).toBe(204)
  expect((await confirm(ofEve)).body.code).toBe('emailTaken')
  expect((await change(third, email)).body.code).toBe('emailTaken')
  expect((await infoOf(eve)).emailConfirmed).toBe(false)
})

test('of two links for one address pressed simultaneously, one wins', async () => {
  const two = [await unconfirmed(), await unconfirmed()]
  const email = newAddress()
  const tokens: string[] = []
  for (const one of two) {
    await change(one, email)
    tokens.push(await linkSentTo(email, tokens.length + 1))
  }
  const answers = await Promise.all(tokens.map(confirm))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
})

test('an address from before links existed receives notices, and yields to anyone who opens one', async () => {
  const [old, owner] = [await newStudent(), await unconfirmed()]
  const { email } = await infoOf(old)
  expect((await change(owner, email)).status).toBe(200)
  await confirm(await linkSentTo(email))
  expect((await infoOf(owner)).emailConfirmed).toBe(true)
  expect((await infoOf(old)).emailConfirmed).toBe(false)
  const rows = await db
    .select()
    .from(users)
    .where(inArray(users.id, [old.id, owner.id]))
  expect(rows.map(({ emailConfirmedAt }) => emailConfirmedAt === null).sort()).toEqual([
    false,
    true,
  ])
})

test('a link can be sent again once a minute, up to a limit per address', async () => {
  const student = await unconfirmed()
  const email = newAddress()
  await change(student, email)
  const soon = await again(student)
  expect([soon.body.code, soon.headers.get('Retry-After')]).toEqual(['rateLimited', '60'])
  const browser = await browserOf(student)
  const pressed = await browser.post('/profile/email-link', {})
  expect(leadsTo(pressed)).toBe('/profile#info')
  expect(textOf(await browser.get('/profile'))).toContain('确认邮件刚发过')
  for (let others = 1; others < EMAIL_LINKS_PER_ADDRESS_PER_DAY; others++) {
    await change(await unconfirmed(), email)
    await linkSentTo(email, others + 1)
  }
  await advance(60_000)
  expect((await again(student)).body.code).toBe('rateLimited')
  expect((await inboxAt(email)).length).toBe(EMAIL_LINKS_PER_ADDRESS_PER_DAY)
  await advance(hours(24))
  expect(leadsTo(await browser.post('/profile/email-link', {}))).toBe('/profile#info')
  expect(textOf(await browser.get('/profile'))).toContain('确认邮件已重发')
})
