import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Show } from '#app/console/rules/departures.ts'
import { type DepartureQuery, readDepartures } from '#app/console/service/departures.server.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { type Instant, londonDay } from '#app/kernel/time.ts'
import { asOneRequest } from '#app/platform/request-scope.server.ts'
import { openDb } from '#db/db.ts'
import { disputes, drivers, failedRefunds, groups, participants, vehicles } from '#db/schema.ts'
import { carFor } from '#tests/kit/ride.ts'
import { textOf } from '#tests/worker/accounts/visitor.ts'
import { worldAt } from '#tests/worker/at-time.ts'
import { insertCar, insertTrip } from '#tests/worker/rows.ts'
import { db } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { newAdmin, visitorOf } from './kit.ts'

/** What the console shows of departures, of groups put straight into the read model. */

const at = (text: string): Instant => Date.parse(text)
const read = async (now: Instant, query: Partial<DepartureQuery> = {}) =>
  readDepartures(worldAt(now), ['carpool', 'trip'], { show: 'coming', limit: 50, ...query })
const idsOf = async (now: Instant, query: Partial<DepartureQuery> = {}) =>
  (await read(now, query)).items.map(({ id }) => id)

type Car = NonNullable<Parameters<typeof insertCar>[0]>
type Place = NonNullable<Parameters<typeof insertCar>[1]>
const { places: _, ...riding } = { version: 1, ...carFor() }
/** A paid car with a driver, unless told otherwise. */
async function put(carpoolAt: Instant, car: Car = {}, place: Place = {}) {
  const row = { status: 'SUCCESS', departureAt: carpoolAt, ...car } as const
  const paid = { seat: 'taken', paymentStatus: 'PAID', originalRemaining: 900, ride: riding }
  return insertCar(row, { ...paid, ...place } as Place)
}
async function putTrip(tripStartAt: Instant) {
  const row = { status: 'SUCCESS', departureAt: tripStartAt } as const
  return insertTrip(row, { seat: 'taken', paymentStatus: 'PAID', ride: riding })
}

// Years that no other test uses. Each `now` stands alone: later ones only add to `coming`.
test.each([
  [
    'in winter',
    '2046-01-10T20:00Z',
    ['2046-01-11T00:00Z', '2046-01-12T00:00Z', '2046-01-17T00:00Z'],
  ],
  [
    'in summer',
    '2045-07-10T20:00Z',
    ['2045-07-10T23:00Z', '2045-07-11T23:00Z', '2045-07-16T23:00Z'],
  ],
  [
    'before 23 hours',
    '2044-03-26T20:00Z',
    ['2044-03-27T00:00Z', '2044-03-27T23:00Z', '2044-04-01T23:00Z'],
  ],
  [
    'on 25 hours',
    '2043-10-25T00:30Z',
    ['2043-10-26T00:00Z', '2043-10-27T00:00Z', '2043-11-01T00:00Z'],
  ],
])('views follow London days: %s', async (_, text, ends) => {
  const now = at(text)
  const [today = 0, tomorrow = 0, week = 0] = ends.map(at)
  const before = (await read(now)).totals
  const made = []
  for (const end of [now, today, tomorrow, week])
    for (const moment of [end - 1, end]) {
      const status = moment < now ? 'COMPLETED' : 'SUCCESS'
      made.push((await put(moment, { status })).id)
    }
  const [past, first, lateToday, midnight, lateTomorrow, next, lateWeek, beyond] = made
  const trip = (await putTrip(today + 60_000)).id
  expect(await idsOf(now, { show: 'today' })).toEqual([first, lateToday])
  expect(await idsOf(now, { show: 'tomorrow' })).toEqual([midnight, trip, lateTomorrow])
  const inWeek = [first, lateToday, midnight, trip, lateTomorrow, next, lateWeek]
  expect(await idsOf(now, { show: 'week' })).toEqual(inWeek)
  expect((await idsOf(now)).slice(0, 8)).toEqual([...inWeek, beyond])
  expect((await idsOf(now, { show: 'past' }))[0]).toBe(past)
  const { totals } = await read(now)
  const gained = (show: Show) => totals[show] - before[show]
  expect((['today', 'tomorrow', 'week', 'coming', 'past'] as const).map(gained)).toEqual([
    2, 3, 7, 8, 1,
  ])
})

