import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeFlight } from '#app/carpool/service/carpool-actions.server.ts'
import { cancelGroup } from '#app/console/service/groups.server.ts'
import {
  readSuggestions,
  readUsedUp,
} from '#app/features/flights/service/flight-suggestions.server.ts'
import { purgeFlights, sweepFlights } from '#app/features/flights/service/flight-watch.server.ts'
import { driverLinks } from '#app/features/ride/service/drive.server.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { addDays, type Instant, type LondonDay, londonDay, londonWall } from '#app/kernel/time.ts'
import type { Log } from '#app/platform/log.server.ts'
import { flightStatuses, notices, participants } from '#db/schema.ts'
import {
  carOf,
  completeCar,
  goTo,
  moneyFor,
  payBalance,
  placeIn,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { browserOf, newStudent, type Student } from '#tests/worker/world/people.ts'
import { db, must, services } from '#tests/worker/world/services.ts'
import { flightStandIn } from '#workers/dev/runtime.ts'
import { leadsTo, textOf, Visitor } from './accounts/visitor.ts'
import { newAdmin, visitorOf } from './admin/kit.ts'
import { assign } from './assign.ts'
import { filledForm } from './forms/filled.ts'

/** A provider of flight status suggests and decides nothing; the product is whole without it. */

const KEY = 'a-key'
const by: AdminId = 'adm_flights'
/** As it is typed, and as it is asked about. */
const TYPED = 'BA038'
const NUMBER = 'BA38'

let students: [Student, Student]
let carpoolId: string
let seats: [Seat, Seat]
let departureAt: Instant
let landsAt: Instant
let day: LondonDay
beforeEach(async () => {
  // What an earlier test left is not asked about.
  await db.delete(participants)
  await db.delete(flightStatuses)
  students = [await newStudent(), await newStudent()]
  const car = await completeCar([...students])
  carpoolId = car.carpoolId
  seats = car.seats as [Seat, Seat]
  departureAt = (await carOf(carpoolId)).carpoolAt
  landsAt = (await placeIn(carpoolId, seats[0].participantId)).party.flightTime
  day = londonDay(landsAt)
})

/** A time as the provider writes it. */
const told = (at: Instant) => {
  const utc = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`
  return { utc, local: utc }
}
type Told = ReturnType<typeof told> | { utc: string; local?: string }
type Entry = { iata?: string; scheduled?: Told; revised?: Told; status?: string }
const entry = ({ iata = 'LHR', scheduled = told(landsAt), revised, status }: Entry = {}) => ({
  number: 'BA 38',
  status: status ?? 'Expected',
  arrival: { airport: { iata }, scheduledTime: scheduled, revisedTime: revised },
})
const late = (by: number, over: Entry = {}) => entry({ revised: told(landsAt + by), ...over })

type Answer = (n: number) => Response | Promise<Response>
const says =
  (...entries: unknown[]): Answer =>
  () =>
    Response.json(entries)

/** A provider that answers this way, and the requests it got. */
function provider(answer: Answer) {
  const asked: Request[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    asked.push(new Request(input, init))
    return answer(asked.length)
  }
  return { fetch, asked }
}
type Provider = ReturnType<typeof provider>

/** One sweep at a moment, as a new isolate does it; returns its log. */
async function sweepAt(at: Instant, { fetch }: Provider, { calls = 300, key = KEY } = {}) {
  const lines: string[] = []
  const write = (...line: unknown[]) =>
    void lines.push(line.map((one) => JSON.stringify(one)).join())
  const log: Log = { info: write, warn: write, error: write }
  const flights = key ? { key, url: 'https://flights.example', calls } : null
  const clock = { now: () => at, systemTime: (instant: Instant) => instant }
  await sweepFlights({ db, clock, config: { ...services.config, flights }, fetch, log })
  return lines.join('\n')
}
const suggestions = async () => {
  const { participants: places } = await carOf(carpoolId)
  const about = {
    kind: 'carpool',
    tripType: 'PICKUP',
    airportName: { zh: '伦敦希思罗机场', en: 'London Heathrow' },
  } as const
  const shown = places.map(({ id, party }) => ({ participantId: id, party }))
  return readSuggestions(services, [{ about, places: shown }])
}
const everything = async () => ({
  car: await carOf(carpoolId),
  money: await Promise.all(students.map(moneyFor)),
  notices: (await db.select().from(notices)).length,
})
const record = ({ participantId }: Seat, path = '') => `/carpool/record/${participantId}${path}`
const page = async (seat: Seat, path = '') => (await browserOf(seat.viewer)).get(record(seat, path))

describe('a word that can be true', () => {
  beforeEach(() => sweepAt(landsAt - hours(3), provider(says(late(minutes(95))))))

  test('is a question to both on the flight, with their own form filled in', async () => {
    const before = await everything()
    for (const seat of seats)
      expect(textOf(await page(seat))).toContain('航班可能晚点 95 分钟，对吗？')
    const [ann] = seats
    expect((await page(ann)).html).toContain(record(ann, '/flight?suggested=1'))
    const form = filledForm(await page(ann, '/flight?suggested=1'), 'flightTime')
    expect(form).toMatchObject({
      flightNumber: TYPED,
      flightTime: londonWall(landsAt + minutes(95)),
    })
    expect(filledForm(await page(ann, '/flight'), 'flightTime')).toMatchObject({
      flightTime: londonWall(landsAt),
    })
    expect(await everything(), 'nothing by itself').toEqual(before)

    const saved = await (await browserOf(ann.viewer)).post(record(ann, '/flight'), form)
    expect(leadsTo(saved)).toBe(record(ann))
    const { party } = await placeIn(carpoolId, ann.participantId)
    expect(party.flightTime).toBe(landsAt + minutes(95))
    expect(textOf(await page(ann))).not.toContain('可能晚点')
    expect(textOf(await page(seats[1])), 'each confirms').toContain('可能晚点 95 分钟')
  })

  test('is on the day sheet as unconfirmed, in both languages', async () => {
    const visitor = visitorOf(await newAdmin(['dispatch']))
    for (const [language, words] of [
      ['zh', '可能晚点 95 分钟'],
      ['en', 'May be 95 min late'],
    ] as const) {
      visitor.cookies.set('language', language)
      const text = textOf(await visitor.get(`/admin/day?date=${londonDay(departureAt)}`))
      expect(text.split(words)).toHaveLength(3)
      expect(text).toContain(language === 'zh' ? '未确认' : 'unconfirmed')
    }
  })
})

test('a cancelled flight is a question too', async () => {
  await sweepAt(landsAt - hours(3), provider(says(entry({ status: 'Canceled' }))))
  expect(textOf(await page(seats[0]))).toContain('航班可能取消了，对吗？')
})

test('sweeps that overlap ask once', async () => {
  const api = provider(says(late(hours(1))))
  await Promise.all([1, 2, 3].map(() => sweepAt(landsAt - hours(3), api)))
  expect(api.asked).toHaveLength(1)
})

test('flight number and day leave, and nothing else; the key is in no log line', async () => {
  const api = provider(() => new Response('no', { status: 500 }))
  const log = await sweepAt(landsAt - hours(3), api)
  const [request] = api.asked as [Request]
  expect([request.method, request.url, await request.text()]).toEqual([
    'GET',
    `https://flights.example/flights/number/${NUMBER}/${day}?dateLocalRole=Arrival`,
    '',
  ])
  expect(Object.fromEntries(request.headers)).toEqual({
    'x-rapidapi-key': KEY,
    'x-rapidapi-host': 'flights.example',
  })
  expect(log).toContain('500')
  expect(log).not.toContain(KEY)
  expect(log).not.toContain(NUMBER)
})

