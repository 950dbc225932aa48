import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type ListFilter, listCarpools } from '#app/carpool/rows/carpool-list.server.ts'
import { browseCarpools } from '#app/carpool/service/carpool-reads.server.ts'
import { readAirportPrices, readServicePage } from '#app/catalog/service/catalog.server.ts'
import { listOverdue } from '#app/group/rows/groups.server.ts'
import { listRankOf } from '#app/group/rules/state.ts'
import { GROUP_STATUSES } from '#app/group/rules/status.ts'
import { carpoolIdFor } from '#app/group/service/group-id.server.ts'
import { spanOfDay } from '#app/kernel/day-part.ts'
import { startOfLondonDay } from '#app/kernel/time.ts'
import { asOneRequest } from '#app/platform/request-scope.server.ts'
import { openDb } from '#db/db.ts'
import { type CarpoolRow, carpools } from '#db/kinds.ts'
import { airports, groups, participants } from '#db/schema.ts'
import { countingDb } from '#tests/worker/counting-db.ts'
import { api } from '#tests/worker/world/api.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'

let days = 0
/** A day that no other test in this file uses. */
const ownDay = () => new Date(Date.UTC(2030, 0, 1 + days++)).toISOString().slice(0, 10)
const newId = () => carpoolIdFor('usr_list', crypto.randomUUID(), 0)

/** A listed carpool in the read model, that many minutes into a day. */
async function insertCard(day: string, minutes: number, change: Partial<CarpoolRow> = {}) {
  const carpoolAt = startOfLondonDay(day) + minutes * 60_000
  const row: CarpoolRow = {
    kind: 'carpool',
    id: await newId(),
    version: 1,
    tripType: 'PICKUP',
    status: 'OPEN',
    airportId: 'air_lhr',
    airportNameZh: '伦敦希思罗机场',
    airportNameEn: 'London Heathrow',
    terminals: ['T5'],
    currentPassengers: 1,
    maxPassengers: 4,
    private: false,
    prices: [15500, 7900, 5400, 4200, 3500],
    departureAt: carpoolAt,
    departureDay: day,
    cutoffAt: carpoolAt - 86_400_000,
    balanceDueAt: carpoolAt,
    releasedSeats: 0,
    shortfall: null,
    flightTimes: [carpoolAt - 3_600_000],
    flightNumbers: ['BA038'],
    goesWith: 0,
    openedFor: 0,
    listed: true,
    nextDueAt: null,
    stuck: [],
    stuckSinceAt: null,
    reportedAt: null,
    createdAt: devClock.now(),
    ...change,
  }
  await db.insert(groups).values(row)
  return row.id
}

async function insertPlace(carpoolId: CarpoolRow['id'], { id: userId }: Student) {
  await db.insert(participants).values({
    id: `par_${crypto.randomUUID()}`,
    kind: 'carpool',
    groupId: carpoolId,
    userId,
    version: 1,
    seat: 'taken',
    party: {
      people: 1,
      terminal: 'T5',
      flightTime: 0,
      nLocation: 'a secret street',
      bigLuggage: 1,
      smallLuggage: 1,
      bag: 1,
      flightNumber: null,
    },
    depositStatus: 'held',
    paymentStatus: 'DEPOSIT',
    createdAt: 0,
  })
}