test('what is under way is shown from now on until it is completed, and nothing that is called off', async () => {
  const now = at('2038-05-02T00:30Z')
  const before = (await read(now)).totals
  const left = now - hours(2)
  const ids = {
    paid: await put(left),
    unpaid: await put(left + 1, { status: 'SUCCESS_PENDING_PAYMENT' }),
    private: await put(left + 2, { status: 'PRIVATE' }),
    met: await put(now - hours(14), {}),
    trip: await putTrip(now - hours(24 * 3)),
  }
  const over = [
    await put(left, { status: 'COMPLETED' }),
    await put(left, { status: 'CLOSED' }),
    await put(now - hours(72)),
  ]
  for (const status of ['CLOSED', 'CANCELLED', 'FAILED', 'PENDING'] as const)
    await put(now + hours(1), { status })
  const shown = [ids.trip, ids.met, ids.paid, ids.unpaid, ids.private].map(({ id }) => id)
  for (const show of ['today', 'week', 'coming'] as const) {
    expect((await idsOf(now, { show })).slice(0, 5), show).toEqual(shown)
    const { totals } = await read(now)
    expect(totals[show] - before[show], show).toBe(5)
  }
  expect(await idsOf(now, { show: 'tomorrow' })).toEqual([])
  const past = await idsOf(now, { show: 'past' })
  expect(past).toEqual(expect.arrayContaining(over.map(({ id }) => id)))
  expect(past).not.toEqual(expect.arrayContaining([shown[0]]))
  expect((await read(now)).totals.past - before.past).toBe(3)
  const pages: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await readDepartures(worldAt(now), ['carpool', 'trip'], {
      ...{ show: 'coming', limit: 2 },
      ...(cursor && { cursor }),
    })
    pages.push(...page.items.map(({ id }) => id))
    if (!page.nextCursor || pages.length >= 5) break
    cursor = page.nextCursor
  }
  expect(pages.slice(0, 5)).toEqual(shown)
})

