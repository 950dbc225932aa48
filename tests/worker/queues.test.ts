import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import type { CarpoolId, OrderId, ParticipantId, UserId } from '#app/kernel/id.ts'
import { DAY_MS, hours, minutes } from '#app/kernel/limits.ts'
import { addDays, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
import { carpools } from '#db/kinds.ts'
import { insertRows } from '#db/lists.ts'
import {
  attempts,
  disputes,
  flightStatuses,
  groups,
  notices,
  orders as orderRows,
  participants,
  seatOpenings,
  settings,
  users,
  wishes,
  wishNews,
} from '#db/schema.ts'
import { carFor } from '#tests/kit/ride.ts'
import { completeCar, openCar, party } from '#tests/worker/world/cars.ts'
import { newOrder, rowOf } from '#tests/worker/world/orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { advance, db, now } from '#tests/worker/world/services.ts'
import { worldAt } from './at-time.ts'
import { ofOrder } from './paid.ts'
import { dispute } from './stripe-dashboard.ts'

/**
 * The cron job works through queues. In each of them here, as many bad items as one sweep takes
 * stand before a good one.
 */

const noon = startOfLondonDay(addDays(londonDay(now()), 5)) + hours(12)
const leaves = noon + DAY_MS * 10
const badOf = (n: number): UserId => `usr_bad${n}`
const GOOD: UserId = 'usr_good'
const OTHER: UserId = 'usr_other'
type Owner = { id: UserId; n: number }

const user = (id: UserId): typeof users.$inferInsert => ({
  ...{ id, phone: `07${id}`, email: `${id}@example.com`, emailKey: id, emailConfirmedAt: 0 },
  ...{ name: '王明', wechat: 'wang_ming', passwordHash: 'none', accountType: 'NORMAL' },
  ...{ createdAt: 0, updatedAt: 0 },
})
const car = (id: CarpoolId, change: object): typeof groups.$inferInsert => ({
  ...{
    kind: 'carpool',
    id,
    version: 9,
    tripType: 'PICKUP',
    status: 'OPEN',
    airportId: 'air_lhr',
    listed: true,
  },
  ...{ airportNameZh: '希思罗机场', airportNameEn: 'London Heathrow', terminals: ['T2'] },
  ...{ currentPassengers: 1, maxPassengers: 4, prices: [9000], flightTimes: [] },
  ...{ flightNumbers: [], createdAt: 0, ...timesOf(leaves), ...change },
})
const timesOf = (at: number) => ({
  ...{ departureAt: at, departureDay: londonDay(at), balanceDueAt: at, cutoffAt: at - DAY_MS },
})
const place = (userId: UserId, change: object = {}): typeof participants.$inferInsert => ({
  ...{ id: placeOf(userId), version: 1, kind: 'carpool', groupId: 'car_all', userId },
  ...{ seat: 'taken', party: party(), createdAt: 0, updatedAt: 0 },
  ...{ depositStatus: 'captured', paymentStatus: 'DEPOSIT', ...change },
})
const placeOf = (id: UserId) => id.replace('usr', 'par') as ParticipantId
const wish = (id: UserId, change: object): typeof wishes.$inferInsert => ({
  ...{ id: `wish_${id}`, userId: id, tripType: 'PICKUP', airportId: 'air_lhr', people: 2 },
  ...{ fromAt: leaves - hours(1), toAt: leaves + hours(1), bigLuggage: 0, smallLuggage: 0 },
  ...{ createdAt: 0, expiresAt: leaves, meetAt: null, ...change },
})
const toldOf = (code: string) => async () =>
  (await db.select().from(notices).where(eq(notices.userId, GOOD))).some((n) => n.code === code)
const noticeOf = async () => (await db.select().from(notices).where(eq(notices.userId, GOOD)))[0]
const { places: _, ...ride } = { ...carFor('AB12 CDE'), version: 1 }
const told = (id: UserId, code: string, createdAt: number, params = {}) =>
  insertNotice(db, { id: `${code}:${placeOf(id)}:1`, userId: id, code, params, createdAt })

type Queue = {
  /** How many items one sweep takes. */
  takes: number
  /** Makes an item for each owner, the good one last. */
  make(owners: Owner[]): Promise<unknown>
  isDone(): Promise<boolean | undefined>
}
const QUEUES: Record<string, Queue> = {
  'reminders of balances': {
    takes: 200,
    async make(owners) {
      const status = 'SUCCESS_PENDING_PAYMENT'
      await db.insert(groups).values(car('car_all', { status, ...timesOf(noon + hours(20)) }))
      const owed = { originalRemaining: 1000 }
      await insertRows(
        db,
        participants,
        owners.map(({ id }) => place(id, owed)),
      )
    },
    isDone: toldOf('balanceDue'),
  },
  'reminders of free seats': {
    takes: 200,
    async make(owners) {
      await db.insert(groups).values(car('car_all', timesOf(noon + hours(29))))
      await insertRows(
        db,
        participants,
        owners.map(({ id }) => place(id)),
      )
    },
    isDone: toldOf('seatsFree'),
  },
  'reminders of rides': {
    takes: 200,
    async make(owners) {
      const status = 'SUCCESS'
      await db.insert(groups).values(car('car_all', { status, ...timesOf(noon + hours(20)) }))
      await insertRows(
        db,
        participants,
        owners.map(({ id }) => place(id, { ride })),
      )
      for (const { id } of owners) await told(id, 'carAssigned', noon - DAY_MS)
    },
    isDone: toldOf('rideSoon'),
  },
  'cars that got seats': {
    takes: 100,
    make: (owners) =>
      insertRows(
        db,
        seatOpenings,
        owners.map(({ id, n }) => ({ carpoolId: id.replace('usr', 'car') as CarpoolId, at: n })),
      ),
    isDone: async () =>
      (await db.$count(seatOpenings, eq(seatOpenings.carpoolId, 'car_good'))) === 0,
  },
  'news of cars': {
    takes: 100,
    async make(owners) {
      await db.insert(groups).values(car('car_all', {}))
      await insertRows(
        db,
        wishes,
        owners.map(({ id }) => wish(id, {})),
      )
      const news = owners.map(({ id, n }) => ({
        ...{ wishId: `wish_${id}` as const, carpoolId: 'car_all' as const, userId: id },
        ...{ foundAt: 0, dueAt: n },
      }))
      await insertRows(db, wishNews, news)
    },
    isDone: toldOf('carFound'),
  },
  'wishes that meet': {
    takes: 100,
    async make(owners) {
      const airport = ({ id }: Owner) => (id.startsWith('usr_bad') ? 'air_lhr' : 'air_man')
      const rows = owners.map((one) => wish(one.id, { meetAt: one.n, airportId: airport(one) }))
      const other = wish(OTHER, { airportId: 'air_man' })
      await insertRows(db, wishes, [...rows, other])
    },
    isDone: toldOf('wishesMeet'),
  },
  emails: {
    takes: 50,
    async make(owners) {
      for (const { id, n } of owners) await told(id, 'passwordChanged', noon - hours(1) + n)
    },
    isDone: async () => (await noticeOf())?.emailState === 'sent',
  },
  'text messages': {
    takes: 50,
    async make(owners) {
      await db.insert(settings).values({ key: 'rideSms', value: 1, updatedAt: 0 })
      const params = { carpoolId: 'car_none', carpoolAt: leaves, version: 1 }
      for (const { id, n } of owners) {
        const about = { ...params, participantId: placeOf(id) }
        await told(id, 'carAssigned', noon - hours(1) + n, about)
      }
    },
    isDone: async () => (await noticeOf())?.smsState === 'dropped',
  },
  'unpaid orders': {
    takes: 200,
    async make(owners) {
      const row = await rowOf((await newOrder()).id)
      if (!row) throw new Error('no order')
      await db.delete(orderRows)
      const rows = owners.map(({ id: userId, n }) => {
        const id: OrderId = `mail_${userId}`
        const over = { payBefore: noon - 1, dueAt: n, dueSinceAt: n }
        return { ...row, id, userId, attemptId: id, intentId: null, ...over }
      })
      await insertRows(db, orderRows, rows)
    },
    isDone: async () => (await db.$count(orderRows, eq(orderRows.userId, GOOD))) === 0,
  },
  'accounts that are closed': {
    takes: 50,
    make: async (owners) => {
      for (const { id, n } of owners)
        await db
          .update(users)
          .set({ closedAt: n + 1 })
          .where(eq(users.id, id))
    },
    isDone: async () =>
      (await db.select().from(users).where(eq(users.id, GOOD)))[0]?.erasedAt !== null,
  },
  'groups whose alarm was lost': {
    takes: 500,
    async make(owners) {
      const bad = owners
        .slice(0, -1)
        .map(({ id, n }) => car(id.replace('usr', 'car') as CarpoolId, { nextDueAt: n }))
      await insertRows(db, groups, bad as never)
      const { carpoolId: id } = await openCar({ maxPassengers: 3 })
      const isLate = { version: 0, nextDueAt: noon - 1, createdAt: 77 }
      await db.update(groups).set(isLate).where(eq(groups.id, id))
    },
    isDone: async () => (await db.$count(carpools, eq(carpools.version, 0))) === 0,
  },
  'flights to ask about': {
    takes: 10,
    async make(owners) {
      const status = 'SUCCESS'
      await db.insert(groups).values(car('car_all', { status, ...timesOf(noon + hours(5)) }))
      const flightOf = ({ id, n }: Owner) => (id === GOOD ? 'BA1' : `ZZ${n + 1}`)
      const on = (one: Owner) => ({
        ...party({ flightNumber: flightOf(one), flightTime: noon + hours(2) }),
      })
      await insertRows(
        db,
        participants,
        owners.map((one) => place(one.id, { party: on(one) })),
      )
    },
    isDone: async () => (await db.$count(flightStatuses, eq(flightStatuses.number, 'BA1'))) === 1,
  },
  'payments to ask about': {
    takes: 100,
    async make(owners) {
      const { intentId } = await ofOrder('mail')
      await dispute(intentId, 'open')
      await db.update(disputes).set({ checkedAt: 1, userId: GOOD })
      const [row] = await db.select().from(disputes)
      if (!row) throw new Error('no dispute')
      const rows = owners.slice(0, -1).map(({ id, n }) => {
        const ofNobody = { id: `dp_${id}`, intentId: `pi_${id}`, userId: id, checkedAt: 0 }
        return { ...row, ...ofNobody, createdAt: n }
      })
      await insertRows(db, disputes, rows)
    },
    isDone: async () => (await db.$count(disputes, eq(disputes.checkedAt, 1))) === 0,
  },
}

/** From now on nothing can be written about what is bad. */
const POISON: [name: string, on: string, when: string][] = [
  ['told', 'INSERT ON notices', "NEW.user_id GLOB 'usr_bad*'"],
  ['sent', 'UPDATE ON notices', "OLD.user_id GLOB 'usr_bad*'"],
  ['ordered', 'UPDATE ON orders', "OLD.user_id GLOB 'usr_bad*'"],
  ['deleted', 'DELETE ON orders', "OLD.user_id GLOB 'usr_bad*'"],
  ['closed', 'UPDATE ON users', "OLD.id GLOB 'usr_bad*'"],
  ['opened', 'DELETE ON seat_openings', "OLD.carpool_id GLOB 'car_bad*'"],
  ['asked', 'INSERT ON flight_statuses', "NEW.number GLOB 'ZZ*'"],
]
const poison = (about = POISON) =>
  env.DB.batch(
    about.map(([name, on, when]) =>
      env.DB.prepare(
        `CREATE TRIGGER bad_${name} BEFORE ${on} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'bad'); END`,
      ),
    ),
  )
const cure = () =>
  env.DB.batch(POISON.map(([name]) => env.DB.prepare(`DROP TRIGGER IF EXISTS bad_${name}`)))

afterEach(async () => {
  await cure()
  const tables = [attempts, disputes, flightStatuses, groups, notices, orderRows, participants]
  for (const table of [...tables, seatOpenings, settings, wishes, wishNews]) await db.delete(table)
  await db
    .delete(users)
    .where(sql`${users.id} glob 'usr_bad*' or ${users.id} in (${GOOD}, ${OTHER})`)
})

test.each(Object.entries(QUEUES))(
  '%s: bad ones that come first do not keep a good one waiting',
  async (_, { takes, make, isDone }) => {
    const bad = Array.from({ length: takes }, (_, n) => ({ id: badOf(n), n }))
    const owners = [...bad, { id: GOOD, n: takes }]
    await insertRows(db, users, [...owners.map(({ id }) => user(id)), user(OTHER)])
    await make(owners)
    await poison()
    const world = worldAt(noon + 1)
    await world.sweep()
    world.goTo(noon + 1000)
    await world.sweep()
    expect(await isDone()).toBe(true)
  },
)

test('a bad item is tried again ever more seldom, and is done once it is well', async () => {
  const queue = QUEUES['reminders of free seats'] as Queue
  const owner = { id: badOf(0), n: 0 }
  await db.insert(users).values(user(owner.id))
  await queue.make([owner])
  await poison()
  const world = worldAt(noon)
  for (let minute = 0; minute < 60; minute++) {
    world.goTo(noon + minutes(minute))
    await world.sweep()
  }
  const failures = await db
    .select()
    .from(attempts)
    .where(eq(attempts.subject, placeOf(owner.id)))
  expect(failures.map(({ at }) => (at - noon) / minutes(1)).sort((a, b) => a - b)).toEqual([
    0, 1, 2, 4, 8, 16, 32, 48,
  ])
  await cure()
  world.goTo(noon + minutes(64))
  await world.sweep()
  expect(await db.$count(notices, eq(notices.userId, owner.id))).toBe(1)
})

test('a job that cannot even begin does not keep the others from theirs', async () => {
  const owner = { id: GOOD, n: 0 }
  await db.insert(users).values(user(GOOD))
  await (QUEUES['unpaid orders'] as Queue).make([owner])
  await env.DB.prepare('ALTER TABLE wishes RENAME TO hidden').run()
  try {
    await worldAt(noon).sweep()
  } finally {
    await env.DB.prepare('ALTER TABLE hidden RENAME TO wishes').run()
  }
  expect(await QUEUES['unpaid orders']?.isDone()).toBe(true)
})

test('a message that cannot be written keeps a group neither from its other messages nor from the lists', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  await poison([['told', 'INSERT ON notices', `NEW.user_id = '${ann.id}'`]])
  const car = await completeCar([ann, bob])
  await advance(minutes(1))
  const [row] = await db.select().from(carpools).where(eq(carpools.id, car.carpoolId))
  expect(row?.status).toBe('SUCCESS_PENDING_PAYMENT')
  const codesOf = async ({ id }: { id: UserId }) =>
    (await db.select().from(notices).where(eq(notices.userId, id))).map(({ code }) => code)
  expect([await codesOf(ann), await codesOf(bob)]).toEqual([
    expect.not.arrayContaining(['groupComplete']),
    expect.arrayContaining(['groupComplete']),
  ])
  await cure()
  await advance(minutes(15))
  expect(await codesOf(ann)).toContain('groupComplete')
})
