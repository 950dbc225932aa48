import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { calls } from '#app/api/table.server.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import { hours } from '#app/kernel/limits.ts'
import { addDays, londonDay } from '#app/kernel/time.ts'
import { auditLog } from '#db/schema.ts'
import { carFor } from '#tests/kit/ride.ts'
import { textOf } from '#tests/worker/accounts/visitor.ts'
import { insertCar, insertUser } from '#tests/worker/rows.ts'
import { api } from '#tests/worker/world/api.ts'
import { db } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { type Admin, newAdmin, visitorOf } from './kit.ts'

/** The scope `today`: the sheets of today and tomorrow with the drivers' links, nothing else. */

const today = londonDay(devClock.now())
const [yesterday, tomorrow, later] = [-1, 1, 2].map((by) => addDays(today, by))
let groupId: string
let admin: Admin
beforeAll(async () => {
  admin = await newAdmin(['today'])
  const at = devClock.now() + hours(1)
  const userId = await insertUser(devClock.now())
  const { places: _, ...ride } = { version: 3, ...carFor('TOD 1'), meetAt: at }
  const row = { status: 'SUCCESS', departureAt: at, departureDay: today } as const
  groupId = (await insertCar(row, { seat: 'taken', userId, ride })).id
})
const dayOf = (date: string | undefined, as: Admin = admin) =>
  visitorOf(as).get(`/admin/day?date=${date}`)

test('opens today’s and tomorrow’s sheet, and no other day', async () => {
  const answers = await Promise.all([yesterday, today, tomorrow, later].map((day) => dayOf(day)))
  expect(answers.map(({ status }) => status)).toEqual([403, 200, 200, 403])
  expect(textOf(await dayOf(later))).toContain('Vehicles and dispatch')
})

test('has the drivers’ links on the sheet, and no way to anything else', async () => {
  const { html } = await dayOf(today)
  expect(html).toContain('TOD 1')
  expect(html).toMatch(new RegExp(`/drive/${groupId}\\.ride_one\\.3\\.[^"<]+lang=zh`))
  const links = [...html.matchAll(/(?:href|action)="\/neighbourhelp(\/admin[^"?]*)/g)].map(
    ([, path]) => path,
  )
  expect([...new Set(links)].sort()).toEqual(['/admin', '/admin/day', '/admin/logout'])
  const dispatcher = await dayOf(today, await newAdmin(['dispatch']))
  expect(dispatcher.html).not.toContain('/drive/')
  expect(dispatcher.html).toContain('/admin/day/file')
})

test('makes no call of the API but those about its own session', async () => {
  const allowed: string[] = []
  for (const { method, path, auth } of calls) {
    if (auth !== 'admin' || path.endsWith('/logout')) continue
    const filled = path.replace(/:\w+/g, 'x')
    const { status, body } = await api(method, filled, {
      as: admin,
      ...(method !== 'GET' && { json: {} }),
    })
    if (status !== 403 || body.code !== 'forbidden') allowed.push(path)
  }
  expect(allowed).toEqual(['/admin/account/confirm'])
})

test('beside another scope it takes nothing away', async () => {
  const scopes: AdminScope[] = ['today', 'orders']
  const both = visitorOf(await newAdmin(scopes))
  expect((await both.get('/admin')).status).toBe(200)
  expect((await both.get('/admin/orders/mail')).status).toBe(200)
  expect((await both.get(`/admin/day?date=${later}`)).status).toBe(403)
})

test('who looks at a sheet is in the audit log', async () => {
  const other = await newAdmin(['today'])
  await dayOf(today, other)
  const log = await db.select().from(auditLog).where(eq(auditLog.adminId, other.id))
  expect(log).toMatchObject([{ action: 'dayViewed', subject: today }])
})
