import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aboutOf, audienceIn, sendMessage } from '#app/console/service/messages.server.ts'
import {
  hours,
  MAX_PASSENGERS,
  MESSAGE_MAX,
  MESSAGES_PER_DAY,
  minutes,
} from '#app/kernel/limits.ts'
import { londonDay } from '#app/kernel/time.ts'
import { auditLog, notices, participants, settings, users } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import { inboxOf } from '#tests/worker/notices-kit.ts'
import { ofOrder } from '#tests/worker/paid.ts'
import { insertCar, insertTrip } from '#tests/worker/rows.ts'
import { accepted, provider, sweepAt, switchSetting } from '#tests/worker/text-kit.ts'
import {
  carOf,
  completeCar,
  goTo,
  inDays,
  joinCar,
  openCar,
  payBalance,
} from '#tests/worker/world/cars.ts'
import { account, browserOf, newStudent } from '#tests/worker/world/people.ts'
import { advance, codeOf, db, must, now, services } from '#tests/worker/world/services.ts'
import { type Admin, hidden, newAdmin, visitorOf } from './kit.ts'

/** An administrator's own words to a car, a place, an order, a user, or a day at an airport. */

const ZH = '司机在 3 号门，http://x.test/ 别跟错车'
const EN = 'Your driver waits at door 3'
let as: Admin
beforeEach(async () => {
  as = await newAdmin()
})
const to = (query: string) => audienceIn(new URLSearchParams(query))
const said = (change = {}) => ({
  ...{ id: crypto.randomUUID(), zh: ZH, en: EN, sms: false, again: false },
  ...change,
})
const send = (query: string, change = {}) => sendMessage(services, as.id, to(query), said(change))
const messagesOf = (...ids: string[]) =>
  db
    .select()
    .from(notices)
    .where(and(eq(notices.code, 'message'), inArray(notices.userId, ids as `usr_${string}`[])))
const sentAbout = (subject: string) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), eq(auditLog.action, 'messageSent')))

describe.each([1, 4, MAX_PASSENGERS])('a car of %i', (size) => {
  test('everybody in it reads the message, once each, and nobody else does', async () => {
    const people = await Promise.all(Array.from({ length: size }, () => newStudent()))
    const { carpoolId, seats } = await completeCar(people)
    const stranger = await newStudent()
    const path = `/admin/messages/new?car=${carpoolId}`
    const page = await visitorOf(as).get(`/admin/carpools/${carpoolId}`)
    expect(page.html).toContain(`href="/neighbourhelp${path}"`)
    const form = await visitorOf(as).get(path)
    const fields = { id: hidden(form.html, 'id'), zh: ZH, en: EN }
    const shown = await visitorOf(as).post(path, { ...fields, intent: 'show' })
    expect(textOf(shown)).toContain(ZH)
    expect(textOf(shown)).toContain(`Send to ${size} `)
    expect(await messagesOf(...people.map(({ id }) => id)), 'looking sends nothing').toEqual([])
    for (let n = 0; n < 2; n++)
      expect(leadsTo(await visitorOf(as).post(path, { ...fields, intent: 'send' }))).toBe('/admin')
    expect(await messagesOf(...people.map(({ id }) => id))).toHaveLength(size)
    for (const { viewer, participantId } of seats) {
      const record = await (await browserOf(viewer)).get(`/carpool/record/${participantId}`)
      expect(textOf(record)).toContain(ZH)
      expect(record.html).not.toContain('href="http://x.test')
      const english = await (await browserOf(viewer, 'en')).get('/notices')
      expect(textOf(english)).toContain(EN)
    }
    await advance(0)
    expect((await inboxOf(people[0] as never))[0]?.text).toContain(ZH)
    const other = await browserOf(stranger)
    expect(textOf(await other.get('/notices'))).not.toContain(ZH)
    const place = `/carpool/record/${seats[0]?.participantId}`
    expect([(await other.get(place)).status, textOf(await other.get(place))]).toEqual([
      404,
      expect.not.stringContaining(ZH),
    ])
    const [entry, ...more] = await sentAbout(carpoolId)
    expect(more).toEqual([])
    expect(entry?.after).toEqual({
      people: size,
      users: expect.arrayContaining(people.map(({ id }) => id)),
      sms: 0,
    })
    const log = await db.select().from(auditLog)
    expect(JSON.stringify(log)).not.toContain('3 号门')
  })
})

