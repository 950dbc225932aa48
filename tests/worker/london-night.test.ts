import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { startSession } from '#app/account/service/sessions.server.ts'
import { earliestDeparture } from '#app/carpool/rules/permissions.ts'
import { browseCarpools } from '#app/carpool/service/carpool-reads.server.ts'
import { draftPayableCarpool } from '#app/carpool/service/carpools.server.ts'
import { readServicePage } from '#app/catalog/service/catalog.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { addDays, addMonths, londonDay, londonWall, startOfLondonDay } from '#app/kernel/time.ts'
import { browseOrders } from '#app/orders/service/orders.server.ts'
import { earliestCutoff } from '#app/trip/rules/check.ts'
import { browseTrips } from '#app/trip/service/trips.server.ts'
import { carpools } from '#db/kinds.ts'
import { adminSessions, specialPeriods } from '#db/schema.ts'
import { completeCar, draft } from '#tests/worker/world/cars.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { db, must, services } from '#tests/worker/world/services.ts'
import { textOf, Visitor } from './accounts/visitor.ts'
import { newAdmin } from './admin/kit.ts'
import { worldAt } from './at-time.ts'
import { clockChanges } from './clock-changes.ts'
import { insertCar, insertOrder, insertTrip } from './rows.ts'

/**
 * Half past midnight in London on the first of a summer month: in UTC it is still the previous day
 * and month. Every "today" is London's, on every page and in every call.
 */

const spring = clockChanges(2).find(({ hours }) => hours === 23)?.day ?? ''
const day = addMonths(`${spring.slice(0, 7)}-01`, 1)
const midnight = startOfLondonDay(day)
const night = midnight + minutes(30)
const yesterday = addDays(day, -1)
const world = worldAt(night)
const format = formatOf(getT('en'))

async function browserOf(student?: Student): Promise<Visitor> {
  const visitor = new Visitor({ lang: 'en', worker: world.visit })
  if (student) visitor.cookies.set('sid', (await startSession(world, student.id)).token)
  return visitor
}

/** The same for an administrator who has just logged in. */
async function consoleOf(scopes?: AdminScope[]): Promise<Visitor> {
  const { id, token } = await newAdmin(scopes)
  const live = { expiresAt: night + hours(1), lastSeenAt: night, confirmedAt: night }
  await db.update(adminSessions).set(live).where(eq(adminSessions.adminId, id))
  const visitor = new Visitor({ lang: 'en', worker: world.visit })
  visitor.cookies.set('asid', token)
  return visitor
}

/** One period of special prices: only this day. */
beforeAll(async () => {
  await db.delete(specialPeriods)
  await db
    .insert(specialPeriods)
    .values({ id: 'period_day', fromDay: day, toDay: day, label: 'The day' })
})

test('it is a different day and month than in UTC', () => {
  expect(new Date(night).toISOString().slice(0, 10)).toBe(yesterday)
  expect([londonDay(night), day.slice(-2)]).toEqual([day, '01'])
})

test('the student’s own data file', async () => {
  const { headers } = await (await browserOf(await newStudent())).get('/profile/data/download')
  expect(headers.get('Content-Disposition')).toContain(`neighbourhelp-${day}.json`)
})

test.each(['carpool', 'trip'] as const)('the calendar file of a %s', async (kind) => {
  const { id: userId } = await newStudent()
  const { participantId } =
    kind === 'carpool'
      ? await insertCar({ departureAt: night }, { userId })
      : await insertTrip({ departureAt: night }, { userId })
  const { headers } = await (await browserOf({ id: userId, token: '' })).get(
    `/calendar/${kind}/${participantId}`,
  )
  expect(headers.get('Content-Disposition')).toContain(`${kind}-${day}.ics`)
})

test('the list of carpools starts with today’s, and a day’s list has its own', async () => {
  const at = (departureAt: number) => insertCar({ departureAt })
  const [before, first, last, after] = [
    await at(midnight - 1),
    await at(midnight),
    await at(startOfLondonDay(addDays(day, 1)) - 1),
    await at(startOfLondonDay(addDays(day, 1))),
  ]
  const made = [before, first, last, after].map(({ id }) => id)
  const list = async (filter: { date?: string }) => {
    const { items } = await browseCarpools(
      world,
      { tripType: 'PICKUP', limit: 100, ...filter },
      null,
    )
    return made.map((one) => items.some(({ id }) => id === one))
  }
  expect(await list({})).toEqual([false, true, true, true])
  expect(await list({ date: day })).toEqual([false, true, true, false])
  expect(await list({ date: yesterday })).toEqual([true, false, false, false])
})

test('the list of trips starts with cutoffs after today’s start', async () => {
  const at = (cutoffAt: number) => insertTrip({ cutoffAt })
  const [before, start, after] = [
    await at(midnight - 1),
    await at(midnight),
    await at(midnight + 1),
  ]
  const { items } = await browseTrips(world, { tab: 'start', limit: 100 }, { id: 'usr_nobody' })
  const ids = items.map(({ id }) => id)
  expect(ids).toContain(after.id)
  for (const { id } of [before, start]) expect(ids).not.toContain(id)
})