test('pages go on where the last one ended, soonest first and, of the past, latest first', async () => {
  const now = at('2042-05-01T12:00Z')
  const moments = [3, 1, 2, 2].map((n) => now + hours(n * 20))
  const made = await Promise.all(
    moments.map(async (moment) => ({ moment, ...(await put(moment)) })),
  )
  const inOrder = made
    .toSorted((a, b) => a.moment - b.moment || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
  const pagesOf = async (when: Instant, show: Show, wanted: number) => {
    const ids: string[] = []
    let cursor: string | undefined
    while (ids.length < wanted) {
      const page = await readDepartures(worldAt(when), ['carpool'], { show, limit: 1, cursor })
      ids.push(...page.items.map(({ id }) => id))
      if (!page.nextCursor) break
      cursor = page.nextCursor
    }
    return ids
  }
  expect(await pagesOf(now, 'week', 9)).toEqual(inOrder)
  expect(await pagesOf(now + hours(100), 'past', 4)).toEqual(inOrder.toReversed())
})

test('drafts and groups that do not go are no departures, unless they are asked for', async () => {
  const now = at('2041-05-01T12:00Z')
  const hidden = ['PENDING', 'FAILED', 'CANCELLED'] as const
  const ids = new Map<string, string>()
  for (const status of [...hidden, 'OPEN', 'FULL', 'PRIVATE'] as const)
    ids.set(status, (await put(now + hours(1), { status })).id)
  const today = { show: 'today' } as const
  const shown: string[] = await idsOf(now, today)
  expect([...ids].filter(([, id]) => shown.includes(id)).map(([status]) => status)).toEqual([
    'OPEN',
    'FULL',
    'PRIVATE',
  ])
  for (const status of hidden)
    expect(await idsOf(now, { ...today, status: status as 'FAILED' })).toEqual([ids.get(status)])
  const day = londonDay(now)
  expect(await idsOf(now + hours(2), { status: 'FAILED', from: day, to: day })).toEqual([
    ids.get('FAILED'),
  ])
})

test('a departure says how many have paid, what is outstanding and who drives', async () => {
  const now = at('2040-05-01T12:00Z')
  const { id, participantId } = await put(
    now + hours(30),
    { shortfall: 70 },
    { paymentStatus: 'DEPOSIT', originalRemaining: 900, deductedAmount: 150, ride: null },
  )
  const [one] = await db.select().from(participants).where(idIs(participantId))
  if (!one) throw new Error('no place')
  const more = [
    { paymentStatus: 'PAID', ride: riding, deductedAmount: 0 },
    { paymentStatus: 'PAID', ride: riding, deductedAmount: 0, depositStatus: 'released' },
    { seat: 'gone', paymentStatus: 'DEPOSIT' },
    { seat: 'held', paymentStatus: 'DEPOSIT' },
  ] as const
  for (const [n, over] of more.entries())
    await db
      .insert(participants)
      .values({ ...one, id: `${participantId}${n}` as ParticipantId, ...over })
  const [shown] = (await read(now)).items.filter((group) => group.id === id)
  expect(shown).toMatchObject({
    payments: { paid: 1, of: 3 },
    outstanding: 750 + 2000 + 70,
    crew: { drivers: ['Sam Carter'], missing: true },
    attention: ['short'],
  })
  await db.update(groups).set({ shortfall: null })
})
const idIs = (id: ParticipantId) => eq(participants.id, id)

test('whatever needs attention is found, whenever it leaves, and nothing else', async () => {
  const now = at('2039-05-01T12:00Z')
  const soon = now + hours(3)
  const later = now + hours(24 * 40)
  const left = now - hours(30)
  const owing = { paymentStatus: 'DEPOSIT' } as const
  const old = { ...riding, vehicle: { ...riding.vehicle, id: 'veh_old' as const } }
  const badge = { ...riding.driver, id: 'drv_old' as const }
  await db.insert(vehicles).values({ ...old.vehicle, licenceUntil: '2039-06-01' })
  await db.insert(drivers).values({ ...badge, badgeUntil: '2099-12-31' })
  const wanted = {
    noDriver: await put(soon, {}, { ride: null }),
    unpaid: await put(soon, {}, owing),
    papers: await put(later, {}, { ride: { ...old, driver: badge } }),
    missed: await put(left, { status: 'COMPLETED' }, { missedAt: left }),
    short: await put(now - hours(1), { status: 'COMPLETED', shortfall: 5 }),
    dispute: await put(left, { status: 'CANCELLED' }),
    refund: await put(later, { status: 'CANCELLED' }),
  }
  await put(later, {}, { ride: null })
  await put(later, {}, owing)
  await put(soon)
  await put(left, { status: 'COMPLETED', shortfall: 5 })
  const settled = await put(left)
  const dispute = {
    intentId: 'pi_1',
    userId: 'usr_1' as const,
    participantId: null,
    amount: 2000,
    withdrawn: 2000,
    reason: 'general',
    status: 'needs_response',
    evidenceDueBy: null,
    createdAt: left,
    checkedAt: left,
  }
  const refund = { amount: 2000, purpose: 'deposit', failedAt: left, missing: 2000 } as const
  await db.insert(disputes).values([
    { ...dispute, id: 'dp_open', subjectId: wanted.dispute.id, state: 'open' },
    { ...dispute, id: 'dp_won', subjectId: settled.id, state: 'won' },
  ])
  await db.insert(failedRefunds).values([
    { ...dispute, ...refund, id: 're_owed', subjectId: wanted.refund.id },
    { ...dispute, ...refund, id: 're_settled', subjectId: settled.id, settledAt: now },
    { ...dispute, ...refund, id: 're_again', subjectId: settled.id, missing: 0 },
  ])
  const { items, totals } = await read(now, { show: 'attention' })
  const found = Object.fromEntries(items.map(({ id, attention }) => [id, attention]))
  expect(found).toEqual(
    Object.fromEntries(Object.entries(wanted).map(([why, { id }]) => [id, [why]])),
  )
  expect(totals.attention).toBe(7)
  expect(items.map(({ at: when }) => when)).toEqual(
    items.map(({ at: when }) => when).toSorted((a, b) => a - b),
  )
  expect(await idsOf(now, { short: true })).toEqual([wanted.short.id])
  await db.delete(disputes)
  await db.delete(failedRefunds)
})

test('a view takes one round trip, and reads no table of groups through', async () => {
  const trips: string[][] = []
  const sqls = new Map<D1PreparedStatement, string>()
  const values = new Map<string, unknown[]>()
  const watch = (sql: string, statement: D1PreparedStatement): D1PreparedStatement => {
    sqls.set(statement, sql)
    return new Proxy(statement, {
      get: (target, name) =>
        name === 'bind'
          ? (...bound: unknown[]) => {
              values.set(sql, bound)
              const ready = target.bind(...bound)
              sqls.set(ready, sql)
              return ready
            }
          : Reflect.get(target, name).bind(target),
    })
  }
  const binding = new Proxy(env.DB, {
    get: (target, name) => {
      if (name === 'batch')
        return (all: D1PreparedStatement[]) => {
          trips.push(all.map((one) => sqls.get(one) ?? ''))
          return target.batch(all)
        }
      if (name === 'prepare') return (sql: string) => watch(sql, target.prepare(sql))
      return Reflect.get(target, name).bind(target)
    },
  })
  const watched = openDb(binding)
  const departures = {
    db: watched,
    clock: devClock,
  }
  const cursor = btoa(`${devClock.now() + hours(1)} car_1`)
  const planOf = async (sql: string) => {
    const explained = env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...(values.get(sql) ?? []))
    return (await explained.all()).results.map(({ detail }) => String(detail)).join('\n')
  }
  for (const query of [
    { show: 'coming' },
    { show: 'week', cursor },
    { show: 'past' },
    { show: 'past', cursor },
  ] as const) {
    trips.length = 0
    await asOneRequest({}, () =>
      readDepartures(departures, ['carpool', 'trip'], { ...query, limit: 50 }),
    )
    expect(trips.map((batch) => batch.length)).toEqual([8])
    const plans = await Promise.all((trips[0] ?? []).map(planOf))
    for (const plan of plans) expect(plan).not.toMatch(/SCAN (groups|participants)\b/)
    // The papers, and of each kind: the list, what might need attention, and how many.
    const [, , cars, , , tours] = plans
    expect(cars).toMatch(/SEARCH groups USING INDEX groups_day/)
    expect(tours).toMatch(/SEARCH groups USING INDEX groups_day/)
    // Sorted within a day, not as a whole.
    for (const plan of [cars, tours]) expect(plan).not.toContain('USE TEMP B-TREE FOR ORDER BY')
  }
})