describe('not asked about', () => {
  const never = provider(() => {
    throw new Error('asked')
  })
  const sweep = async () => {
    expect(await sweepAt(landsAt - hours(3), never)).toBe('')
    expect(never.asked).toEqual([])
  }

  test('what is not a flight number', async () => {
    const flight = { flightTime: landsAt, terminal: 'T2', flightNumber: '王小明 07700900123' }
    for (const { viewer, participantId } of seats)
      must(await changeFlight(services, viewer, participantId, flight))
    await sweep()
  })
  test('a car that takes people to the airport', async () => {
    await db.delete(participants)
    const flightTime = departureAt + hours(4)
    await completeCar([await newStudent()], { tripType: 'DROPOFF', flightTime })
    await sweep()
  })
  test('a group that is cancelled', async () => {
    must(await cancelGroup(services, 'carpool', carpoolId, by))
    await sweep()
  })
})

test('without a key nobody is asked, nothing is read and nothing is shown', async () => {
  const api = provider(says(late(hours(2))))
  await sweepAt(landsAt - hours(3), api, { key: '' })
  expect(api.asked).toEqual([])
  await sweepAt(landsAt - hours(3), api)
  const unread = new Proxy({} as typeof db, {
    get: () => {
      throw new Error('read')
    },
  })
  const { clock } = services
  const none = { db: unread, clock, config: { ...services.config, flights: null } }
  const { party } = await placeIn(carpoolId, seats[0].participantId)
  const about = { kind: 'carpool', tripType: 'PICKUP', airportName: { zh: '', en: '' } } as const
  expect(
    await readSuggestions(none, [{ about, places: [{ participantId: 'par_1', party }] }]),
  ).toEqual({})
  expect(await readUsedUp(none)).toBeNull()
})

