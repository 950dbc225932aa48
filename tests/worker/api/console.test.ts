import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_SCOPES, type AdminScope } from '#app/domain/admin.ts'
import { SHOWS } from '#app/domain/departures.ts'
import type { UserId } from '#app/domain/id.ts'
import { hours } from '#app/domain/limits.ts'
import { londonDay } from '#app/domain/time.ts'
import { getT } from '#app/i18n/server.ts'
import { auditLog, drivers, users, vehicles } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { carFor } from '#tests/kit/ride.ts'
import { textOf } from '#tests/worker/accounts/visitor.ts'
import { type Admin, auditOf, newAdmin, visitorOf } from '#tests/worker/admin/kit.ts'
import { advance, fault, stripeDown, stripeUp } from '#tests/worker/carpool/kit.ts'
import { countingDb } from '#tests/worker/counting-db.ts'
import { inCar, ofOrder } from '#tests/worker/paid.ts'
import { insertCar, insertOrder, insertTrip, insertUser } from '#tests/worker/rows.ts'
import { refund } from '#tests/worker/stripe-dashboard.ts'
import { createWorker } from '#workers/app.server.ts'
import { devClock } from '#workers/dev/clock.ts'
import { devRuntime } from '#workers/dev/runtime.ts'
import { handlePage } from '#workers/remix.ts'
import { api, db, ORIGIN } from './world.ts'

/** What the console shows of departures, finds, and says of payments, through the API. */

afterEach(stripeUp)

const without = (...gone: AdminScope[]) => ADMIN_SCOPES.filter((scope) => !gone.includes(scope))
const { places: _, ...riding } = { version: 1, ...carFor() }
/** A paid car with a driver that leaves in so many hours, unless told otherwise. */
function put(inHours: number, place: Parameters<typeof insertCar>[1] = {}) {
  const carpoolAt = devClock.now() + hours(inHours)
  const row = { status: 'SUCCESS', carpoolAt, carpoolDay: londonDay(carpoolAt) }
  const paid = { seat: 'taken', paymentStatus: 'PAID', originalRemaining: 900, ride: riding }
  return insertCar(row, { ...paid, ...place } as Parameters<typeof insertCar>[1])
}

