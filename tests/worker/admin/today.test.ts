import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readDashboard } from '#app/console/service/today.server.ts'
import { hours, STUCK_AFTER_MS } from '#app/kernel/limits.ts'
import { addDays, londonDay } from '#app/kernel/time.ts'
import type { carpools } from '#db/kinds.ts'
import { attempts, groups, users } from '#db/schema.ts'
import { textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { insertOrder } from '#tests/worker/rows.ts'
import { openCarpool } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { newAdmin } from './kit.ts'

const today = { db, clock: devClock }
const day = (days: number) => addDays(londonDay(devClock.now()), days)

test('orders are counted by their day, without unpaid and finished ones', async () => {
  const before = await readDashboard(today)
  await insertOrder({ sendDate: day(-3) })
  await insertOrder({ sendDate: day(-1), status: 'processing' })
  await insertOrder({ sendDate: day(0) })
  await insertOrder({ sendDate: day(1), kind: 'move' })
  await insertOrder({ sendDate: day(2) })
  await insertOrder({ sendDate: day(0), payment: 'awaiting' })
  await insertOrder({ sendDate: day(-1), status: 'completed' })
  const { orders: after, byStatus } = await readDashboard(today)
  expect(after.mail.overdue - before.orders.mail.overdue).toBe(2)
  expect(after.mail.today - before.orders.mail.today).toBe(1)
  expect(after.mail.tomorrow - before.orders.mail.tomorrow).toBe(0)
  expect(after.move.tomorrow - before.orders.move.tomorrow).toBe(1)
  const completed = (rows: typeof byStatus) =>
    rows.find(({ kind, status }) => kind === 'mail' && status === 'completed')?.count ?? 0
  expect(completed(byStatus) - completed(before.byStatus)).toBe(1)
})

test('pending work is counted: members, stuck payments, accounts being erased', async () => {
  const before = await readDashboard(today)
  const { id } = await newStudent()
  await db.update(users).set({ accountType: 'MEMBER', auth: 'PENDING' }).where(eq(users.id, id))
  const closed = await newStudent()
  await db.update(users).set({ closedAt: devClock.now() }).where(eq(users.id, closed.id))
  const long = devClock.now() - STUCK_AFTER_MS
  await insertOrder({ payment: 'refunding', dueSinceAt: long, dueAt: devClock.now() + hours(1) })
  await insertOrder({
    payment: 'refunding',
    dueSinceAt: long + 60_000,
    dueAt: devClock.now() + hours(1),
  })
  const car = await openCarpool(await newStudent())
  const row = {
    kind: 'release',
    participantId: car.participantId,
    intentId: null,
    sinceAt: long,
    attempts: 3,
  }
  await db
    .update(groups)
    .set({ stuck: [row, row], stuckSinceAt: long })
    .where(sql`${groups.id} = ${car.id}`)
  const after = await readDashboard(today)
  expect(after.pending - before.pending).toBe(1)
  expect(after.erasing - before.erasing).toBe(1)
  expect(after.stuck - before.stuck).toBe(3)
})

test('seats, filled groups and unfilled groups are counted by week of departure', async () => {
  const before = await readDashboard(today)
  const now = devClock.now()
  const put = async (change: Partial<typeof carpools.$inferInsert>) => {
    const { id } = await openCarpool(await newStudent())
    await db
      .update(groups)
      .set({ departureAt: now, ...change })
      .where(sql`${groups.id} = ${id}`)
  }
  const next = { nextDueAt: now + hours(20) }
  await put({ status: 'COMPLETED', currentPassengers: 3 })
  await put({ status: 'CLOSED', currentPassengers: 2, departureAt: now - 1 })
  await put({ status: 'FAILED', currentPassengers: 2, ...next })
  await put({ status: 'FAILED', currentPassengers: 0, nextDueAt: null })
  await put({ status: 'PRIVATE', private: true, currentPassengers: 1 })
  await put({ status: 'COMPLETED', currentPassengers: 4, departureAt: now - hours(24 * 7 * 2) })
  await put({ status: 'COMPLETED', currentPassengers: 4, departureAt: now - hours(24 * 7 * 20) })
  const after = await readDashboard(today)
  const gain = (at: number) => {
    const [was, is] = [before.weeks.at(at), after.weeks.at(at)]
    return [
      (is?.seats ?? 0) - (was?.seats ?? 0),
      (is?.filled ?? 0) - (was?.filled ?? 0),
      (is?.failed ?? 0) - (was?.failed ?? 0),
    ]
  }
  expect(gain(-1), 'a cancelled car is in no count').toEqual([4, 1, 2])
  expect(gain(-3)).toEqual([4, 1, 0])
  expect(after.weeks).toHaveLength(12)
  expect(new Set(after.weeks.map(({ from }) => new Date(`${from}T00:00Z`).getUTCDay()))).toEqual(
    new Set([1]),
  )
  expect(after.undecided.count - before.undecided.count).toBe(1)
  expect(after.undecided.people - before.undecided.people).toBe(2)
  expect(after.leftUnpaid - before.leftUnpaid).toBe(1)
  expect((after.weeks.at(-1)?.newUsers ?? 0) - (before.weeks.at(-1)?.newUsers ?? 0)).toBe(7)
})

test('the first page shows only what the administrator may see, and has no scripts', async () => {
  const student = await newStudent()
  await db
    .update(users)
    .set({ accountType: 'MEMBER', auth: 'PENDING' })
    .where(eq(users.id, student.id))
  const page = async (scope: 'members' | 'orders') => {
    const visitor = new Visitor({ lang: 'en' })
    visitor.cookies.set('asid', (await newAdmin([scope])).token)
    return (await visitor.get('/admin')).html
  }
  const members = await page('members')
  expect(members).toContain('href="/neighbourhelp/admin/members"')
  expect(members).toMatch(/members? to approve/)
  expect(members).not.toContain('Received this month')
  expect(members).not.toContain('<script')
  expect(await page('orders')).not.toMatch(/members? to approve/)
})

test('the first page warns from half of the day’s text messages on', async () => {
  const { token } = await newAdmin()
  const page = async (lang: 'zh' | 'en') => {
    const visitor = new Visitor({ lang })
    visitor.cookies.set('asid', token)
    return textOf(await visitor.get('/admin'))
  }
  const ofTexts = and(eq(attempts.kind, 'code-total'), eq(attempts.subject, 'all'))
  const before = await db.$count(attempts, ofTexts)
  const [row, half] = [{ kind: 'code-total', subject: 'all', at: devClock.now() }, 1000]
  const add = async (count: number) => {
    for (let n = count; n > 0; n -= 20)
      await db.insert(attempts).values(Array.from({ length: Math.min(n, 20) }, () => row))
  }
  await add(half - 1 - before)
  expect(await page('en')).not.toContain('text messages sent')
  await add(1)
  expect(await page('en')).toContain('1000 of 2000 text messages sent in the last 24 hours')
  expect(await page('zh')).toContain('近 24 小时已发 1000 条短信，上限 2000 条')
  await db.delete(attempts).where(ofTexts)
})

test.each([
  ['half past ten at night in summer is the same London day', '2026-07-10T21:30Z', '2026-07-10'],
  [
    'half past midnight in summer is the next, though not yet in UTC',
    '2026-07-10T23:30Z',
    '2026-07-11',
  ],
  ['the last minute of a winter day', '2026-02-10T23:59Z', '2026-02-10'],
  ['before the clocks go forward', '2026-03-29T00:30Z', '2026-03-29'],
  ['the first minute after the day of 23 hours', '2026-03-29T23:00Z', '2026-03-30'],
  ['the last hour of the day of 25 hours', '2026-10-25T23:30Z', '2026-10-25'],
])('today’s work follows London time: %s', async (_, at, sendDate) => {
  const then = {
    db,
    clock: { now: () => Date.parse(at), systemTime: (instant: number) => instant },
  }
  const before = await readDashboard(then)
  await insertOrder({ sendDate })
  await insertOrder({ sendDate: addDays(sendDate, 1) })
  await insertOrder({ sendDate: addDays(sendDate, -1) })
  const { mail } = (await readDashboard(then)).orders
  expect(mail.today - before.orders.mail.today).toBe(1)
  expect(mail.tomorrow - before.orders.mail.tomorrow).toBe(1)
  expect(mail.overdue - before.orders.mail.overdue).toBe(1)
})