type Item = { id: string; isJoined?: boolean }
const ids = (body: { items: Item[] }) => body.items.map(({ id }) => id)
const list = async (query: string, as?: Student) => {
  const { status, body } = await api('GET', `/carpool/list?tripType=PICKUP&${query}`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { items: Item[]; nextCursor: string | null }
}

test('the soonest comes first, and pages stay correct while rows come and go', async () => {
  const day = ownDay()
  const made = await Promise.all(
    [10, 20, 30, 40, 50, 60].map((minutes) => insertCard(day, minutes)),
  )
  const first = await list(`date=${day}&limit=2`)
  expect(ids(first)).toEqual(made.slice(0, 2))
  await insertCard(day, 5)
  await insertCard(day, 15)
  const late = await insertCard(day, 55)
  const second = await list(
    `date=${day}&limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`,
  )
  expect(ids(second)).toEqual(made.slice(2, 4))
  const third = await list(
    `date=${day}&limit=100&cursor=${encodeURIComponent(second.nextCursor ?? '')}`,
  )
  expect(ids(third)).toEqual([made[4], late, made[5]])
  expect(third.nextCursor).toBeNull()
})
test('open ones come first, then full and past ones, and failed ones are not listed', async () => {
  const day = ownDay()
  const made = new Map<string, string>()
  for (const [at, status] of GROUP_STATUSES.entries())
    made.set(status, await insertCard(day, at, { status }))
  const late = await insertCard(day, 900)
  const hidden = ['OPEN', 'PENDING', 'FAILED', 'CANCELLED']
  const others = GROUP_STATUSES.filter((status) => !hidden.includes(status))
  const order = [made.get('OPEN'), late, ...others.map((status) => made.get(status))]
  expect(ids(await list(`date=${day}`))).toEqual(order)
  for (const status of ['FAILED', 'CANCELLED']) {
    expect(ids(await list(`date=${day}&status=${status}`))).toEqual([])
    expect((await api('GET', `/carpool/${made.get(status)}`)).status).toBe(404)
  }
  // Page by page, while what was shown first fills up: none is left out, and the rest keeps its
  // order.
  const seen: string[] = []
  let cursor: string | null = ''
  for (let pages = 0; cursor !== null && pages < 9; pages++) {
    const page = await list(`date=${day}&limit=2&cursor=${encodeURIComponent(cursor)}`)
    seen.push(...ids(page))
    cursor = page.nextCursor
    if (pages === 0) await db.update(groups).set({ status: 'FULL' }).where(eq(groups.id, late))
  }
  expect(seen).toEqual([...order, late])
})
test('the database sorts statuses as the domain does', async () => {
  for (const status of GROUP_STATUSES) {
    const id = await insertCard(ownDay(), 1, { status })
    const row = await db
      .select({ rank: carpools.rank })
      .from(carpools)
      .where(eq(carpools.id, id))
      .get()
    expect(row?.rank, status).toBe(listRankOf(status))
  }
})
test('a participant of a failed group still sees it', async () => {
  const id = await insertCard(ownDay(), 1, { status: 'FAILED' })
  const [inside, outside] = [await newStudent(), await newStudent()]
  await insertPlace(id, inside)
  expect((await api('GET', `/carpool/${id}`, { as: inside })).body).toMatchObject({
    id,
    status: 'FAILED',
  })
  expect((await api('GET', `/carpool/${id}`, { as: outside })).status).toBe(404)
})
test('cars of the same minute are each shown once, whatever the page size', async () => {
  const day = ownDay()
  const made = await Promise.all([1, 2, 3, 4, 5].map(() => insertCard(day, 600)))
  const seen: string[] = []
  let cursor: string | null = ''
  for (let pages = 0; cursor !== null && pages < 5; pages++) {
    const page = await list(`date=${day}&limit=2&cursor=${encodeURIComponent(cursor)}`)
    seen.push(...ids(page))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(made.toSorted())
})
test('each filter keeps what matches and leaves out the rest', async () => {
  const day = ownDay()
  const heathrow = await insertCard(day, 1)
  const gatwick = await insertCard(day, 2, { airportId: 'air_lgw', status: 'FULL' })
  const dropoff = await insertCard(day, 3, { tripType: 'DROPOFF' })
  await insertCard(day, 4, { listed: false })
  expect(ids(await list(`date=${day}`))).toEqual([heathrow, gatwick])
  expect(ids(await list(`date=${day}&airportName=${encodeURIComponent('盖特威克')}`))).toEqual([
    gatwick,
  ])
  expect(ids(await list(`date=${day}&airportName=HEATHROW`))).toEqual([heathrow])
  expect(ids(await list(`date=${day}&airportName=Atlantis`))).toEqual([])
  expect(ids(await list(`date=${day}&status=FULL`))).toEqual([gatwick])
  const dropoffs = await api('GET', `/carpool/list?tripType=DROPOFF&date=${day}`)
  expect(ids(dropoffs.body)).toEqual([dropoff])
})
test.each(["100%_'; drop table carpools; --", '%', '_', ''])(
  'a search for %j is plain text',
  async (text) => {
    const day = ownDay()
    const id = await insertCard(day, 1)
    const { body } = await api(
      'GET',
      `/carpool/list?tripType=PICKUP&date=${day}&airportName=${encodeURIComponent(text)}`,
    )
    expect(ids(body)).toEqual(text === '' ? [id] : [])
  },
)
test('several airports of one name come in one order, page by page', async () => {
  const day = ownDay()
  const airports = ['air_lhr', 'air_stn', 'air_man', 'air_lgw', 'air_ltn'] as const
  const made = await Promise.all(
    Array.from({ length: 15 }, (_, n) => insertCard(day, n * 5, { airportId: airports[n % 5] })),
  )
  const first = await list(`date=${day}&airportName=london&limit=7`)
  const second = await list(`date=${day}&airportName=london&limit=7&cursor=${first.nextCursor}`)
  expect([...ids(first), ...ids(second)]).toEqual(made.filter((_, n) => n % 5 !== 2))
  // That name is part of every airport's name.
  expect(ids(await list(`date=${day}&airportName=${encodeURIComponent('机场')}`))).toEqual(made)
})
test('an airport is found by its new name at once, and no longer by the old one', async () => {
  const day = ownDay()
  const id = await insertCard(day, 1, { airportId: 'air_ema' })
  const name = (name: string) =>
    db.update(airports).set({ nameEn: name }).where(eq(airports.id, 'air_ema'))
  const found = async (part: string) => ids(await list(`date=${day}&airportName=${part}`))
  expect(await found('Midlands')).toEqual([id])
  await name('Castle Donington')
  expect(await found('Donington')).toEqual([id])
  expect(await found('Midlands')).toEqual([])
  await name('East Midlands')
  expect(await found('Midlands')).toEqual([id])
})
test('isJoined is for the caller only, and needs a token', async () => {
  const day = ownDay()
  const id = await insertCard(day, 1)
  const [inside, outside] = [await newStudent(), await newStudent()]
  await insertPlace(id, inside)
  const joined = async (as?: Student) =>
    (await list(`date=${day}`, as)).items.map((item) => item.isJoined)
  expect(await joined(inside)).toEqual([true])
  expect(await joined(outside)).toEqual([false])
  expect(await joined()).toEqual([undefined])
})
test('lists show no address', async () => {
  const day = ownDay()
  const inside = await newStudent()
  await insertPlace(await insertCard(day, 1), inside)
  expect(JSON.stringify(await list(`date=${day}`, inside))).not.toContain('secret street')
})

test('twenty cards take one round trip, with every filter and for a caller with a token', async () => {
  const day = ownDay()
  for (let minutes = 0; minutes < 25; minutes++) await insertCard(day, minutes)
  const { count, binding } = countingDb()
  const db = openDb(binding)
  const unused = undefined as never
  const deps = {
    objects: unused,
    payments: unused,
    customers: unused,
    settings: unused,
    limits: unused,
    log: unused,
  }
  const pools = { db, clock: devClock, ...deps }
  const filter = {
    tripType: 'PICKUP',
    date: day,
    airportName: 'heathrow',
    status: 'OPEN',
    limit: 20,
  } as const
  const student = await newStudent()
  // The airports' names are read first if they never have been.
  const list = () => asOneRequest({}, () => browseCarpools(pools, filter, student))
  await list()
  count.roundTrips = 0
  const page = await list()
  expect(page.items).toHaveLength(20)
  expect(count.roundTrips).toBe(1)
})
test('both price tables take one round trip, and so do the prices of a day', async () => {
  const { count, binding } = countingDb()
  const db = openDb(binding)
  const catalog = { db }
  await asOneRequest({}, () => readServicePage(catalog, 'carpool', 'zh', '2026-11-22'))
  expect(count.roundTrips).toBe(1)
  await asOneRequest({}, () => readAirportPrices(catalog, '2026-12-25'))
  expect(count.roundTrips).toBe(2)
})

async function planOf(query: { toSQL(): { sql: string; params: unknown[] } }): Promise<string> {
  const { sql, params } = query.toSQL()
  const bound = params.map((param) => (typeof param === 'boolean' ? Number(param) : param))
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...bound)
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail).join('\n')
}
const base: ListFilter = { tripType: 'PICKUP', from: 0, after: null, limit: 21 }
const after = { rank: 0, at: startOfLondonDay('2030-01-01') + 1, id: 'car_x' }
test.each([
  ['nothing', {}, 'list', 'rank=? AND departure_at>?'],
  ['a place to go on from', { after }, 'list', 'rank=? AND (departure_at,id)>(?,?)'],
  [
    'a place among the last',
    { after: { ...after, rank: 1 } },
    'list',
    'rank=? AND (departure_at,id)>(?,?)',
  ],
  ['a day', spanOfDay('2030-01-01'), 'list', 'rank=? AND departure_at>? AND departure_at<?'],
  ['a day and a place', { ...spanOfDay('2030-01-01'), after }, 'list', '(departure_at,id)>(?,?)'],
  ['a status', { status: 'OPEN' }, 'status', 'status=? AND departure_at>?'],
  [
    'a status and a day',
    { status: 'OPEN', ...spanOfDay('2030-01-01') },
    'status',
    'departure_at>? AND departure_at<?',
  ],
  [
    'an airport',
    { airports: ['air_lhr'] },
    'airport',
    'airport_id=? AND rank=? AND departure_at>?',
  ],
] satisfies [string, Partial<ListFilter>, string, string][])(
  'a list by %s continues from its place in an index and sorts nothing',
  async (_, change, index, from) => {
    const query = listCarpools(db, { ...base, ...change }, { id: 'usr_x' })
    const plan = query ? await planOf(query) : ''
    expect(plan).toContain(`SEARCH groups USING INDEX carpools_${index} (listed=? AND trip_type=?`)
    expect(plan).toContain(from)
    expect(plan).not.toMatch(/SCAN groups|TEMP B-TREE/)
    expect(plan).toMatch(/SEARCH participants USING .*INDEX participants_group/)
  },
)
test('the sweep finds overdue carpools by index', async () => {
  expect(await planOf(listOverdue(db, 'carpool', 1))).toContain('groups_due')
})
