import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { openGroup } from '#app/console/service/groups.server.ts'
import { confirmBalance, leaveGroup, prepareBalance } from '#app/group/service/groups.server.ts'
import { ADMIN_CONFIRMED_MS } from '#app/kernel/admin.ts'
import { PRICE_RAISE_NOTICE_MS } from '#app/kernel/limits.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { notices } from '#db/schema.ts'
import { api, refusal } from '#tests/worker/world/api.ts'
import { holdSeat, inDays, openCar } from '#tests/worker/world/cars.ts'
import { member, student } from '#tests/worker/world/people.ts'
import {
  advance,
  dayIn,
  db,
  sumsOf as moneyOf,
  must,
  pay,
  services,
} from '#tests/worker/world/services.ts'
import { draftTrip, join, openTrip, stateOf, untilCutoff } from '#tests/worker/world/trips.ts'
import { listedStatus } from './groups-kit.ts'
import { type Admin, auditOf, newAdmin, PASSWORD } from './kit.ts'

let as: Admin
beforeAll(async () => {
  as = await newAdmin()
})

const cancel = (kind: 'carpools' | 'trips', id: string, admin = as) =>
  api('POST', `/admin/${kind}/${id}/cancel`, { as: admin })
const get = async (path: string) => (await api('GET', path, { as })).body
const opened = async (id: string) =>
  must(await openGroup(services, as.id, id.startsWith('trip_') ? 'trip' : 'carpool', id))

