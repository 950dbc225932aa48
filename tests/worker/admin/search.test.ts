import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { searchFlights, searchGroups, searchUsers } from '#app/console/rows/search.server.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import type { UserId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { searchFor } from '#app/kernel/search.ts'
import { addDays, londonDay } from '#app/kernel/time.ts'
import { auditLog, drivers, participants, users, vehicles } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { carFor } from '#tests/kit/ride.ts'
import { leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import { ofOrder } from '#tests/worker/paid.ts'
import { newRequest } from '#tests/worker/requests/kit.ts'
import { insertCar, insertOrder, insertTrip, insertUser } from '#tests/worker/rows.ts'
import { db, stripeDown, stripeUp } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { newAdmin, visitorOf } from './kit.ts'

/** The console's one search. */

const NAME = '欧阳惊蛰'
const PHONE = newPhone()
const leaves = devClock.now() + hours(50)
const day = londonDay(leaves)
let userId: UserId
let carId: string
let placeId: string
let tripId: string
let orderId: string
let intentId: string
let paidId: string

beforeAll(async () => {
  userId = await insertUser(devClock.now())
  await db.update(users).set({ name: NAME, phone: PHONE }).where(eq(users.id, userId))
  const seat = { seat: 'taken', userId } as const
  const car = await insertCar({ departureAt: leaves }, seat)
  ;({ id: carId, participantId: placeId } = car)
  const trip = await insertTrip({ departureAt: leaves }, seat)
  tripId = trip.id
  for (const id of [car.participantId, trip.participantId]) {
    const [row] = await db.select().from(participants).where(eq(participants.id, id))
    if (!row) throw new Error('no place')
    const party = { ...row.party, flightNumber: 'ZQ 4711' }
    const set = { party, flightKeys: ' ZQ4711 BA38 ' }
    await db.update(participants).set(set).where(eq(participants.id, id))
  }
  orderId = await insertOrder({ userName: NAME, tel: '+8613812345678' })
  const paid = await ofOrder('mail')
  ;({ intentId, subjectId: paidId } = paid)
  const { vehicle, driver } = carFor()
  const found = {
    vehicle: { ...vehicle, id: 'veh_found1', plate: 'FN66 ABC' },
    driver: { ...driver, id: 'drv_found1', name: 'Finder Keeper-Łee', phone: '07700900401' },
  } as const
  await db.insert(vehicles).values(found.vehicle)
  await db.insert(drivers).values(found.driver)
  const { places: _, ...ride } = { version: 1, ...carFor(), ...found, meetAt: leaves }
  await db.update(participants).set({ ride }).where(eq(participants.id, car.participantId))
})

const ALL: AdminScope[] = ['members', 'groups', 'dispatch', 'orders', 'records']
async function find(typed: string, scopes: AdminScope[] = ALL) {
  const by = visitorOf(await newAdmin(scopes))
  const page = await by.get(`/admin/search?${new URLSearchParams({ find: typed })}`)
  expect(page.status).toBe(200)
  const main = page.html.slice(page.html.indexOf('<main'))
  const paths: [string, string][] = [
    ['user', `/admin/users/${userId}`],
    ['car', `/admin/carpools/${carId}`],
    ['trip', `/admin/trips/${tripId}`],
    ['order', `/admin/orders/mail/${orderId}`],
    ['payment', `/admin/payments/${intentId}`],
    ['vehicle', '/admin/vehicles/veh_found1'],
    ['driver', '/admin/drivers/drv_found1'],
  ]
  const hits = paths.filter(([, path]) => main.includes(`href="/neighbourhelp${path}"`))
  return { hits: hits.map(([kind]) => kind), text: textOf(page), page }
}
const kinds = async (typed: string, scopes?: AdminScope[]) => (await find(typed, scopes)).hits

test('a name finds the account, its groups and its orders', async () => {
  expect(await kinds(NAME)).toEqual(['user', 'car', 'trip', 'order'])
  expect(await kinds('惊蛰')).toEqual(['user', 'car', 'trip', 'order'])
  expect(await kinds('WANG_MING')).toEqual(['user', 'car', 'trip'])
})

test('a phone is found however it is written', async () => {
  const local = PHONE.slice(1)
  const written = [PHONE, local, `+44${local}`, `+44 ${local.slice(0, 4)} ${local.slice(4)}`]
  for (const typed of [
    ...written,
    `0044${local}`,
    `+44 (0)${local}`,
    `${PHONE.slice(0, 5)}-${PHONE.slice(5)}`,
  ])
    expect([typed, await kinds(typed)]).toEqual([typed, ['user', 'car', 'trip']])
  expect(await kinds('+86 138 1234 5678')).toEqual(['order'])
})

test('a flight finds whoever takes it, with and without a space, in either case', async () => {
  for (const typed of [
    'ZQ 4711',
    'ZQ4711',
    'zq4711',
    'zq-4711',
    'ＺＱ４７１１',
    'ZQ04711',
    'ba038',
  ])
    expect([typed, await kinds(typed)]).toEqual([typed, ['car', 'trip']])
  for (const typed of ['ZQ 471', 'Q4711', 'BA3', 'BA381']) expect(await kinds(typed)).toEqual([])
})

test.each(['FN66 ABC', 'fn66abc', 'FN66-ABC', 'ＦＮ66　ＡＢＣ', '66abc'])(
  'a vehicle is found by its plate, typed as %s, with its next ride',
  async (typed) => {
    const { hits, page } = await find(typed)
    // Its ride leads to the car.
    expect(hits).toEqual(['car', 'vehicle'])
    expect(page.html).toContain('Finder Keeper-Łee</a>')
  },
)

test.each([
  ...['Finder Keeper-Łee', 'finder keeper', 'keeperłee', 'ＦＩＮＤＥＲ'],
  ...['07700900401', '07700 900401', '+44 7700 900401', '0044 (0)7700-900401', '7700900401'],
])('a driver is found as %s, with the next ride', async (typed) => {
  const { hits, page } = await find(typed)
  expect(hits).toEqual(['car', 'driver'])
  expect(page.html).toContain('FN66 ABC</a>')
})

test('whoever sends no cars finds no vehicle and no driver', async () => {
  for (const typed of ['FN66 ABC', 'Finder Keeper', '07700900401'])
    expect(await kinds(typed, ['members', 'groups', 'orders', 'records'])).toEqual([])
})

test('a dispatcher is led from a driver to the day sheet of the ride', async () => {
  const { page } = await find('Finder Keeper', ['dispatch'])
  expect(page.html).toContain(`href="/neighbourhelp/admin/day?date=${day}"`)
})

test('every id finds what it names', async () => {
  expect(await kinds(userId)).toEqual(['user', 'car', 'trip'])
  expect(await kinds(` ${carId.toUpperCase()} `)).toEqual(['car'])
  expect(await kinds(placeId)).toEqual(['car'])
  expect(await kinds(tripId)).toEqual(['trip'])
  expect(await kinds(orderId)).toEqual(['order'])
  expect(await kinds('veh_found1')).toEqual(['car', 'vehicle'])
  expect(await kinds('drv_found1')).toEqual(['car', 'driver'])
  const { hits, text } = await find(intentId)
  expect(hits).toEqual(['payment'])
  expect(text).toContain(paidId)
  for (const none of ['usr_none', 'car_none', 'par_none', 'pi_none', 're_none'])
    expect((await find(none)).text).toContain('Nothing found')
})

test.each<[AdminScope[], string[]]>([
  [
    ['groups', 'dispatch'],
    ['car', 'trip'],
  ],
  [['members'], ['user']],
  [['orders'], ['order']],
  [['records'], []],
  [['catalog', 'settings'], []],
])('administrators with %s find by a name what they may see', async (scopes, hits) => {
  const found = await find(NAME, scopes)
  expect(found.hits).toEqual(hits)
  if (!scopes.includes('members')) expect(found.text).not.toContain(PHONE)
})

test('a payment is found only by those who look after payments', async () => {
  expect(await kinds(intentId, ['records'])).toEqual(['payment'])
  const others: AdminScope[] = ['members', 'groups', 'dispatch', 'orders']
  const { hits, text } = await find(intentId, others)
  expect([hits, text.includes(paidId)]).toEqual([[], false])
})

test('whoever only sends out cars is led to the day sheet', async () => {
  const { hits, page } = await find(carId, ['dispatch'])
  expect(hits).toEqual([])
  expect(page.html).toContain(`href="/neighbourhelp/admin/day?date=${day}"`)
})

test('too little is not looked for, and Stripe’s silence is said', async () => {
  expect((await find('a')).text).toContain('at least two characters')
  await stripeDown()
  expect((await find(intentId)).text).toContain('couldn’t ask Stripe')
  await stripeUp()
})

test('a search that shows people is recorded without a word of what was searched for', async () => {
  const admin = await newAdmin(ALL)
  const find = (typed: string) =>
    visitorOf(admin).get(`/admin/search?${new URLSearchParams({ find: typed })}`)
  const log = async () =>
    await db.select().from(auditLog).where(eq(auditLog.adminId, admin.id)).orderBy(auditLog.id)
  await find('nobody of that name')
  await find(carId)
  expect(await log()).toEqual([])
  for (const typed of [PHONE, PHONE, NAME]) await find(typed)
  const rows = (await log()).map(({ action, subject, after }) => ({ action, subject, after }))
  const one = (of: string) => ({
    ...{ action: 'usersListed', subject: 'search', after: { of, searched: 1, count: 1 } },
  })
  expect(rows).toHaveLength(3)
  expect(rows).toEqual(expect.arrayContaining([one('users'), one('orders')]))
  expect(JSON.stringify(await log())).not.toMatch(new RegExp(`${PHONE}|${NAME}`))
})

test('the id of a bill leads to it, for whoever may see it', async () => {
  const { id } = await newRequest()
  const look = async (typed: string, scopes: AdminScope[]) =>
    visitorOf(await newAdmin(scopes)).get(`/admin/search?${new URLSearchParams({ find: typed })}`)
  const led = await look(` ${id.toUpperCase()} `, ALL)
  expect([led.status, leadsTo(led)]).toEqual([302, `/admin/requests/${id}`])
  expect((await look('req_nobody', ALL)).status).toBe(200)
})

test('phones, ids and flights are found by an index', async () => {
  const text = { text: 'nobody', digits: null, id: 'nobody' }
  const order = { ...text, name: 'nobody' }
  const q = (typed: string) => {
    const search = searchFor(typed)
    if (!search) throw new Error(typed)
    return { search, user: text, order, since: addDays(day, -30), limit: 10 }
  }
  const plan = async (query: { toSQL(): { sql: string; params: unknown[] } }) => {
    const { sql, params } = query.toSQL()
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all()
    return results.map(({ detail }) => String(detail))
  }
  const plans = await Promise.all([
    plan(searchUsers(db, q(PHONE))),
    plan(searchUsers(db, q(userId))),
    plan(searchGroups(db, 'carpool', q(PHONE))),
    plan(searchGroups(db, 'trip', q(PHONE))),
    plan(searchGroups(db, 'carpool', q(carId))),
    plan(searchGroups(db, 'carpool', q(placeId))),
    plan(searchFlights(db, 'carpool', 'ZQ4711', q('ZQ4711'))),
    plan(searchFlights(db, 'trip', 'ZQ4711', q('ZQ4711'))),
  ])
  const scans = plans.flat().filter((detail) => /^SCAN (groups|participants|users)\b/.test(detail))
  expect(scans).toEqual([])
  expect(plans[0]?.join()).toContain('users_phone')
  expect(plans[6]?.join()).toContain('groups_day')
  expect(plans[7]?.join()).toContain('groups_day')
})