test('only who has a confirmed place gets it, and it is over once they have left', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  const car = await openCar({ maxPassengers: 3, ...inDays(6) }, { as: ann })
  const { participantId } = await joinCar(car, { as: bob })
  expect(codeOf(await send(`place=${participantId}`))).toBe('ok')
  expect([(await messagesOf(ann.id)).length, (await messagesOf(bob.id)).length]).toEqual([0, 1])
  const browser = await browserOf(bob)
  const leaving = `/carpool/record/${participantId}/exit`
  await browser.post(leaving, { ...Object.fromEntries([['intent', 'exit']]) })
  await advance(0)
  expect(textOf(await browser.get('/notices'))).not.toContain(ZH)
  expect(codeOf(await send(`place=${participantId}`))).toBe('notFound')
})

test('a late driver can be announced after the departure, until the ride is long over', async () => {
  const ann = await newStudent()
  const car = await openCar({ maxPassengers: 1, ...inDays(5) }, { as: ann })
  const { carpoolId } = car
  await payBalance({ viewer: ann, participantId: car.participantId })
  const { carpoolAt } = await carOf(carpoolId)
  await goTo(carpoolAt + minutes(10))
  expect(codeOf(await send(`car=${carpoolId}`))).toBe('ok')
  expect(textOf(await (await browserOf(ann)).get('/notices'))).toContain(ZH)
  await goTo(carpoolAt + hours(12))
  expect(codeOf(await send(`car=${carpoolId}`))).toBe('notFound')
})

test('one language goes to everybody, none and too long are refused, and nothing is lost', async () => {
  const ann = await newStudent()
  const path = `/admin/messages/new?user=${ann.id}`
  const browser = visitorOf(as)
  const none = await browser.post(path, { id: 'a', zh: ' ', en: '', intent: 'show' })
  expect(none.status).toBe(422)
  const long = 'x'.repeat(MESSAGE_MAX + 1)
  const refused = await browser.post(path, { id: 'a', zh: long, en: EN, intent: 'send' })
  expect([refused.status, refused.html.includes(long)]).toEqual([422, true])
  const draft = await browser.post(path, { id: 'a', zh: '', en: '', intent: 'draft:late' })
  expect(textOf(draft)).toContain('about 15 minutes late')
  expect(draft.html).toContain('大约晚到 15 分钟')
  expect(codeOf(await send(`user=${ann.id}`, { en: '' }))).toBe('ok')
  expect(textOf(await (await browserOf(ann, 'en')).get('/notices'))).toContain(ZH)
})

test(`after ${MESSAGES_PER_DAY} a day about the same, another has to be confirmed`, async () => {
  const { id } = await newStudent()
  const ids = Array.from({ length: MESSAGES_PER_DAY }, (_, n) => `form ${n}`)
  for (const form of ids) must(await send(`user=${id}`, { id: form }))
  must(await send(`user=${id}`, { id: ids[0] }))
  expect(codeOf(await send(`user=${id}`))).toBe('needsConfirmation')
  expect(codeOf(await send(`user=${(await newStudent()).id}`))).toBe('ok')
  const path = `/admin/messages/new?user=${id}`
  const asked = await visitorOf(as).post(path, { id: 'more', zh: ZH, en: '', intent: 'send' })
  expect([asked.status, textOf(asked)]).toEqual([409, expect.stringContaining('tick the box')])
  expect(codeOf(await send(`user=${id}`, { again: true }))).toBe('ok')
  expect(await messagesOf(id)).toHaveLength(MESSAGES_PER_DAY + 1)
  await advance(hours(24))
  expect(codeOf(await send(`user=${id}`))).toBe('ok')
})