/** Every page of a list, fetched one row at a time. */
async function pagesOf(path: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const page = await get(`${path}&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    for (const { id } of page.items) ids.push(id)
    if (!page.nextCursor) return ids
    cursor = page.nextCursor
  }
}

describe('the lists', () => {
  test('show carpools hidden from students, the latest first, and continue on the next page', async () => {
    const days = `from=${dayIn(40)}&to=${dayIn(42)}`
    const early = await openCar(inDays(40))
    const alone = await openCar({ maxPassengers: 1, ...inDays(41) })
    const late = await openCar(inDays(42))
    await openCar(inDays(43))
    expect((await cancel('carpools', late.carpoolId)).status).toBe(200)
    const { items } = await get(`/admin/carpools?${days}`)
    expect(items.map((one: { id: string }) => one.id)).toEqual([
      late.carpoolId,
      alone.carpoolId,
      early.carpoolId,
    ])
    expect(items.map(listedStatus)).toEqual(['CANCELLED 0', 'PRIVATE_PENDING_PAYMENT 1', 'OPEN 1'])
    expect(await pagesOf(`/admin/carpools?${days}`)).toEqual(
      items.map((one: { id: string }) => one.id),
    )
    const cancelled = await get(`/admin/carpools?${days}&status=CANCELLED`)
    expect(cancelled.items).toHaveLength(1)
    expect((await get(`/admin/carpools?${days}&airportId=air_lhr`)).items).toHaveLength(3)
    expect((await get(`/admin/carpools?${days}&airportId=air_none`)).items).toEqual([])
  })

  test('show unpaid trips', async () => {
    const tripStartAt = Date.parse(`${dayIn(70)}T08:00:00Z`)
    const times = { tripStartAt, tripEndAt: tripStartAt + 3_600_000 }
    const draft = await draftTrip(times)
    const open = await openTrip(times)
    const path = `/admin/trips?from=${dayIn(70)}&to=${dayIn(70)}`
    const { items } = await get(path)
    expect(items.map(listedStatus).sort()).toEqual(['OPEN 1', 'PENDING 1'])
    expect((await pagesOf(path)).sort()).toEqual([draft.id, open.id].sort())
    expect((await get(`${path}&status=OPEN`)).items.map((one: { id: string }) => one.id)).toEqual([
      open.id,
    ])
  })

  test('refuse an invalid cursor and an invalid day', async () => {
    expect((await refusal('GET', '/admin/carpools?cursor=nonsense', { as })).status).toBe(422)
    expect((await refusal('GET', '/admin/trips?from=2026-13-01', { as })).status).toBe(422)
  })
})

describe('one group', () => {
  test('names everyone in it with their payments and possible refunds', async () => {
    const ann = { id: await member({ name: '安娜', phone: '07700900999' }) }
    const car = await openCar({ maxPassengers: 3, ...inDays(9) }, { as: ann })
    const bob = await holdSeat(car)
    const group = await opened(car.carpoolId)
    expect(group).toMatchObject({ status: 'OPEN', isCancellable: true, cancelled: null })
    expect(group.places).toMatchObject([
      {
        participantId: car.participantId,
        person: { name: '安娜', phone: '07700900999' },
        seat: 'taken',
        paymentStatus: 'DEPOSIT',
        deposit: { status: 'held', captured: 0 },
        balance: { status: 'none', amount: null },
        party: { nLocation: '1 Castle Boulevard' },
      },
      { person: null, seat: 'held', deposit: { status: 'awaiting', intentId: bob.intentId } },
    ])
    expect(group.refunds).toMatchObject([
      { person: { name: '安娜' }, deposit: { action: 'release', amount: 2000 }, total: 2000 },
      { deposit: { action: 'none', amount: 0 }, total: 0 },
    ])
  })

  test.each(['/admin/carpools/car_none', '/admin/trips/trip_none'])(
    '%s is not found',
    async (path) => {
      expect((await refusal('POST', `${path}/cancel`, { as })).code).toBe('notFound')
    },
  )

  test('is searched among its own kind only', async () => {
    const { carpoolId } = await openCar()
    const { id } = await openTrip()
    expect((await refusal('POST', `/admin/trips/${carpoolId}/cancel`, { as })).code).toBe(
      'notFound',
    )
    expect((await refusal('POST', `/admin/carpools/${id}/cancel`, { as })).code).toBe('notFound')
    const free = `car_${id.slice('trip_'.length)}`
    expect((await refusal('POST', `/admin/carpools/${free}/cancel`, { as })).code).toBe('notFound')
  })
})

describe('the balance of a trip', () => {
  const set = (id: string, balancePrice: unknown) =>
    api('PUT', `/admin/trips/${id}/balance-price`, { as, json: { balancePrice } })

  test('can be set, is logged and shown, until someone has paid it', async () => {
    as = await newAdmin()
    const trip = await openTrip({ balancePrice: 3000 })
    const other = await join(trip.id)
    expect((await set(trip.id, 4500)).body).toMatchObject({
      id: trip.id,
      balancePrice: 4500,
      participants: [],
    })
    expect((await set(trip.id, 4500)).status).toBe(200)
    expect((await stateOf(trip.id)).balancePrice).toBe(4500)
    expect(await auditOf(trip.id)).toEqual([
      {
        adminId: as.id,
        action: 'balancePriceSet',
        before: { balancePrice: 3000 },
        after: { balancePrice: 4500 },
      },
    ])
    await advance(await untilCutoff(trip.id))
    const { clientSecret } = must(await prepareBalance(tripKind, services, other.viewer, trip.id))
    as = await newAdmin()
    expect((await set(trip.id, 5000)).status).toBe(503)
    await pay(clientSecret ?? '')
    must(await confirmBalance(tripKind, services, other.viewer, trip.id))
    expect((await set(trip.id, 5000)).body.code).toBe('alreadyPaid')
  })

  test('raised after people joined needs the password, notifies each, and lets them leave free of charge', async () => {
    as = await newAdmin()
    const trip = await openTrip({ balancePrice: 3000 })
    const other = await join(trip.id)
    await advance(ADMIN_CONFIRMED_MS)
    expect((await set(trip.id, 2500)).status).toBe(200)
    expect((await set(trip.id, 4550)).body.code).toBe('passwordNeeded')
    const confirmed = await api('POST', '/admin/account/confirm', {
      as,
      json: { password: PASSWORD },
    })
    expect(confirmed.status).toBe(200)
    expect((await set(trip.id, 4550)).body.balancePrice).toBe(4550)
    await advance(0)
    const { cutoffAt } = await stateOf(trip.id)
    for (const { id } of [trip.creator, other.viewer]) {
      const told = await db.select().from(notices).where(eq(notices.userId, id))
      expect(
        told.filter(({ code }) => code === 'tripPriceRaised').map(({ params }) => params),
      ).toEqual([expect.objectContaining({ from: 2500, amount: 4550, until: cutoffAt })])
    }
    must(await leaveGroup(tripKind, services, other.viewer, trip.id))
    await advance(0)
    expect(await moneyOf(other.intentId)).toMatchObject({ refunded: 2000 })
  })

  test('can only be lowered when people who joined would have less than 48 hours to leave', async () => {
    as = await newAdmin()
    const trip = await openTrip({ balancePrice: 3000 })
    await advance((await untilCutoff(trip.id)) - PRICE_RAISE_NOTICE_MS + 1)
    as = await newAdmin()
    const late = await set(trip.id, 3001)
    expect([late.status, late.body.code]).toEqual([409, 'operationExpired'])
    expect(late.body.detail).toContain('less than 48 hours')
    expect((await set(trip.id, 2999)).status).toBe(200)
  })

  test.each([-1, 50_001, 10.5, '3000', null])('refuses %s', async (price) => {
    const { id } = await draftTrip({}, student())
    expect((await set(id, price)).status).toBe(422)
  })

  test('refuses unknown fields', async () => {
    const { id } = await draftTrip()
    const json = { balancePrice: 100, people: 2 }
    expect((await refusal('PUT', `/admin/trips/${id}/balance-price`, { as, json })).status).toBe(
      422,
    )
  })
})