test.each(['mail', 'move'] as const)('the list of orders (%s)', async (kind) => {
  const at = (sendDate: string) => insertOrder({ kind, sendDate })
  const [before, first] = [await at(yesterday), await at(day)]
  const { items } = await browseOrders(world, kind, { limit: 100 }, null, 'en')
  const ids = items.map(({ id }) => id)
  expect([ids.includes(before), ids.includes(first)]).toEqual([false, true])
})

test('the console’s orders of today and of tomorrow, and overdue ones', async () => {
  const admin = await consoleOf()
  for (const sendDate of [yesterday, day, addDays(day, 1)]) await insertOrder({ sendDate })
  const text = textOf(await admin.get('/admin/orders/mail'))
  expect(text).toContain(`Today, ${format.day(day)}`)
  expect(text).toContain(`Tomorrow, ${format.day(addDays(day, 1))}`)
  expect(textOf(await admin.get('/admin'))).toContain(format.longDay(day))
})

test('the day sheet, if no day is asked for', async () => {
  const { html } = await (await consoleOf(['dispatch'])).get('/admin/day')
  expect(html).toMatch(new RegExp(`<input[^>]*name="date"[^>]*value="${day}"`))
})

test('the day sheet to which a dispatcher goes back from a car', async () => {
  const admin = await consoleOf(['dispatch'])
  const travel = { carpoolAt: night, flightTime: night - hours(2) }
  const { carpoolId } = await completeCar([await newStudent(), await newStudent()], travel)
  const form = await admin.get(`/admin/carpools/${carpoolId}/car/new`)
  expect(form.html).toContain(`href="/neighbourhelp/admin/day?date=${day}"`)
})

test('the previous month, which the console offers for exports', async () => {
  const admin = await consoleOf()
  const { html } = await admin.get('/admin/exports')
  const [from, to] = ['from', 'to'].map(
    (name) =>
      html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0]?.match(/value="([^"]*)"/)?.[1],
  )
  expect([from, to]).toEqual([addMonths(day, -1), yesterday])
})

test('today’s prices, those of a departure’s day, and the special days', async () => {
  const answer = await world.visit(new Request('http://localhost:8787/api/carpool/airport-prices'))
  const { items } = (await answer.json()) as { items: { period: string }[] }
  expect(new Set(items.map(({ period }) => period))).toEqual(new Set(['special']))
  const { prices } = await readServicePage(world, 'carpool', 'zh', londonDay(night))
  expect(prices.periods).toEqual([{ from: day, to: day }])
  expect(textOf(await (await browserOf()).get('/carpool'))).toContain(format.day(day))
  const quoted = async (carpoolAt: number) => {
    const travel = { carpoolAt, flightTime: carpoolAt - minutes(60) }
    const { groupId: carpoolId } = must(
      await draftPayableCarpool(
        services,
        { id: `usr_${crypto.randomUUID()}` },
        draft(travel),
        crypto.randomUUID(),
      ),
    )
    const [row] = await db.select().from(carpools).where(eq(carpools.id, carpoolId))
    return row?.prices
  }
  const { prices: tables } = await readServicePage(world, 'carpool', 'zh', day)
  const [normal, special] = (['normal', 'special'] as const).map(
    (period) => tables[period].find(({ id }) => id === 'air_lhr')?.prices,
  )
  expect(special).not.toEqual(normal)
  const nextMidnight = startOfLondonDay(addDays(day, 1))
  expect(await quoted(midnight - minutes(1))).toEqual(normal)
  expect(await quoted(midnight)).toEqual(special)
  expect(await quoted(nextMidnight - minutes(1))).toEqual(special)
  expect(await quoted(nextMidnight)).toEqual(normal)
})

test('every form tells the browser its earliest possible day', async () => {
  const browser = await browserOf(await newStudent())
  const firsts = async (page: string) => {
    const { html } = await browser.get(page)
    const fields = html.matchAll(/<input[^>]*type="(?:date|datetime-local)"[^>]*>/g)
    return Object.fromEntries(
      [...fields].map(([field]) => [
        /name="(\w+)"/.exec(field)?.[1] ?? '',
        /min="([^"]*)"/.exec(field)?.[1] ?? 'none',
      ]),
    )
  }
  const ride = londonWall(earliestDeparture(night))
  expect(ride).toBe(`${addDays(day, 3)}T00:00`)
  expect(await firsts('/carpool/create')).toMatchObject({ carpoolDatetime: ride, flightTime: ride })
  expect(londonWall(earliestCutoff(night))).toBe(`${addDays(day, 1)}T00:00`)
  expect(await firsts('/trip/create')).toMatchObject({ cutoffTime: `${addDays(day, 1)}T00:00` })
  const order = addDays(day, 2)
  expect(await firsts('/mail/create')).toMatchObject({ boxDate: order, sendDate: order })
  expect(await firsts('/moving/create')).toMatchObject({ sendDate: order })
  expect(await firsts('/trip')).toMatchObject({ date: addDays(day, 3) })
})