test('a day of 100 people at an airport, in one batch, each once', async () => {
  const departureAt = now() + hours(30)
  const day = londonDay(departureAt)
  const [twice] = [await account()]
  for (let n = 0; n < 101; n++) {
    const userId = n < 2 ? twice : await account({ name: `学生${n}` })
    const place = { userId, seat: 'taken' }
    await insertCar({ departureAt: departureAt + n, airportId: 'air_lhr' }, place)
  }
  await insertCar({ departureAt, airportId: 'air_lgw' }, { userId: await account(), seat: 'taken' })
  await insertCar({ departureAt, airportId: 'air_lhr' }, { userId: await account(), seat: 'gone' })
  const path = `/admin/messages/new?day=${day}&airport=air_lhr`
  const shown = await visitorOf(as).post(path, { id: 'day', zh: ZH, en: '', intent: 'show' })
  expect(textOf(shown)).toContain('Send to 100 people')
  must(await send(`day=${day}&airport=air_lhr`))
  const [counted] = await sentAbout(`${day}:air_lhr`)
  expect(counted?.after).toMatchObject({ people: 100 })
  const [{ count } = { count: 0 }] = await db
    .select({ count: sql<number>`count(*)` })
    .from(notices)
    .where(sql`${notices.code} = 'message' and ${notices.createdAt} = ${counted?.at}`)
  expect(count).toBe(100)
  const pick = await visitorOf(as).get(`/admin/messages/new?day=${day}`)
  expect(pick.html).toContain('value="air_lhr"')
})

test('everybody on a trip of eight is told by its name', async () => {
  const tripStartAt = now() + hours(40)
  const people = await Promise.all(Array.from({ length: 8 }, () => account()))
  const [first, ...others] = people
  const change = { departureAt: tripStartAt, tripName: '湖区两日游' }
  const { id, participantId } = await insertTrip(change, { userId: first, seat: 'taken' })
  const [row] = await db.select().from(participants).where(eq(participants.id, participantId))
  if (!row) throw new Error('no place')
  for (const userId of others)
    await db.insert(participants).values({ ...row, userId, id: `${participantId}${userId}` })
  must(await send(`car=${id}`))
  expect(await messagesOf(...people)).toHaveLength(8)
  const [last = ''] = others
  const { html } = await (await browserOf({ id: last as `usr_${string}` })).get('/notices')
  expect(html).toContain('湖区两日游')
})

test('it is also texted if ticked, to who can be texted, at night too, and only in time', async () => {
  await switchSetting('rideSms', 1)
  const [zh, en, no] = await Promise.all([
    account({ language: 'zh', phone: newPhone() }),
    account({ language: 'en', phone: newPhone() }),
    account({ rideTexts: false, phone: newPhone() }),
  ])
  for (const id of [zh, en, no]) must(await send(`user=${id}`, { sms: true }))
  const phones = await db
    .select()
    .from(users)
    .where(inArray(users.id, [zh, en, no]))
  const of = (id: string) => phones.find((one) => one.id === id) as never
  const twilio = provider(accepted)
  await sweepAt(now(), twilio)
  expect([twilio.to(of(zh)), twilio.to(of(en)), twilio.to(of(no))]).toEqual([
    [expect.stringContaining(ZH)],
    [expect.stringContaining(EN)],
    [],
  ])
  const late = await account({ phone: newPhone() })
  must(await send(`user=${late}`, { sms: true }))
  const log = await sweepAt(now() + hours(2), twilio)
  expect([(await messagesOf(late))[0]?.smsState, log]).toEqual([
    'dropped',
    expect.not.stringContaining('3 号门'),
  ])
  await db.delete(settings)
  must(await send(`user=${late}`, { sms: true }))
  expect((await messagesOf(late)).map(({ smsState }) => smsState).sort()).toEqual(['dropped', null])
})

test('a message about an order names the order and leads to it', async () => {
  const { owner, subjectId } = await ofOrder('mail')
  must(await send(`order=${subjectId}`))
  const { html } = await (await browserOf(owner)).get('/notices')
  expect(html).toContain('value="/mail?tab=mine"')
  expect(aboutOf(to(`order=${subjectId}`)).scope).toBe('orders')
})

test('a cancelled car tells its people why, and the log does not', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  const { carpoolId } = await completeCar([ann, bob])
  const path = `/admin/carpools/${carpoolId}/cancel`
  const seen = hidden((await visitorOf(as).get(path)).html, 'seen')
  const long = { seen, zh: 'x'.repeat(MESSAGE_MAX + 1), en: '' }
  const refused = await visitorOf(as).post(path, long)
  expect([refused.status, refused.html.includes(long.zh)]).toEqual([422, true])
  await visitorOf(as).post(path, { seen, zh: '司机病了', en: 'The driver is ill' })
  await advance(0)
  expect(textOf(await (await browserOf(ann)).get('/notices'))).toContain('司机病了')
  expect(textOf(await (await browserOf(bob, 'en')).get('/notices'))).toContain('The driver is ill')
  expect(JSON.stringify(await db.select().from(auditLog))).not.toContain('司机病了')
})
