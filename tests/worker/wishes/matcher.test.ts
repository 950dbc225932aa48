import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { endWishes } from '#app/carpool/rows/carpools.server.ts'
import type { TripType } from '#app/carpool/rules/state.ts'
import { listWanted } from '#app/features/wishes/rows/wish-board.server.ts'
import { findWishesFor, listFitting } from '#app/features/wishes/rows/wish-news.server.ts'
import { listSharing, type WishRow } from '#app/features/wishes/rows/wishes.server.ts'
import { expiryOf } from '#app/features/wishes/rules/wish.ts'
import type { AirportId, CarpoolId, ParticipantId, UserId, WishId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { addDays, type Instant, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { groups, participants, seatOpenings, wishes, wishNews } from '#db/schema.ts'
import { clockChanges } from '#tests/worker/clock-changes.ts'
import { party } from '#tests/worker/world/cars.ts'
import { db } from '#tests/worker/world/services.ts'
import { carAt, sweepAt, toldOf, wishFor } from './kit.ts'

/** Whether wishes are told exactly as a naive matcher would, and what that costs. */

/** A small generator, so that a failure can be repeated. */
function randomFrom(seed: number) {
  let state = seed
  return (n: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor(state / 65536) % n
  }
}
type Random = ReturnType<typeof randomFrom>
const of = <T>(random: Random, all: readonly T[]): T => all[random(all.length)] as T

/** Which rides there are. */
const RIDES = [
  { airportId: 'air_lhr', tripType: 'PICKUP' },
  { airportId: 'air_lhr', tripType: 'DROPOFF' },
  { airportId: 'air_man', tripType: 'PICKUP' },
] as const
const hourIn = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
})
const hourOf = (at: Instant) => Number(hourIn.format(at))

type Wish = WishRow & { isOver?: boolean }
type Car = {
  id: CarpoolId
  at: Instant
  airportId: AirportId
  tripType: TripType
  people: number
  isOpen: boolean
  insiders: Set<UserId>
}

const suits = (wish: Wish, car: Car, people: number) =>
  wish.airportId === car.airportId &&
  wish.tripType === car.tripType &&
  wish.people <= people &&
  wish.fromAt - hours(1) <= car.at &&
  car.at <= wish.toAt + hours(1)
const fits = (wish: Wish, car: Car, now: Instant) =>
  !wish.isOver &&
  now < wish.expiresAt &&
  car.isOpen &&
  now < car.at - hours(24) &&
  !car.insiders.has(wish.userId) &&
  suits(wish, car, 4 - car.people)

/** Tells each pair once, as the rules say; nothing of it is as the product does it. */
function naive() {
  const known = new Map<string, { foundAt: Instant; isTold: boolean }>()
  const told = new Map<UserId, { at: Instant; pairs: string[] }[]>()
  const mayTell = (now: Instant, car: Car) =>
    (hourOf(now) >= 8 && hourOf(now) < 23) || car.at - now <= hours(36)
  return {
    told,
    sweep(now: Instant, opened: Car[], all: { wishes: Wish[]; cars: Car[] }) {
      for (const car of opened)
        for (const wish of all.wishes) {
          const pair = `${wish.id} ${car.id}`
          if (fits(wish, car, now) && !known.has(pair))
            known.set(pair, { foundAt: now, isTold: false })
        }
      for (const userId of new Set(all.wishes.map((wish) => wish.userId))) {
        const before = told.get(userId) ?? []
        const today = before.filter(({ at }) => londonDay(at) === londonDay(now)).length
        const news = all.wishes
          .filter((wish) => wish.userId === userId)
          .flatMap((wish) => all.cars.map((car) => ({ wish, car, pair: `${wish.id} ${car.id}` })))
          .filter(({ pair }) => known.get(pair)?.isTold === false)
        for (const { wish, car, pair } of news) if (!fits(wish, car, now)) known.delete(pair)
        const pairs = news
          .filter(({ car, pair }) => known.has(pair) && mayTell(now, car))
          .map(({ pair }) => pair)
        const isDue = pairs.some((pair) => (known.get(pair)?.foundAt ?? 0) + minutes(1) <= now)
        if (!isDue || today >= 3) continue
        for (const pair of pairs) known.set(pair, { foundAt: now, isTold: true })
        told.set(userId, [...before, { at: now, pairs: pairs.sort() }])
      }
    },
  }
}

