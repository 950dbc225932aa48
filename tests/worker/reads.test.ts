import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readCatalog } from '#app/catalog/service/catalog.server.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import { asOneRequest } from '#app/platform/request-scope.server.ts'
import { openDb } from '#db/db.ts'
import { airports, groups, participants, prices, users } from '#db/schema.ts'
import { newStudent } from '#tests/worker/world/people.ts'

/** A database that records how many statements each of its round trips has. */
function watched() {
  const trips: number[] = []
  const binding = new Proxy(env.DB, {
    get: (target, name) =>
      name === 'batch'
        ? (statements: D1PreparedStatement[]) => {
            trips.push(statements.length)
            return target.batch(statements)
          }
        : Reflect.get(target, name).bind(target),
  })
  return { trips, db: openDb(binding) }
}

test('simultaneous reads share one round trip, and each gets its own result', async () => {
  const { trips, db } = watched()
  const named = (id: string) =>
    batchRead(
      db,
      db
        .select({ name: airports.nameEn })
        .from(airports)
        .where(eq(airports.id, id as 'air_lhr')),
    )
  const later = async () => {
    await null
    return named('air_man')
  }
  const both = () => Promise.all([named('air_lhr'), later()])
  expect(await asOneRequest({}, both)).toEqual([
    [{ name: 'London Heathrow' }],
    [{ name: 'Manchester' }],
  ])
  expect(trips).toEqual([2])
})
test('a failing read does not affect the others', async () => {
  const { db } = watched()
  const [broken, whole] = await asOneRequest({}, () =>
    Promise.allSettled([
      batchRead(db, db.select({ id: users.id }).from(users).where(eq(airports.id, 'air_lhr'))),
      batchRead(
        db,
        db.select({ id: airports.id }).from(airports).where(eq(airports.id, 'air_lhr')),
      ),
    ]),
  )
  expect(broken.status).toBe('rejected')
  expect(whole).toEqual({ status: 'fulfilled', value: [{ id: 'air_lhr' }] })
})
test('the catalogue is read once, and again as soon as any of it changes', async () => {
  const { trips, db } = watched()
  // As every request does.
  const read = () => asOneRequest({}, () => readCatalog({ db }))
  const first = await read()
  expect(trips).toEqual([5])
  expect(await read()).toBe(first)
  expect(trips).toEqual([5])
  const where = eq(prices.airportId, 'air_lhr')
  const before = first.prices.filter(({ airportId }) => airportId === 'air_lhr')
  await db.update(prices).set({ amount: 1234 }).where(where)
  const second = await read()
  expect(second.prices.filter(({ amount }) => amount === 1234)).toHaveLength(before.length)
  for (const price of before)
    await db
      .insert(prices)
      .values(price)
      .onConflictDoUpdate({ target: [prices.airportId, prices.period, prices.people], set: price })
  expect(await read()).toEqual(first)
})

const page = async (token: string) => {
  const headers = { Cookie: `sid=${token}; language=en` }
  const answer = await exports.default.fetch(
    'http://localhost:8787/neighbourhelp/carpool?date=2031-05-05',
    {
      headers,
    },
  )
  return answer.text()
}
test('a card shows the student’s own place only while the account is open', async () => {
  const student = await newStudent()
  const db = openDb(env.DB)
  const at = Date.UTC(2031, 4, 5, 12)
  const id = `car_${'0'.repeat(26)}` as const
  await db.insert(groups).values({
    kind: 'carpool',
    id,
    version: 1,
    tripType: 'PICKUP',
    status: 'OPEN',
    airportId: 'air_lhr',
    airportNameZh: '伦敦',
    airportNameEn: 'London Heathrow',
    terminals: ['T5'],
    currentPassengers: 1,
    maxPassengers: 4,
    prices: [1, 1, 1, 1, 1],
    departureAt: at,
    departureDay: '2031-05-05',
    cutoffAt: at - 1,
    balanceDueAt: at,
    flightTimes: [at],
    flightNumbers: [],
    listed: true,
    createdAt: at,
  })
  const place = {
    kind: 'carpool',
    groupId: id,
    userId: student.id,
    version: 1,
    party: {
      people: 1,
      terminal: 'T5',
      flightTime: at,
      nLocation: 'here',
      bigLuggage: 1,
      smallLuggage: 1,
      bag: 1,
      flightNumber: null,
    },
    depositStatus: 'held',
    paymentStatus: 'DEPOSIT',
    createdAt: at,
  } as const
  await db.insert(participants).values([
    { ...place, id: 'par_taken', seat: 'taken' },
    { ...place, id: 'par_held', seat: 'held', holdExpiresAt: at },
  ])
  const own = await page(student.token)
  expect(own).toContain('/pay/deposit-par_held')
  const closed = async (closedAt: number | null) =>
    db.update(users).set({ closedAt }).where(eq(users.id, student.id))
  await closed(at)
  const strangers = await page(student.token)
  expect(strangers).not.toContain('/pay/deposit-par_held')
  expect(strangers).toContain(`/carpool/${id}/join`)
  expect(own).not.toContain(`/carpool/${id}/join`)
})
