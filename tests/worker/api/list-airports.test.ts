import { env } from 'cloudflare:workers'
import { like, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { type ListFilter, listCarpools } from '#app/carpool/rows/carpool-list.server.ts'
import { listRankOf } from '#app/group/rules/state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { spanOfDay } from '#app/kernel/day-part.ts'
import type { AirportId } from '#app/kernel/id.ts'
import { groups } from '#db/schema.ts'
import { db } from '#tests/worker/world/services.ts'

/** A name like "London" means several airports. However rare their cars are, an index has them. */

const CARS = 5000
const LONDON: AirportId[] = ['air_lhr', 'air_lgw', 'air_stn', 'air_ltn']
const OTHERS: AirportId[] = ['air_man', 'air_bhx', 'air_ema']
const STATUSES: GroupStatus[] = ['OPEN', 'FULL', 'OPEN', 'SUCCESS']
const BEGIN = Date.UTC(2031, 0, 1)
const MINUTES_BETWEEN = 20
const LIMIT = 21

type Car = { id: string; airport: AirportId; at: number; status: GroupStatus }
const MARK = 'car_of_list_airports_'
/** Among so many cars, every `each`th is at one of London's airports; several leave at once. */
const carsWhere = (each: number): Car[] =>
  Array.from({ length: CARS }, (_, n) => {
    const places = (n + 1) % each === 0 ? LONDON : OTHERS
    return {
      id: `${MARK}${(n * 7919) % CARS}`,
      airport: places[Math.floor(n / each) % places.length] ?? 'air_lhr',
      at: BEGIN + Math.floor(n / 2) * 2 * MINUTES_BETWEEN * 60_000,
      status: STATUSES[Math.floor(n / 3) % STATUSES.length] ?? 'OPEN',
    }
  })

const clear = () => db.delete(groups).where(like(groups.id, `${MARK}%`))
afterAll(clear)
async function insert(cars: Car[]) {
  await clear()
  for (let n = 0; n < cars.length; n += 500)
    await db.run(sql`
      INSERT INTO groups (kind, id, version, trip_type, status, airport_id, airport_name_zh,
        airport_name_en, terminals, current_passengers, max_passengers, prices, departure_at,
        departure_day, cutoff_at, balance_due_at, flight_times, flight_numbers, listed, created_at)
      SELECT 'carpool', value ->> 'id', 1, 'DROPOFF', value ->> 'status', value ->> 'airport', '机场',
        'Airport', '[]', 1, 4, '[5, 4, 3, 2, 1]', value ->> 'at', '2031-01-01', value ->> 'at',
        value ->> 'at',
        '[]', '[]', 1, 1
      FROM json_each(${JSON.stringify(cars.slice(n, n + 500))})`)
}

const base: ListFilter = { tripType: 'DROPOFF', from: BEGIN, after: null, limit: LIMIT }
async function ask(filter: Partial<ListFilter>) {
  const query = listCarpools(db, { ...base, ...filter }, { id: 'usr_x' })
  if (!query) throw new Error('nothing to ask')
  const { sql: text, params } = query.toSQL()
  const bound = params.map((param) => (typeof param === 'boolean' ? Number(param) : param))
  const run = (before: string) =>
    env.DB.prepare(before + text)
      .bind(...bound)
      .all<{ id: string; detail: string }>()
  const { results, meta } = await run('')
  const plan = (await run('EXPLAIN QUERY PLAN ')).results.map(({ detail }) => detail).join('\n')
  return { ids: results.map(({ id }) => id), read: meta.rows_read, plan }
}

/** Of a page by so many airports, each of which has two ranks. */
const readMax = (airports: number) => 8 * (LIMIT + 2 * airports)

/** The same list, computed the plain way. */
const expected = (
  cars: Car[],
  { airports = [], status, from = BEGIN, before }: Partial<ListFilter>,
) =>
  cars
    .filter((car) => airports.includes(car.airport))
    .filter((car) => !status || car.status === status)
    .filter((car) => car.at >= from && (!before || car.at < before))
    .map((car) => ({ ...car, rank: listRankOf(car.status) }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at || (a.id < b.id ? -1 : 1))

describe.each([
  ['every second', 2],
  ['every tenth', 10],
  ['every thousandth', 1000],
  ['none', CARS + 1],
])('with London as the place of %s of 5,000 cars', (_name, each) => {
  const cars = carsWhere(each)

  test.each([2, 3, 4])('a list by %i airports reads hardly more than it shows', async (count) => {
    await insert(cars)
    const filter = { airports: LONDON.slice(0, count) }
    const { ids, read, plan } = await ask(filter)
    expect(ids).toEqual(
      expected(cars, filter)
        .slice(0, LIMIT)
        .map(({ id }) => id),
    )
    expect(read).toBeLessThan(readMax(count))
    expect(plan).toContain(
      'SEARCH carpools USING INDEX carpools_airport (listed=? AND trip_type=? AND airport_id=? AND rank=? AND departure_at>',
    )
    expect(plan).not.toMatch(/SCAN (carpools|groups)|carpools_list|carpools_status/)
    expect(plan).toMatch(/SEARCH participants USING .*INDEX participants_group/)
  })

  test.each([
    ['', {}],
    [' and a status', { status: 'FULL' }],
    [' and a day', spanOfDay('2031-01-15')],
    [' from a later day on', { from: Date.UTC(2031, 1, 1) }],
  ] satisfies [string, Partial<ListFilter>][])(
    'page by page, a list by airports%s is complete and in order',
    async (_what, filter) => {
      await insert(cars)
      for (const airports of [LONDON, [...LONDON.slice(0, 2), 'air_man' as const]]) {
        const all = expected(cars, { ...filter, airports })
        let after: ListFilter['after'] = null
        for (let page = 0; page < 8; page++) {
          const { ids, read } = await ask({ ...filter, airports, after })
          if (!('status' in filter)) expect(read).toBeLessThan(readMax(airports.length))
          const shown = all.slice(page * LIMIT, (page + 1) * LIMIT)
          expect(ids).toEqual(shown.map(({ id }) => id))
          after = shown.at(-1) ?? after
        }
      }
    },
  )
})