/** What happens to cars on the hour, when nothing else begins or ends. */
async function happen(random: Random, now: Instant, cars: Car[], all: Wish[]): Promise<Car[]> {
  const opened: Car[] = []
  if (random(2) === 0) {
    const at = now + hours(25 + random(90)) + minutes(30)
    const ride = of(random, RIDES)
    const people = 1 + random(3)
    const opener = of(random, all).userId
    const id = await carAt(at, { ...ride, people }, now)
    const car = { id, at, ...ride, people, isOpen: true, insiders: new Set([opener]) }
    // The opener's own wishes are for more people than go with them, so they go on.
    await take(car, opener, 0)
    opened.push(car)
  }
  for (const car of cars) {
    const what = random(12)
    if (what === 0) await become(car, { people: 4 })
    if (what === 1 && car.people > 1) {
      await become(car, { people: car.people - 1 })
      await db
        .insert(seatOpenings)
        .values({ carpoolId: car.id, at: now })
        .onConflictDoUpdate({ target: seatOpenings.carpoolId, set: { at: now } })
      opened.push(car)
    }
    if (what === 2 && random(4) === 0) await become(car, { isOpen: false })
    if (what === 3) {
      const { userId, people } = of(random, all)
      await take(car, userId, people)
      for (const wish of all) if (wish.userId === userId && suits(wish, car, people)) end(wish)
      car.insiders.add(userId)
    }
  }
  cars.push(...opened.filter((car) => !cars.includes(car)))
  return opened
}
const end = (wish: Wish) => {
  wish.isOver = true
}
async function become(car: Car, change: Partial<Pick<Car, 'people' | 'isOpen'>>) {
  Object.assign(car, change)
  const set = { currentPassengers: car.people, status: car.isOpen ? 'OPEN' : 'FAILED' } as const
  await db.update(groups).set(set).where(eq(groups.id, car.id))
}
/** A seat in the car, which ends the wishes it satisfies. */
async function take(car: Car, userId: UserId, people: number) {
  const id: ParticipantId = `par_${crypto.randomUUID()}`
  await db.batch([
    db.insert(participants).values({
      id,
      kind: 'carpool',
      groupId: car.id,
      userId,
      version: 1,
      seat: 'taken',
      party: party({ people }),
      depositStatus: 'held',
      paymentStatus: 'DEPOSIT',
      createdAt: 0,
    }),
    endWishes(db, { userId, participantId: id }),
  ])
}

const wishOf = (random: Random, userId: UserId, at: Instant): WishRow => {
  const fromAt = at + hours(random(120))
  const window = { fromAt, toAt: fromAt + hours(1 + random(23)) }
  const change = { ...window, ...of(random, RIDES), people: 1 + random(3) }
  const id = `wish_${crypto.randomUUID()}` as WishId
  const expiresAt = expiryOf(window)
  return {
    ...wishFor(0, change),
    ...{ id, userId, createdAt: 0, expiresAt, meetAt: null, metAt: null },
  }
}

