import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import type { AdminScope } from '#app/domain/admin.ts'
import { hours } from '#app/domain/limits.ts'
import { addDays, type Instant, londonDay, startOfLondonDay } from '#app/domain/time.ts'
import { admins, auditLog, feedKeys, users } from '#db/schema.ts'
import { carFor } from '#tests/kit/ride.ts'
import { leadsTo, textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { db } from '#tests/worker/api/world.ts'
import { worldAt } from '#tests/worker/at-time.ts'
import { insertCar, insertTrip, insertUser } from '#tests/worker/rows.ts'
import { devClock } from '#workers/dev/clock.ts'
import { createSql, removeSql } from '../../../scripts/admin-sql.ts'
import { newAdmin, passwordHash, visitorOf } from './kit.ts'

/** The calendar of the day's cars: by a key alone, and without a name. */

const PATH = '/admin/day/feed'
const BASE = '/neighbourhelp'

/** Makes a key in the console, and returns the path that the page shows this once. */
async function make(lang: 'zh' | 'en' = 'en') {
  const admin = await newAdmin(['dispatch'])
  const by = visitorOf(admin, lang)
  const made = await by.post(PATH, {})
  expect(made.status).toBe(200)
  const shown = /https?:\/\/[^\s<]+\/feeds\/day\.ics\?[^<\s]+/.exec(made.html)?.[0] ?? ''
  const url = new URL(shown.replaceAll('&amp;', '&'))
  const path = url.pathname.slice(BASE.length) + url.search
  return { admin, by, path, key: url.searchParams.get('key') ?? '' }
}
const calendar = (path: string, worker?: (request: Request) => Promise<Response>) =>
  new Visitor({ lang: 'en', ...(worker && { worker }) }).get(path)

const { places: _, ...riding } = { version: 3, ...carFor('KE11 YED') }
async function put(at: Instant, ride: object | null = {}) {
  const row = { status: 'SUCCESS', carpoolAt: at, carpoolDay: londonDay(at) }
  const userId = await insertUser(at)
  await db.update(users).set({ name: '欧阳惊蛰' }).where(eq(users.id, userId))
  const car = ride && { ...riding, meetAt: at, ...ride }
  return insertCar(row, { seat: 'taken', userId, ride: car })
}

/** The appointments of a file: when, and what they say. */
function read(file: string) {
  const parts = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')
  return parts.map((part) => {
    const { startDate, summary, uid } = new ICAL.Event(part)
    return { at: startDate.toUnixTime() * 1000, summary, uid }
  })
}

test('a key opens the cars without a name, a phone or a word that somebody typed', async () => {
  const at = Math.floor(devClock.now() / 60_000) * 60_000 + hours(30)
  const note = 'ask for Mr Secret'
  await put(at, { id: 'ride_feed', note, meetingPoint: 'at Secret’s house' })
  const waiting = await put(at + hours(1), null)
  const tripName = 'Secret birthday'
  const trip = { status: 'SUCCESS', tripName, tripStartAt: at, startDay: londonDay(at) }
  await insertTrip(trip, { seat: 'taken', ride: null })
  const { path } = await make()
  const page = await calendar(path)
  expect([page.status, page.headers.get('Content-Type')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
  ])
  expect(page.headers.get('Cache-Control')).toContain('no-store')
  const events = read(page.html)
  expect(events).toContainEqual({
    at,
    summary: expect.stringMatching(/^KE11 YED · .*Heathrow.* · 1 person$/),
    uid: 'ride_feed@neighbourhelp',
  })
  expect(events).toContainEqual({
    at: at + hours(1),
    summary: expect.stringMatching(/^No driver · /),
    uid: `${waiting.id}@neighbourhelp`,
  })
  expect(events.map(({ summary }) => summary)).toContain('No driver · Group trip · 1 person')
  const unfolded = page.html.replaceAll('\r\n ', '')
  const secrets = ['Secret', '欧阳', 'Sam', 'Carter', '07700']
  expect(secrets.filter((secret) => unfolded.includes(secret))).toEqual([])
  expect(unfolded).not.toContain('VALARM')
})

test('it speaks the language in which it was made', async () => {
  await put(devClock.now() + hours(31), { id: 'ride_zh' })
  const { path } = await make('zh')
  expect(path).toContain('lang=zh')
  expect((await calendar(path)).html.replaceAll('\r\n ', '')).toMatch(
    /KE11 YED · .+ → 诺丁汉 · 1 人/,
  )
})

test('the key is shown once, stored as a hash, and in no log', async () => {
  const { admin, by, key } = await make()
  expect(key).toHaveLength(43)
  expect((await by.get(PATH)).html).not.toContain(key)
  const stored = JSON.stringify([
    await db.select().from(feedKeys),
    await db.select().from(auditLog).where(eq(auditLog.adminId, admin.id)),
  ])
  expect(stored).not.toContain(key)
  expect(stored).toContain('feedKeyMade')
})

test('revoked, it opens nothing, and neither does what was never a key', async () => {
  const { admin, by, path, key } = await make()
  const other = await make()
  expect((await calendar(path)).status).toBe(200)
  const [row] = await db.select().from(feedKeys).where(eq(feedKeys.adminId, admin.id))
  const id = row?.id ?? ''
  expect((await by.get(PATH)).html).toContain(`name="revoke" value="${id}"`)
  for (let n = 0; n < 2; n++) {
    const sent = await by.post(PATH, { revoke: id })
    expect([sent.status, leadsTo(sent)]).toEqual([303, PATH])
  }
  const refused = await calendar(path)
  expect([refused.status, textOf(refused)]).toEqual([410, expect.stringContaining('revoked')])
  for (const none of ['', 'nothing', key.toLowerCase(), 'A'.repeat(43)])
    expect((await calendar(`/feeds/day.ics?key=${none}`)).status).toBe(410)
  expect((await calendar(other.path)).status).toBe(200)
  const logged = await db.select().from(auditLog).where(eq(auditLog.subject, id))
  expect(logged.map(({ action }) => action).sort()).toEqual(['feedKeyMade', 'feedKeyRevoked'])
})

test.each([
  ['in winter', '2031-01-10'],
  ['over 23 hours', '2031-03-30'],
  ['over 25 hours', '2031-10-26'],
])('it has London days from yesterday to two weeks ahead, %s', async (_, today) => {
  const now = startOfLondonDay(today) + hours(9)
  const [from, until] = [startOfLondonDay(addDays(today, -1)), startOfLondonDay(addDays(today, 14))]
  const uids = []
  for (const at of [from - 1000, from, until - 1000, until])
    uids.push(`${(await put(at, null)).id}@neighbourhelp`)
  const { path } = await make()
  const events = read((await calendar(path, worldAt(now).fetch)).html)
  expect(uids.map((uid) => events.some((event) => event.uid === uid))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('a key opens nothing without an administrator who may see the cars', async () => {
  const { admin, path } = await make()
  const run = (statements: string[]) => env.DB.batch(statements.map((sql) => env.DB.prepare(sql)))
  const set = (scopes: AdminScope[]) =>
    db.update(admins).set({ scopes }).where(eq(admins.id, admin.id))
  expect((await calendar(path)).status).toBe(200)
  await set(['members'])
  expect((await calendar(path)).status).toBe(410)
  await set(['dispatch'])
  expect((await calendar(path)).status).toBe(200)
  await newAdmin()
  await run(removeSql(admin.phone, devClock.now()))
  expect((await calendar(path)).status).toBe(410)
  // Not even when they are back.
  await run(createSql({ phone: admin.phone, passwordHash, scopes: ['dispatch'] }, devClock.now()))
  expect((await calendar(path)).status).toBe(410)
})