test('the first page begins with today, and marks what the next 24 hours lack', async () => {
  const now = devClock.now()
  const { id } = await put(now + hours(30), {}, { ride: null })
  const soon = await put(now + 60_000, {}, { ride: null, paymentStatus: 'DEPOSIT' })
  const by = visitorOf(await newAdmin(['groups']))
  const page = await by.get('/admin?show=week')
  const text = textOf(page)
  expect(page.html).not.toContain('<script')
  expect(page.html).toContain(`href="/neighbourhelp/admin/carpools/${id}"`)
  expect(text).toContain('Leaves within 24 hours, unpaid')
  expect(text).toContain('No driver')
  expect(page.html.indexOf(soon.id)).toBeLessThan(page.html.indexOf(id))
  expect(page.html.indexOf('id="departures"')).toBeLessThan(page.html.indexOf('id="numbers"'))
  const inNeed = await by.get('/admin?show=attention')
  expect([inNeed.html.includes(soon.id), inNeed.html.includes(id)]).toEqual([true, false])
  const list = await by.get('/admin/carpools')
  expect(list.html.indexOf(soon.id)).toBeLessThan(list.html.indexOf(id))
  expect(list.html.indexOf(soon.id)).toBeGreaterThan(0)
  expect((await by.get('/admin/trips')).html).not.toContain(soon.id)
  expect((await by.get('/admin/carpools?show=nonsense')).status).toBe(200)
})

test('whoever only sends out cars is led to the day sheet, and others see no departures', async () => {
  const now = devClock.now()
  const { id } = await put(now + 60_000)
  const dispatcher = await visitorOf(await newAdmin(['dispatch'])).get('/admin?show=coming')
  expect(dispatcher.html).toContain(`/admin/day?date=${londonDay(now + 60_000)}`)
  expect(dispatcher.html).not.toContain(id)
  const other = await visitorOf(await newAdmin(['members', 'orders'])).get('/admin')
  expect(other.html).not.toContain('id="departures"')
})