const histories = clockChanges(2).flatMap(({ day, hours: length }) =>
  [0, 1].map((n) => [length, 100 * n + length, day] as const),
)
test.each(histories)(
  'around a day of %i hours a car is told exactly if it suits and may be told: seed %i',
  async (_, seed, day) => {
    for (const table of [wishes, wishNews, seatOpenings, groups, participants])
      await db.delete(table)
    const random = randomFrom(seed)
    const first = startOfLondonDay(addDays(day, -1))
    const people = Array.from({ length: 20 }, (): UserId => `usr_${crypto.randomUUID()}`)
    const all: Wish[] = people.flatMap((userId) =>
      [0, 1, 2].map(() => wishOf(random, userId, first + hours(24))),
    )
    for (const wish of all) await db.insert(wishes).values(wish)
    const cars: Car[] = []
    const matcher = naive()
    for (let at = first; at < first + hours(76); at += minutes(30)) {
      // The night ends, the day ends and cars come close at other times than things happen.
      const isOnTheHour = (at - first) % hours(1) === 0 && ![0, 8].includes(hourOf(at))
      const opened = isOnTheHour ? await happen(random, at, cars, all) : []
      for (const now of isOnTheHour ? [at, at + minutes(1)] : [at]) {
        matcher.sweep(now, now === at ? opened : [], { wishes: all, cars })
        await sweepAt(now)
      }
    }
    const idsOf = { first: cars.map(({ id }) => id), of: new Set(all.map(({ id }) => id)) }
    expect(idsOf.first.length).toBeGreaterThan(20)
    for (const id of people) {
      const told = (await toldOf({ id })).map(({ at, params }) => ({
        at,
        cars: JSON.parse(String(params.cars)).sort(),
      }))
      const should = (matcher.told.get(id) ?? []).map(({ at, pairs }) => ({
        at,
        cars: [...new Set(pairs.map((pair) => pair.split(' ')[1]))].sort(),
      }))
      expect(told, id).toEqual(should)
    }
    const messages = [...matcher.told.values()]
    // Some get three a day, some get several cars at once, and some nothing.
    expect(messages.flat().length).toBeGreaterThan(20)
    expect(messages.flat().some(({ pairs }) => pairs.length > 1)).toBe(true)
    expect(messages.some((one) => one.length > 3)).toBe(true)
  },
)

/** 10,000 wishes at one airport over a month. */
async function many(now: Instant) {
  await db.delete(wishes)
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
     INSERT INTO wishes SELECT 'wish_' || i, 'usr_' || i, 'PICKUP', 'air_lhr',
       ?1 + i * 259200, ?1 + i * 259200 + 7200000, 1, 1, 1, ?1, ?1 + 9000000000, NULL, NULL FROM n`,
  )
    .bind(now)
    .run()
}
const planOf = async ({ sql, params }: { sql: string; params: unknown[] }) => {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params.map((param) => (typeof param === 'boolean' ? Number(param) : param)))
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail).join('\n')
}

test('among 10,000 wishes, those that a car suits are found by one query with an index', async () => {
  const now = startOfLondonDay(clockChanges(1)[0]?.day ?? '')
  await many(now)
  const carpoolId = await carAt(now + hours(24 * 10), {}, now)
  const query = findWishesFor(db, carpoolId, now)
  expect(await planOf(query.toSQL())).toMatch(
    /SEARCH groups USING INDEX \w+ \(id=\?\)\nSEARCH wishes USING INDEX wishes_time \(airport_id=\? AND trip_type=\? AND from_at>\? AND from_at<\?\)/,
  )
  const { meta } = await query.run()
  // 20 hours of beginnings and a window of 2, at a wish every 259 seconds.
  expect(meta.changes).toBeGreaterThan(50)
  expect(meta.rows_read).toBeLessThan(1000)
})

test('the other reads of wishes use an index too', async () => {
  const now = startOfLondonDay(clockChanges(1)[0]?.day ?? '')
  const row = { ...wishFor(now), userId: 'usr_1' as UserId } as WishRow
  const byTime =
    'USING INDEX wishes_time (airport_id=? AND trip_type=? AND from_at>? AND from_at<?)'
  expect(await planOf(listSharing(db, row, now).toSQL())).toContain(byTime)
  const day = { id: 'a day', from: now, before: now + hours(24) }
  const wanted = listWanted(db, [day], { now, least: 2 })
  expect(await planOf(wanted.toSQL())).toContain(`SEARCH wishes ${byTime}`)
  const fitting = await planOf(listFitting(db, row.userId, now).toSQL())
  expect(fitting).toContain('SEARCH wishes USING INDEX wishes_user (user_id=?)')
  expect(fitting).toMatch(
    /SEARCH groups USING INDEX \w+ \(listed=\? AND trip_type=\? .*departure_at>\? AND departure_at<\?\)/,
  )
})