describe('departures', () => {
  let as: Admin
  let owing: string
  let tour: string
  beforeAll(async () => {
    as = await newAdmin(['groups'])
    for (const inHours of [-30, -2, 26, 28, 70, 200]) await put(inHours)
    const ride = { ...riding, driver: { ...riding.driver, name: 'Zadie Only' } }
    const unpaid = { paymentStatus: 'DEPOSIT', originalRemaining: 7123, ride } as const
    owing = (await put(3, unpaid)).id
    const tripStartAt = devClock.now() + hours(27)
    const trip = { status: 'SUCCESS', tripStartAt, startDay: londonDay(tripStartAt) }
    tour = (await insertTrip(trip, { seat: 'taken', paymentStatus: 'PAID', ride: null })).id
  })
  const read = async (query: string, who = as) =>
    (await api('GET', `/admin/departures?${query}`, { as: who })).body
  const idsIn = (items: { id: string }[]) => items.map(({ id }) => id)

  test.each(SHOWS)('%s: the same groups in the same order as on the page', async (show) => {
    const { html } = await visitorOf(as).get(`/admin?show=${show}`)
    const section = html.split('id="departures"')[1]?.split('id="todo"')[0] ?? ''
    const links = [...section.matchAll(/\/admin\/(?:carpools|trips)\/([\w-]+)"/g)]
    const { items, totals, nextCursor } = await read(`show=${show}`)
    expect(idsIn(items)).toEqual([...new Set(links.map(([, id]) => id))])
    expect(nextCursor).toBeNull()
    expect(Object.keys(totals).sort()).toEqual([...SHOWS].sort())
    const t = getT('en')
    const text = textOf({ html: section } as never)
    for (const view of SHOWS)
      expect(text).toContain(t(`admin:departure.view.${view}`, { total: totals[view] }))
    expect(totals[show]).toBe(items.length)
  })

  test('of each: what is paid, what is outstanding, who drives and why to look at it', async () => {
    const { items } = await read('')
    expect(items.find(({ id }: { id: string }) => id === owing)).toEqual({
      kind: 'carpool',
      id: owing,
      route: 'Heathrow → Nottingham',
      departureTime: expect.stringMatching(/Z$/),
      status: 'SUCCESS',
      stuckSince: null,
      currentPassengers: 1,
      maxPassengers: expect.any(Number),
      due: 1,
      paid: 0,
      outstanding: 7123,
      currency: 'gbp',
      drivers: ['Zadie Only'],
      needsDriver: false,
      attention: ['unpaid'],
    })
    const text = textOf(await visitorOf(as).get('/admin?show=coming'))
    for (const shown of ['Zadie Only', '£71.23', '0/1']) expect(text).toContain(shown)
    const waiting = { kind: 'trip', drivers: [], needsDriver: true, attention: [] }
    expect((await read('kind=trip')).items).toEqual([
      expect.objectContaining({ id: tour, ...waiting }),
    ])
    expect(idsIn((await read('kind=carpool')).items)).not.toContain(tour)
  })

  test('pages go on where the last one ended', async () => {
    for (const show of ['coming', 'past']) {
      const all = idsIn((await read(`show=${show}`)).items)
      const paged: string[] = []
      let cursor = ''
      do {
        const page = await read(`show=${show}&limit=1&cursor=${cursor}`)
        paged.push(...idsIn(page.items))
        cursor = page.nextCursor ?? ''
      } while (cursor)
      expect(paged).toEqual(all)
    }
  })

  test('whoever only sends out cars reads them too, others do not', async () => {
    const all = await read('')
    expect(await read('', await newAdmin(['dispatch']))).toEqual(all)
    const other = { as: await newAdmin(without('groups', 'dispatch')) }
    const { status, body } = await api('GET', '/admin/departures', other)
    expect([status, body.code]).toEqual([403, 'forbidden'])
    for (const query of ['show=nonsense', 'kind=bus', 'limit=0', 'limit=101', 'cursor=mangled'])
      expect((await api('GET', `/admin/departures?${query}`, { as })).status, query).toBe(422)
  })

  test('a hundred of them are small, and take one round trip after the login', async () => {
    for (let n = 0; n < 100; n++) await put(300 + n)
    const { count, binding } = countingDb()
    const worker = createWorker(() => devRuntime(env), handlePage)
    const execution = createExecutionContext()
    const request = new Request(`${ORIGIN}/api/admin/departures?limit=100`, {
      headers: { Authorization: `Bearer ${as.token}` },
    })
    const response = await worker.fetch(request, { ...env, DB: binding } as never, execution)
    const text = await response.text()
    expect(count.roundTrips).toBe(2)
    await waitOnExecutionContext(execution)
    expect(JSON.parse(text).items).toHaveLength(100)
    expect(text.length).toBeLessThan(60_000)
  })
})

describe('the search', () => {
  const NAME = '司马寻寻'
  const PHONE = newPhone()
  const FLIGHT = 'ZX4712'
  let userId: UserId
  let carId: string
  let tripId: string
  let orderId: string
  beforeAll(async () => {
    userId = await insertUser(devClock.now())
    await db.update(users).set({ name: NAME, phone: PHONE }).where(eq(users.id, userId))
    const party = { ...PARTY, flightNumber: FLIGHT }
    carId = (await put(50, { userId, party })).id
    const tripStartAt = devClock.now() + hours(50)
    const trip = { tripStartAt, startDay: londonDay(tripStartAt) }
    tripId = (await insertTrip(trip, { seat: 'taken', userId })).id
    orderId = await insertOrder({ userName: NAME })
    const { vehicle, driver } = carFor()
    await db.insert(vehicles).values({ ...vehicle, id: 'veh_api1', plate: 'AP11 FND' })
    await db.insert(drivers).values({ ...driver, id: 'drv_api1', name: 'Api Finder' })
  })
  const PARTY = {
    ...{ people: 1, terminal: 'T2', flightNumber: null, flightTime: 0 },
    ...{ nLocation: 'x', bigLuggage: 0, smallLuggage: 0, bag: 0 },
  }
  const find = (typed: string, as: Admin) =>
    api('GET', `/admin/search?${new URLSearchParams({ find: typed })}`, { as })
  const idsIn = (body: Record<string, { id: string }[]>) =>
    Object.values(body).flatMap((hits) => hits.map(({ id }) => id))

  test('finds what the page finds, for every scope', async () => {
    const { intentId } = await ofOrder('mail')
    const known = [userId, carId, tripId, orderId, 'veh_api1', 'drv_api1', intentId]
    const typed = [NAME, PHONE, FLIGHT, carId, orderId, 'veh_api1', 'drv_api1', intentId, 'pi_none']
    // A page links groups for those who may open them only.
    const scopes: AdminScope[][] = [[...ADMIN_SCOPES], ['members'], ['groups'], ['orders']]
    for (const some of [...scopes, ['records'], ['settings', 'catalog']] as AdminScope[][]) {
      const as = await newAdmin(some)
      const by = visitorOf(as)
      for (const one of typed) {
        const page = await by.get(`/admin/search?${new URLSearchParams({ find: one })}`)
        const main = page.html.slice(page.html.indexOf('<main'))
        const shown = known.filter((id) => main.includes(`/${id}"`))
        const { status, body } = await find(one, as)
        expect(status).toBe(200)
        expect(idsIn(body).toSorted(), `${some}: ${one}`).toEqual(shown.toSorted())
        if (!some.includes('members')) expect(JSON.stringify(body)).not.toContain(PHONE)
      }
      // That people were listed, and nothing of what was searched for.
      const rows = await db.select().from(auditLog).where(eq(auditLog.adminId, as.id))
      expect(rows.filter(({ action }) => action !== 'usersListed')).toEqual([])
    }
  })

  test('says of each what tells it apart', async () => {
    const as = await newAdmin()
    const group = { departureTime: expect.stringMatching(/Z$/), stuckSince: null }
    expect((await find(PHONE, as)).body).toEqual({
      users: [{ id: userId, name: NAME, phone: PHONE }],
      carpools: [
        {
          ...{ kind: 'carpool', id: carId, status: 'SUCCESS', ...group },
          route: 'Heathrow → Nottingham',
        },
      ],
      trips: [expect.objectContaining({ kind: 'trip', id: tripId, ...group })],
      orders: [],
      vehicles: [],
      drivers: [],
      payments: [],
    })
    expect((await find('veh_api1', as)).body.vehicles).toEqual([
      { id: 'veh_api1', plate: 'AP11 FND' },
    ])
    await db.update(users).set({ closedAt: 1 }).where(eq(users.id, userId))
    expect((await find(userId, as)).body.users).toEqual([{ id: userId, name: NAME, phone: null }])
    await db.update(users).set({ closedAt: null }).where(eq(users.id, userId))
  })

  test('asks for enough, and says when Stripe does not answer', async () => {
    const as = await newAdmin()
    const codeOf = async (query: string) =>
      (await api('GET', `/admin/search${query}`, { as })).body.errors?.find[0].code
    expect(await codeOf('')).toBe('required')
    for (const short of ['', 'a', ' '])
      expect(await codeOf(`?find=${short}`), short).toBe('searchTooShort')
    expect(await codeOf(`?find=${'x'.repeat(101)}`)).toBe('tooLong')
    await stripeDown()
    const { status, body, headers } = await find('pi_down', as)
    expect([status, body.code, headers.has('Retry-After')]).toEqual([503, 'unavailable', true])
    expect((await find('pi_down', await newAdmin(without('records')))).body.payments).toEqual([])
  })
})

describe('a payment', () => {
  const path = (id: string) => `/admin/payments/${id}`
  const check = (id: string, as: Admin) => api('POST', `${path(id)}/check`, { as })

  test('whose event was lost is read again, once and for all', async () => {
    const as = await newAdmin(['records'])
    const { intentId, subjectId, participantId, owner, amount, returned } = await inCar('balance')
    await advance(0)
    await fault('drop-events', 100_000)
    await refund(intentId, 150)
    const { body } = await api('GET', path(intentId), { as })
    expect(body).toEqual({
      ...{ id: intentId, purpose: 'balance', amount, currency: 'gbp' },
      ...{ subjectId, participantId, userId: owner.id, asked: 'read' },
      stripe: expect.objectContaining({ status: 'succeeded', captured: amount, refunded: 150 }),
    })
    expect(await returned()).toBe(0)
    for (const changed of [true, false])
      expect((await check(intentId, as)).body).toEqual({ id: intentId, changed })
    expect(await returned()).toBe(150)
    const logged = await auditOf(intentId)
    expect(logged.map(({ adminId, action }) => [adminId, action])).toEqual([
      [as.id, 'paymentChecked'],
      [as.id, 'paymentChecked'],
    ])
  })

  test('needs the scope, and a Stripe that answers', async () => {
    const as = await newAdmin(['records'])
    const { intentId } = await ofOrder('mail')
    const other = await newAdmin(without('records'))
    for (const who of [as, other]) {
      if (who === as) await stripeDown()
      const code = who === as ? 'unavailable' : 'forbidden'
      expect((await api('GET', path(intentId), { as: who })).body.code).toBe(code)
      expect((await check(intentId, who)).body.code).toBe(code)
      await stripeUp()
    }
    for (const id of ['pi_none', 're_none', 'nonsense', 'pi_..%2Frefunds'])
      expect([(await api('GET', path(id), { as })).status, (await check(id, as)).status]).toEqual([
        404, 404,
      ])
    expect(await auditOf('pi_none')).toEqual([])
  })
})
