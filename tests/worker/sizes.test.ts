import { env } from 'cloudflare:workers'
import { eq, gte } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { beforeAll, describe, expect, test } from 'vitest'
import { listPeople } from '#app/account/rows/people.server.ts'
import {
  type DescriptionRow,
  descriptionWrites,
  type PostagePriceRow,
  periodWrites,
  postageWrites,
  priceWrites,
  settingWrites,
} from '#app/console/rows/admin-tables.server.ts'
import { listPointsOf } from '#app/console/rows/admin-users.server.ts'
import { readFlightStatuses } from '#app/features/flights/rows/flight-statuses.server.ts'
import {
  dropGhosts,
  freePlaces,
  type ParticipantRow,
  waitWrites,
} from '#app/group/rows/participants.server.ts'
import type { Group } from '#app/group/rules/state.ts'
import type { CarpoolId, ParticipantId, UserId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { addDays, startOfLondonDay } from '#app/kernel/time.ts'
import { insertNotice, markNoticesRead, type NewNotice } from '#app/notices/rows/notices.server.ts'
import { listAdminOrders } from '#app/orders/rows/admin-orders.server.ts'
import {
  flightStatuses,
  groups,
  notices,
  participants,
  postagePrices,
  prices,
  serviceDescriptions,
  settings,
  specialPeriods,
  users,
  waits,
} from '#db/schema.ts'
import { sweepAt, toldOf, wishAt } from '#tests/worker/wishes/kit.ts'
import { party } from '#tests/worker/world/cars.ts'
import { db, now } from '#tests/worker/world/services.ts'

/** A list of any size: D1 binds at most 100 values per statement. */

const SIZES = [0, 1, 99, 100, 101, 1000]
const MOST = Math.max(...SIZES)
const all = Array.from({ length: MOST }, (_, n) => n)
const userOf = (n: number): UserId => `usr_size${n}`
const placeOf = (n: number): ParticipantId => `par_size${n}`
const carId: CarpoolId = 'car_size'
const DAY = '2027-03-01'
const flightOf = (n: number) => ({ day: addDays(DAY, n % 40), number: `BA${n}` })

/** Rows one by one, in batches, without the helper that is tested. */
async function store<T>(items: readonly T[], write: (item: T) => D1PreparedStatement) {
  if (items.length > 0) await env.DB.batch(items.map(write))
}
const sqlOf = (query: { toSQL(): { sql: string; params: unknown[] } }) => {
  const { sql, params } = query.toSQL()
  return env.DB.prepare(sql).bind(...params)
}
type Writes = [BatchItem<'sqlite'>]

beforeAll(async () => {
  const at = now()
  await db.insert(groups).values(carRow(carId))
  await db.delete(settings)
  await store(all, (n) =>
    sqlOf(
      db.insert(users).values({
        id: userOf(n),
        phone: `07${String(n).padStart(9, '0')}`,
        email: `${n}@example.com`,
        emailKey: `${n}@example.com`,
        name: `王${n}`,
        wechat: 'wang_ming',
        passwordHash: 'none',
        accountType: 'NORMAL',
        createdAt: at,
        updatedAt: at,
      }),
    ),
  )
})

/** What a statement with a list does to as many rows as the list has, and how many it should. */
const LISTS: Record<string, (n: number[]) => Promise<unknown[] | number>> = {
  'accounts by id': (n) => listPeople(db, n.map(userOf)),
  'points of accounts': async (n) => [...(await listPointsOf(db, n.map(userOf))).keys()],
  'places that are freed': async (n) => {
    await store(n, (one) => sqlOf(db.insert(participants).values(placeRow(one))))
    await db.batch([freePlaces(db, n.map(placeOf), 5)] as Writes)
    const freed = await db.select().from(participants).where(eq(participants.seat, 'gone'))
    await db.delete(participants)
    return freed
  },
  'places that came back too late': async (n) => {
    await store(n, (one) => sqlOf(db.insert(participants).values(placeRow(one))))
    const group = { id: carId, version: 1 }
    await db.batch([dropGhosts(db, n.map(placeRow), group)] as Writes)
    const left = await db.$count(participants)
    await db.delete(participants)
    return n.length - left
  },
  'a waitlist': async (n) => {
    const waiting = n.map((one) => ({
      ...{ userId: userOf(one), people: 1, bigLuggage: 0, smallLuggage: 0, bag: 0 },
      ...{ offeredUntil: null, since: 1, missed: 0 },
    }))
    const group = { id: carId, slices: { waitlist: { waiting } } } as unknown as Group
    await db.batch(waitWrites(db, group, 9))
    const rows = await db.select().from(waits)
    await db.delete(waits)
    return rows
  },
  'notices that are read': async (n) => {
    await store(n, (one) => sqlOf(insertNotice(db, noticeRow(one))))
    const ids = n.map((one) => `n${one}`)
    const read = await markNoticesRead(db, userOf(0), ids, 7)
    await db.delete(notices)
    return read.meta.changes
  },
  'what is known of flights': async (n) => {
    await store(n, (one) => sqlOf(db.insert(flightStatuses).values(statusRow(one))))
    const keys = n.map(flightOf).map(({ day, number }) => `${day} ${number}`)
    const known = await readFlightStatuses(db, keys)
    await db.delete(flightStatuses)
    return [...known.keys()]
  },
  'a table of postage': async (n) => {
    await db.batch(postageWrites(db, n.map(postageRow)) as Writes)
    return db.select().from(postagePrices)
  },
  'a description in lines': async (n) => {
    await db.batch(descriptionWrites(db, 'carpool', n.map(lineRow)) as Writes)
    return db.select().from(serviceDescriptions).where(eq(serviceDescriptions.service, 'carpool'))
  },
  'settings that are set, and unset again': async (n) => {
    const before = await db.$count(settings)
    const set = Object.fromEntries(n.map((one) => [`size${one}`, one]))
    await db.batch(settingWrites(db, set, 1) as Writes)
    const made = (await db.$count(settings)) - before
    const unset = Object.fromEntries(n.map((one) => [`size${one}`, null]))
    await db.batch(settingWrites(db, unset, 1) as Writes)
    expect(await db.$count(settings)).toBe(before)
    return made
  },
  'cells of prices': async (n) => {
    const cell = { airportId: 'air_lhr', before: 0 } as const
    const changes = n.map((one) => ({ ...cell, people: 100 + one, after: one }))
    await db.batch(priceWrites(db, 'normal', changes) as Writes)
    const rows = await db.select().from(prices).where(gte(prices.people, 100))
    await db.delete(prices).where(gte(prices.people, 100))
    return rows
  },
  'special periods': async (n) => {
    await db.batch(periodWrites(db, n.map(periodOf)) as Writes)
    return db.select().from(specialPeriods)
  },
}

describe.each(Object.entries(LISTS))('%s', (_, run) => {
  test.each(SIZES)('%i at once', async (size) => {
    const done = await run(all.slice(0, size))
    expect(Array.isArray(done) ? done.length : done).toBe(size)
  })
})

test('a filter by as many statuses as a caller names takes them', async () => {
  const statuses = all.map(() => 'open' as const)
  const asked = { kind: 'mail', statuses, latestFirst: true, after: null, limit: 1 } as const
  expect(await listAdminOrders(db, asked)).toEqual([])
})

test('rows keep their types: numbers, texts, nothing, and what was left out', async () => {
  await db.batch(postageWrites(db, [postageRow(3)]) as Writes)
  expect(await db.select().from(postagePrices)).toEqual([postageRow(3)])
  await db.batch(descriptionWrites(db, 'carpool', [lineRow(1)]) as Writes)
  const { service } = serviceDescriptions
  const lines = await db.select().from(serviceDescriptions).where(eq(service, 'carpool'))
  expect(lines).toEqual([lineRow(1)])
})

test('a hundred wishes of one night are all told in the morning, and those made after them', async () => {
  const night = startOfLondonDay(addDays(DAY, -10)) - hours(0.5)
  const leaves = startOfLondonDay(addDays(DAY, 10)) + hours(12)
  const wishers = all.slice(0, 130).map((n) => ({ id: userOf(n) }))
  for (const one of wishers) await wishAt(night, one, leaves)
  await sweepAt(night)
  const later = all.slice(130, 134).map((n) => ({ id: userOf(n) }))
  for (const one of later) await wishAt(night + hours(1), one, leaves, { airportId: 'air_man' })
  for (let minute = 0; minute < 3; minute++) await sweepAt(night + hours(9) + minute * 60_000)
  const told = await Promise.all([...wishers, ...later].map((one) => toldOf(one, 'wishesMeet')))
  expect(told.filter(({ length }) => length !== 1)).toEqual([])
})

const carRow = (id: string): typeof groups.$inferInsert => ({
  ...{
    kind: 'carpool',
    id: id as CarpoolId,
    version: 9,
    tripType: 'PICKUP',
    status: 'OPEN',
    listed: true,
  },
  ...{ airportId: 'air_lhr', airportNameZh: '希思罗机场', airportNameEn: 'Heathrow' },
  ...{ terminals: ['T2'], currentPassengers: 1, maxPassengers: 4, prices: [9000] },
  ...{ departureAt: hours(24), departureDay: '1970-01-02', cutoffAt: 0, createdAt: 0 },
  ...{ flightTimes: [], flightNumbers: [], balanceDueAt: hours(24) },
})
const placeRow = (n: number) =>
  ({
    ...{ id: placeOf(n), version: 1, kind: 'carpool', groupId: carId, userId: userOf(n) },
    ...{ seat: 'held', party: party(), createdAt: 0, updatedAt: 0 },
    ...{ depositStatus: 'none', paymentStatus: 'DEPOSIT' },
  }) as Partial<ParticipantRow> as ParticipantRow
const noticeRow = (n: number): NewNotice => ({
  ...{ id: `n${n}`, userId: userOf(0), code: 'passwordChanged', params: {}, createdAt: 1 },
})
const statusRow = (n: number) => ({ ...flightOf(n), calls: 1, askedAt: 1, landings: [] })
const postageRow = (n: number): PostagePriceRow => ({
  ...{ id: `g${n}`, grams: n + 1, sfExpress: n, hkPostAir: null, hkPostSea: 1, royalMail: 2 },
  ...{ taiwanPrice: 3, macauPrice: null, upsUsa: 4, bpostUsa: 5 },
})
const lineRow = (n: number): DescriptionRow => ({
  ...{
    id: `line${n}`,
    service: 'carpool',
    lang: 'zh',
    title: `第 ${n} 行`,
    content: '',
    sortOrder: n,
  },
})
const periodOf = (n: number) => ({ from: addDays(DAY, n), to: addDays(DAY, n), label: '' })