describe('a provider that lies, is late or says nothing: no suggestion, no status, no payment', () => {
  const at = () => landsAt + hours(2)
  test.each<[string, () => Answer]>([
    ['silent', () => () => Promise.reject(new DOMException('timed out', 'TimeoutError'))],
    ['broken', () => () => new Response('error', { status: 500 })],
    ['without a flight', () => () => new Response(null, { status: 204 })],
    ['busy', () => () => new Response(null, { status: 429 })],
    ['no JSON', () => () => new Response('<html>')],
    ['another shape', says.bind(null, { arrival: null }, 7, null)],
    ['another airport', () => says(late(hours(2), { iata: 'MAN' }))],
    ['the day before', () => says(late(hours(2), { scheduled: told(landsAt - hours(24)) }))],
    ['the day after', () => says(late(hours(26), { scheduled: told(landsAt + hours(24)) }))],
    ['two days late', () => says(late(hours(48)))],
    ['two times at once', () => says(late(hours(1)), late(hours(2)))],
    ['a clock change behind', () => says(entry({ revised: localAnHourOff(at()) }))],
    ['a time of no zone', () => says(entry({ revised: { utc: '2026-12-01 14:00' } }))],
    ['early', () => says(late(-hours(1)))],
  ])('%s', async (_name, answer) => {
    const before = await everything()
    const api = provider(answer())
    for (const ago of [hours(24), hours(3), hours(1)]) await sweepAt(landsAt - ago, api)
    expect(api.asked.length, 'it was asked').toBeGreaterThan(0)
    expect(await suggestions()).toEqual({})
    expect(textOf(await page(seats[0]))).not.toMatch(/可能晚点|可能取消/)
    expect(await everything()).toEqual(before)
  })

  const localAnHourOff = (instant: Instant) => {
    const { utc } = told(instant)
    return { utc, local: `${utc.slice(0, -1)}+01:00` }
  }
})

describe('its limits', () => {
  test('busy: it is left alone for as long as it asks, and then asked again', async () => {
    const api = provider((n) =>
      n === 1
        ? new Response(null, { status: 429, headers: { 'Retry-After': '1800' } })
        : Response.json([late(hours(1))]),
    )
    const start = landsAt - hours(3)
    for (const after of [0, 1, 29]) await sweepAt(start + minutes(after), api)
    expect(api.asked).toHaveLength(1)
    await sweepAt(start + minutes(30), api)
    expect(api.asked).toHaveLength(2)
    expect(Object.values(await suggestions())).toHaveLength(2)
  })

  test('the plan is used up: nobody is asked, and the console says so', async () => {
    const used = { day: addDays(day, -20), number: 'BA1', askedAt: 0, landings: [] }
    const max = services.config.flights?.calls ?? 0
    await db.insert(flightStatuses).values({ ...used, calls: max - 1 })
    const visitor = visitorOf(await newAdmin(['dispatch']))
    visitor.cookies.set('language', 'zh')
    expect(textOf(await visitor.get('/admin'))).not.toContain('航班查询用完了')
    const api = provider(says(late(hours(1))))
    await sweepAt(landsAt - hours(3), api, { calls: max })
    await sweepAt(landsAt - hours(1), api, { calls: max })
    expect(api.asked).toHaveLength(1)
    expect(textOf(await visitor.get('/admin'))).toContain(`${max} 次航班查询用完了`)
    const other = visitorOf(await newAdmin(['orders']))
    expect(textOf(await other.get('/admin'))).not.toContain('航班查询')
  })

  test('calls of a month ago no longer count, and are forgotten', async () => {
    const old = { day: addDays(day, -40), number: 'BA1', askedAt: 0, landings: [] }
    await db.insert(flightStatuses).values({ ...old, calls: 300 })
    const api = provider(says())
    await sweepAt(landsAt - hours(3), api)
    expect(api.asked).toHaveLength(1)
    const clock = { now: () => landsAt, systemTime: (instant: Instant) => instant }
    const deps = {
      db,
      clock,
      config: { ...services.config, flights: null },
      fetch,
      log: services.log,
    }
    await purgeFlights(deps)
    expect((await db.select().from(flightStatuses)).map(({ number }) => number)).toEqual([NUMBER])
  })
})

test('with the stand-in, from its word to the driver’s page', async () => {
  const iso = (at: Instant) => `${new Date(at).toISOString().slice(0, 16)}+00:00`
  const landing = { airport: 'LHR', scheduled: iso(landsAt), revised: iso(landsAt + minutes(50)) }
  const standIn = flightStandIn(env)
  const set = await standIn.fetch('http://localhost/flights', {
    method: 'POST',
    body: JSON.stringify({ number: NUMBER, day, landings: [landing] }),
  })
  expect(set.status).toBe(200)
  for (const seat of seats) await payBalance(seat)
  await assign(carpoolId)
  await goTo(departureAt - hours(20))
  const { items } = (await (await standIn.fetch('http://localhost/flights')).json()) as {
    items: string[]
  }
  expect(items.filter((one) => one === `${NUMBER} ${day}`)).toHaveLength(1)
  const assigned = { id: 'ride_one', version: 1 } as const
  const links = driverLinks(services, carpoolId as 'car_', assigned)
  const path = links.zh.replace(/^.*(?=\/drive\/)/, '')
  expect(textOf(await new Visitor().get(path))).toContain('可能晚点 50 分钟')
  expect(textOf(await page(seats[1]))).toContain('航班可能晚点 50 分钟，对吗？')
})
