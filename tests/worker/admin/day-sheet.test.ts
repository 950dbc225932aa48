import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readDays } from '#app/features/ride/rows/day-sheet.server.ts'
import type { PlaceRide } from '#app/features/ride/rules/ride-state.ts'
import { openDay, readExpiring } from '#app/features/ride/service/day-sheet.server.ts'
import type { GroupId, ParticipantId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { addDays, londonDay, parseTime } from '#app/kernel/time.ts'
import { openDb } from '#db/db.ts'
import { drivers, participants, vehicles } from '#db/schema.ts'
import { carFor } from '#tests/kit/ride.ts'
import { textOf } from '#tests/worker/accounts/visitor.ts'
import { insertCar } from '#tests/worker/rows.ts'
import { db, must } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { newAdmin, visitorOf } from './kit.ts'

/** What the day sheet shows, of groups put straight into the read model. */

/** Every test has days of its own. */
let used = 20
function nextDay() {
  used += 4
  return addDays(londonDay(devClock.now()), used)
}
const at = (day: string, time: string) => must(parseTime(`${day}T${time}`))

type Passenger = { nLocation?: string; flightTime?: number | null }
type Put = {
  day: string
  time: string
  meetAt?: number
  tripType?: 'PICKUP' | 'DROPOFF'
  ride?: Partial<PlaceRide> | null
  people?: Passenger[]
}

/** A complete carpool with its passengers, all in one car, unless `ride` is null. */
async function put({ day, time, tripType = 'PICKUP', ride = {}, people = [{}] }: Put) {
  const carpoolAt = at(day, time)
  const { places: _, ...car } = { version: 1, ...carFor(), meetAt: carpoolAt, ...ride }
  const place = { seat: 'taken', ride: ride && car } as const
  const row = { status: 'SUCCESS', departureAt: carpoolAt, departureDay: day, tripType } as const
  const { id, participantId } = await insertCar(row, place)
  const [first] = await db.select().from(participants).where(eq(participants.id, participantId))
  if (!first) throw new Error('no place')
  const rows = people.map((about, n) => ({
    ...first,
    id: n === 0 ? participantId : (`${participantId}${n}` as ParticipantId),
    party: { ...first.party, ...about },
  }))
  await db.delete(participants).where(eq(participants.id, participantId))
  for (const one of rows) await db.insert(participants).values(one)
  return { id, ids: rows.map((one) => one.id) }
}

const sheet = { db, clock: devClock }
const look = async (path: string) => visitorOf(await newAdmin(['dispatch'])).get(path)

test('a car that meets at half past eleven the evening before is on that evening’s sheet', async () => {
  const day = nextDay()
  const eve = addDays(day, -1)
  const early = await put({ day, time: '05:00', ride: { meetAt: at(eve, '23:30') } })
  const waiting = await put({ day, time: '06:00', ride: null })
  const on = async (one: string) =>
    (await openDay(sheet, 'adm_one', one)).map(({ groupId }) => groupId)
  expect(await on(eve)).toEqual([early.id])
  expect(await on(day)).toEqual([waiting.id])
  expect(await on(addDays(day, 1))).toEqual([])
  const { html } = await look(`/admin/day?date=${eve}`)
  expect(html).toContain('Meets 23:30')
})

test('a car that meets after midnight is on the next day’s sheet, and its papers have to last till then', async () => {
  const day = nextDay()
  const next = addDays(day, 1)
  const papers = { licenceUntil: day, badgeUntil: day }
  const { vehicle, driver } = carFor()
  const own = { ...vehicle, ...papers, id: 'veh_night' as const }
  const sam = { ...driver, ...papers, id: 'drv_night' as const }
  await db.insert(vehicles).values(own)
  await db.insert(drivers).values(sam)
  const ride = { id: 'ride_night', vehicle: own, driver: sam, meetAt: at(next, '00:30') } as const
  const { id } = await put({ day, time: '23:50', ride })
  const on = async (one: string) =>
    (await openDay(sheet, 'adm_one', one)).map(({ groupId, expired }) => [groupId, expired])
  expect(await on(day)).toEqual([])
  expect(await on(next)).toEqual([[id, ['licence', 'badge']]])
  expect(await on(addDays(next, 1))).toEqual([])
  expect(await readExpiring(sheet)).toEqual({ count: 1, day: next })
  await db.update(drivers).set({ badgeUntil: next }).where(eq(drivers.id, sam.id))
  expect(await on(next)).toEqual([[id, ['licence']]])
  expect(await readExpiring(sheet)).toEqual({ count: 1, day: next })
  await db.update(vehicles).set({ licenceUntil: next }).where(eq(vehicles.id, own.id))
  expect([await on(next), await readExpiring(sheet)]).toEqual([[[id, []]], null])
})

test('the sheet says of when it is, how the car looks and what its passengers are told', async () => {
  const day = nextDay()
  const [make, colour] = ['VW Sharan', 'silver']
  const vehicle = { ...carFor().vehicle, make, colour }
  await put({ day, time: '09:00', ride: { vehicle, note: 'by the lions' } })
  const text = textOf(await look(`/admin/day?date=${day}`))
  expect(text).toContain('silver VW Sharan')
  expect(text).toContain('by the lions')
  expect(text).toMatch(/As of \w{3} \d+ \w{3},? \d\d:\d\d, London time/)
})

test('passengers who are fetched are listed by postcode, and the sheet says so', async () => {
  const day = nextDay()
  const addresses = ['12 Derby Road NG9 2AA', 'Nova, Flat 3', '1 Park Row, NG1 6GR']
  const people = addresses.map((nLocation) => ({ nLocation }))
  await put({ day, time: '09:00', tripType: 'DROPOFF', people })
  const { html } = await look(`/admin/day?date=${day}`)
  const where = ['1 Park Row', '12 Derby Road', 'Nova, Flat 3'].map((one) => html.indexOf(one))
  expect(where).toEqual(where.toSorted((a, b) => a - b))
  expect(where[0]).toBeGreaterThan(0)
  expect(html).toContain('in the order of postcodes')
})

test('papers that run out before the ride are on the sheet and among the tasks of today', async () => {
  const day = nextDay()
  const { vehicle, driver } = carFor()
  const own = { ...vehicle, id: 'veh_short' as const, licenceUntil: day }
  const sam = { ...driver, id: 'drv_short' as const }
  await db.insert(vehicles).values(own)
  await db.insert(drivers).values(sam)
  await put({ day, time: '09:00', ride: { id: 'ride_short', vehicle: own, driver: sam } })
  const until = (licenceUntil: string, badgeUntil = day) =>
    Promise.all([
      db.update(vehicles).set({ licenceUntil }).where(eq(vehicles.id, own.id)),
      db.update(drivers).set({ badgeUntil }).where(eq(drivers.id, sam.id)),
    ])
  const flagged = async () => {
    const { html } = await look(`/admin/day?date=${day}`)
    return [html.includes('licence will have expired'), html.includes('badge will have expired')]
  }
  await until(day)
  expect([await flagged(), await readExpiring(sheet)]).toEqual([[false, false], null])
  await until(addDays(day, -1), addDays(day, -1))
  expect([await flagged(), await readExpiring(sheet)]).toEqual([[true, true], { count: 1, day }])
  const today = (await look('/admin')).html
  expect(today).toContain(`href="/neighbourhelp/admin/day?date=${day}"`)
  expect(today).toContain('whose licence or badge runs out before the ride')
  const others = visitorOf(await newAdmin(['groups']))
  expect((await others.get('/admin')).html).not.toContain('runs out before the ride')
  // A car that has left needs none.
  const past = {
    db,
    clock: { ...devClock, now: () => at(day, '12:00') + hours(24) },
  }
  expect(await readExpiring(past)).toBeNull()
  await until(addDays(day, 400), addDays(day, 400))
  expect([await flagged(), await readExpiring(sheet)]).toEqual([[false, false], null])
})

/** A database that records its statements, and how many went there in each round trip. */
function watched() {
  const trips: number[] = []
  const statements = new Set<string>()
  const binding = new Proxy(env.DB, {
    get: (target, name) => {
      if (name === 'batch')
        return (all: D1PreparedStatement[]) => {
          trips.push(all.length)
          return target.batch(all)
        }
      if (name === 'prepare')
        return (sql: string) => {
          statements.add(sql)
          return target.prepare(sql)
        }
      return Reflect.get(target, name).bind(target)
    },
  })
  return { trips, statements, db: openDb(binding) }
}

test('two hundred cars of a day take one round trip, and no table of groups is read through', async () => {
  const day = nextDay()
  const first = await put({ day, time: '09:00' })
  const [place] = await db
    .select()
    .from(participants)
    .where(eq(participants.id, first.ids[0] as ParticipantId))
  const [row] = (await env.DB.prepare('SELECT * FROM groups WHERE id = ?').bind(first.id).all())
    .results
  if (!place || !row) throw new Error('no car')
  const { rank: _, ...columns } = row
  const names = Object.keys(columns)
  const insert = env.DB.prepare(
    `INSERT INTO groups (${names.join()}) VALUES (${names.map(() => '?').join()})`,
  )
  const ids = Array.from({ length: 199 }, (_, n) => `car_many${n}` as GroupId)
  await env.DB.batch(ids.map((id) => insert.bind(...Object.values({ ...columns, id }))))
  for (const [n, groupId] of ids.entries())
    for (const m of [0, 1]) {
      const ride = place.ride && { ...place.ride, id: `ride_many${n}` as const }
      const id = `par_many${n}_${m}` as ParticipantId
      await db.insert(participants).values({ ...place, id, groupId, ride })
    }
  const { trips, statements, db: counted } = watched()
  const cars = await openDay({ db: counted, clock: devClock }, 'adm_one', day)
  expect(trips[0]).toBe(3)
  expect([cars.length, cars.reduce((sum, { people }) => sum + people, 0)]).toEqual([
    200,
    place.party.people * (1 + 199 * 2),
  ])
  const details = await Promise.all(
    [...statements].slice(0, 1).map(async (sql) => {
      const values = (sql.match(/\?/g) ?? []).map(() => day)
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...values)
        .all()
      return results.map(({ detail }) => detail).join('\n')
    }),
  )
  expect(details[0]).toContain('groups_day')
  for (const detail of details) expect(detail).not.toContain('SCAN')
  expect((await readDays(db, day, day)).places.length).toBe(1 + 199 * 2)
})
