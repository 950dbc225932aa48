import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { readSpendablePoints } from '#app/account/service/points.server.ts'
import { hours, NOTE_LETTERS, POINTS_AFTER_PHONE_MS } from '#app/kernel/limits.ts'
import { londonDay } from '#app/kernel/time.ts'
import { readOwnData } from '#app/privacy/service/own-data.server.ts'
import { auditLog, bookings, notes, orders, users } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { lastMessage, leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import { assign } from '#tests/worker/assign.ts'
import { inboxAt } from '#tests/worker/notices-kit.ts'
import { ofOrder } from '#tests/worker/paid.ts'
import { completeCar, moneyFor, placeIn } from '#tests/worker/world/cars.ts'
import { browserOf, makeMember, newStudent, student } from '#tests/worker/world/people.ts'
import { advance, dayIn, db, must, now, services } from '#tests/worker/world/services.ts'
import { type Admin, auditOf, hidden, newAdmin, PASSWORD, visitorOf } from './kit.ts'

/** Corrections by hand: each with what it was, why, a notice, an audit entry, and no money. */

let as: Admin
beforeEach(async () => {
  as = await newAdmin()
})
const seenOn = async (path: string) => {
  const { html } = await visitorOf(as).get(path)
  return hidden(html, 'seen').replaceAll('&quot;', '"')
}
const save = async (path: string, change: object) =>
  visitorOf(as).post(path, {
    ...(JSON.parse(await seenOn(path)) as Record<string, string>),
    ...change,
    ...{ seen: await seenOn(path), reason: 'ours', intent: 'save' },
  })
const loggedTexts = async () => JSON.stringify(await db.select().from(auditLog))

test('a place: shown before and after, saved, told in both languages, and logged without the address', async () => {
  const ann = await newStudent()
  const { carpoolId, participantId } = await completeCar([ann, student()])
  const path = `/admin/correct?group=${carpoolId}&place=${participantId}`
  const car = await visitorOf(as).get(`/admin/carpools/${carpoolId}`)
  expect(car.html).toContain(`href="/neighbourhelp${path.replace('&', '&amp;')}"`)
  const before = await moneyFor(ann)
  const seen = await seenOn(path)
  const values = { ...JSON.parse(seen), nLocation: '7 Derby Road', bigLuggage: '1', seen }
  const shown = await visitorOf(as).post(path, { ...values, reason: 'ours', intent: 'show' })
  expect(textOf(shown)).toContain('1 Castle Boulevard')
  expect(textOf(shown)).toContain('7 Derby Road')
  expect((await placeIn(carpoolId, participantId)).party.nLocation).toBe('1 Castle Boulevard')
  const done = await visitorOf(as).post(path, { ...values, reason: 'ours', intent: 'save' })
  expect(leadsTo(done)).toBe(`/admin/carpools/${carpoolId}`)
  await advance(0)
  expect((await placeIn(carpoolId, participantId)).party).toMatchObject({
    ...{ nLocation: '7 Derby Road', bigLuggage: 1, people: 1 },
  })
  expect(await moneyFor(ann)).toEqual(before)
  expect(textOf(await (await browserOf(ann)).get('/notices'))).toContain('是我们原来登记错了')
  expect(textOf(await (await browserOf(ann, 'en')).get('/notices'))).toContain('large cases')
  expect((await auditOf(carpoolId))[0]).toMatchObject({
    ...{ action: 'placeCorrected', before: { bigLuggage: 2 } },
    after: { bigLuggage: 1, fields: ['nLocation', 'bigLuggage'], reason: 'ours' },
  })
  expect(await loggedTexts()).not.toContain('Derby Road')
  const stale = await visitorOf(as).post(path, {
    ...{ ...values, bag: '3', reason: 'ours', intent: 'save' },
  })
  expect([stale.status, (await placeIn(carpoolId, participantId)).party.bag]).toEqual([412, 1])
})

test('a name: rides to come follow it, past ones keep what was true', async () => {
  const ann = await newStudent({ name: '王小名' })
  const first = await completeCar([ann, student()])
  await assign(first.carpoolId)
  await advance(0)
  const past = now() - hours(24)
  await db.update(bookings).set({ pickUpAt: past }).where(eq(bookings.userId, ann.id))
  const second = await completeCar([ann, student()])
  await assign(second.carpoolId)
  await advance(0)
  as = await newAdmin()
  await save(`/admin/correct?user=${ann.id}`, { name: '王小明' })
  const rows = await db.select().from(bookings).where(eq(bookings.userId, ann.id))
  const names = rows.map(({ pickUpAt, passenger }) => [pickUpAt === past, passenger])
  expect(names.sort()).toEqual([
    [false, '王小明'],
    [true, '王小名'],
  ])
  expect(await loggedTexts()).not.toContain('王小明')
})

test('a phone: the password is asked, sessions end, the old number is texted, points wait a day', async () => {
  const ann = await newStudent({ phone: newPhone() })
  await makeMember(ann, 300)
  const [user] = await db.select().from(users).where(eq(users.id, ann.id))
  const browser = await browserOf(ann)
  const path = `/admin/correct?user=${ann.id}`
  const phone = newPhone()
  await advance(hours(1))
  const idle = await newAdmin()
  as = idle
  await db.run(`update admin_sessions set confirmed_at = 0 where admin_id = '${idle.id}'`)
  const refused = await save(path, { phone })
  expect([refused.status, textOf(refused)]).toEqual([403, expect.stringContaining('password')])
  const done = await save(path, { phone, password: PASSWORD })
  expect(leadsTo(done)).toBe(`/admin/users/${ann.id}`)
  expect((await browser.get('/profile')).status).not.toBe(200)
  const sent = await lastMessage(user?.phone ?? '')
  expect(JSON.stringify(sent)).toContain('号码')
  expect(await readSpendablePoints(services, ann.id)).toBe(0)
  await advance(POINTS_AFTER_PHONE_MS)
  expect(await readSpendablePoints(services, ann.id)).toBe(300)
  const other = await newStudent({ phone: newPhone() })
  const [taken] = await db.select().from(users).where(eq(users.id, other.id))
  as = await newAdmin()
  expect((await save(path, { phone: taken?.phone })).status).toBe(412)
  expect(await loggedTexts()).not.toContain(phone)
})

test('an email: the one so far is told, and the new one has to be confirmed', async () => {
  const ann = await newStudent({ emailConfirmedAt: 1 })
  const to = `new-${crypto.randomUUID()}@example.com`
  await save(`/admin/correct?user=${ann.id}`, { email: to })
  await advance(0)
  const [user] = await db.select().from(users).where(eq(users.id, ann.id))
  expect([user?.email, user?.emailConfirmedAt]).toEqual([to, null])
  const [told] = await inboxAt(`${ann.id}@example.com`)
  expect(told?.text).toContain('邮箱')
})

test('a paid order: day, address, phone, and the carrier until it is weighed', async () => {
  const { owner, subjectId } = await ofOrder('mail')
  const path = `/admin/correct?order=${subjectId}`
  const row = async () =>
    (
      await db
        .select()
        .from(orders)
        .where(eq(orders.id, subjectId as 'mail_'))
    )[0]
  const before = await row()
  const change = { sendDate: dayIn(9), fromAddress: '9 Lenton Lane', shipCompany: 'HKS', toZip: '' }
  await save(path, change)
  expect(await row()).toMatchObject({ ...change, baseAmount: before?.baseAmount })
  expect((await row())?.ownText).toContain('lenton lane')
  expect(textOf(await (await browserOf(owner)).get('/notices'))).toContain('上门日期、取件地址')
  expect((await save(path, { sendDate: dayIn(-1) })).status).toBe(422)
  await db
    .update(orders)
    .set({ weights: [4000] })
    .where(eq(orders.id, subjectId as 'mail_'))
  await save(path, { shipCompany: 'SF', tel: '07700900777' })
  expect(await row()).toMatchObject({ shipCompany: 'HKS', tel: '07700900777' })
  await db
    .update(orders)
    .set({ status: 'completed' })
    .where(eq(orders.id, subjectId as 'mail_'))
  expect((await visitorOf(as).get(path)).status).toBe(404)
  expect(await loggedTexts()).not.toContain('Lenton')
})

test('a note is read by administrators and in one’s own data, never by others, and is erased', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  const { carpoolId, seats } = await completeCar([ann, bob])
  const subjectId = seats[0]?.participantId ?? ''
  const text = '晕车，请坐前排'
  const note = { id: crypto.randomUUID(), subjectId, text, intent: 'add', tellOn: dayIn(0) }
  const back = `/admin/carpools/${carpoolId}`
  for (let n = 0; n < 2; n++)
    expect(leadsTo(await visitorOf(as).post('/admin/notes', { ...note, back }))).toBe(back)
  expect(await db.select().from(notes).where(eq(notes.userId, ann.id))).toHaveLength(1)
  for (const page of [back, `/admin/users/${ann.id}`])
    expect(textOf(await visitorOf(as).get(page))).toContain(text)
  const today = await visitorOf(as).get('/admin')
  expect(textOf(today)).toContain('1 note to look at today')
  expect(textOf(today)).not.toContain(text)
  await visitorOf(as).post('/admin/notes', { ...note, intent: 'done', back })
  expect(textOf(await visitorOf(as).get('/admin'))).not.toContain('note to look at today')
  expect(JSON.stringify(must(await readOwnData(services, ann.id, 'zh')))).toContain(text)
  expect(JSON.stringify(must(await readOwnData(services, bob.id, 'zh')))).not.toContain(text)
  for (const one of [ann, bob])
    for (const page of [`/carpool/record/${subjectId}`, '/notices', '/profile', '/rides'])
      expect(textOf(await (await browserOf(one)).get(page))).not.toContain(text)
  const long = { ...note, id: 'long', text: 'x'.repeat(NOTE_LETTERS + 1), back }
  await visitorOf(as).post('/admin/notes', long)
  const only = await newAdmin(['orders'])
  expect((await visitorOf(only).post('/admin/notes', { ...note, id: 'other' })).status).toBe(403)
  expect(await db.select().from(notes).where(eq(notes.userId, ann.id))).toHaveLength(1)
  expect(await loggedTexts()).not.toContain(text)
  expect(londonDay(now())).toBe(dayIn(0))
})
