import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type BoardFilter, readBoard } from '#app/features/wishes/service/board.server.ts'
import type { AirportId, UserId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { addDays, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import { asOneRequest } from '#app/platform/request-scope.server.ts'
import { openDb } from '#db/db.ts'
import { wishes } from '#db/schema.ts'
import { textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { newAdmin, visitorOf } from '#tests/worker/admin/kit.ts'
import { clockChanges } from '#tests/worker/clock-changes.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db, now } from '#tests/worker/world/services.ts'
import { clockAt, wishAt } from './kit.ts'

/** The board of wishes, which everybody sees alike (docs/rules.md#wishes). */

const today = londonDay(now())
const noon = startOfLondonDay(addDays(today, 1)) + hours(12)
/** A day whose list no other file opens: what an isolate has read is shown for a while. */
const day = addDays(today, 13)
const at = (clock: number, on = day) => startOfLondonDay(on) + hours(clock)

/** A database that counts its round trips, with reads of its own. */
function counted() {
  const count = { trips: 0 }
  const binding = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'batch' || name === 'prepare') count.trips += name === 'batch' ? 1 : 0
      return Reflect.get(target, name).bind(target)
    },
  })
  const used = openDb(binding)
  return { count, db: used }
}
/** What an isolate that has read nothing yet shows at a moment. */
const boardAt = (moment: number, filter: BoardFilter = {}) => {
  const { db: used } = counted()
  return readBoard({ db: used, clock: clockAt(moment) }, filter)
}
const linesAt = async (moment: number, filter?: BoardFilter) =>
  (await boardAt(moment, filter)).map(({ id, people }) => `${id} ${people}`)

const wish = async (from: number, to: number, change: object = {}, who?: { id: UserId }) =>
  wishAt(noon, who ?? (await newStudent()), at(12), { fromAt: from, toAt: to, ...change })

test('people are added up by part of a day, from two on, and somebody counts once', async () => {
  await db.delete(wishes)
  await wish(at(9), at(11))
  const ann = await newStudent()
  await wish(at(8), at(10), {}, ann)
  await wish(at(8), at(11), {}, ann)
  // Into the afternoon, where nobody else is, and for the other direction.
  await wish(at(11), at(13))
  await wish(at(9), at(11), { tripType: 'DROPOFF', people: 2 })
  await wish(at(9), at(11), { airportId: 'air_man' as AirportId })
  const dropOff = `DROPOFF.air_lhr.${day}.morning 2`
  const pickup = `PICKUP.air_lhr.${day}.morning 3`
  expect(await linesAt(noon)).toEqual([pickup, dropOff])
  expect(await linesAt(noon, { tripType: 'DROPOFF' })).toEqual([dropOff])
  expect(await linesAt(noon, { date: day })).toEqual([pickup, dropOff])
  expect(await linesAt(noon, { date: addDays(day, 1) })).toEqual([])
  expect(await linesAt(noon, { airportName: 'LHR' })).toHaveLength(2)
  expect(await linesAt(noon, { airportName: '曼彻斯特' })).toEqual([])
})

test('the soonest comes first, as long as a car can still be opened for it', async () => {
  await db.delete(wishes)
  await wish(at(18), at(20), { people: 4 })
  await wish(at(9, addDays(day, 2)), at(10, addDays(day, 2)), { people: 2 })
  const [evening, later] = [
    `PICKUP.air_lhr.${day}.evening 4`,
    `PICKUP.air_lhr.${addDays(day, 2)}.morning 2`,
  ]
  expect(await linesAt(noon)).toEqual([evening, later])
  const last = startOfLondonDay(addDays(day, -2))
  expect(await linesAt(last - 1)).toEqual([evening, later])
  expect(await linesAt(last)).toEqual([later])
})

test.each(clockChanges(2).map(({ day: changed, hours: length }) => [length, changed] as const))(
  'a day of %i hours has the parts that its clocks show',
  async (_, changed) => {
    await db.delete(wishes)
    const nine = startOfLondonDay(addDays(changed, 1)) - hours(15)
    await wish(nine, nine + hours(2), { people: 2 })
    expect(await linesAt(nine - hours(24 * 5))).toEqual([`PICKUP.air_lhr.${changed}.morning 2`])
  },
)

test('it is read in one round trip with the rest of a page, and at most once in ten seconds', async () => {
  await db.delete(wishes)
  await wish(at(9), at(11), { people: 2 })
  const { count, db: used } = counted()
  const read = (moment: number) => readBoard({ db: used, clock: clockAt(moment) }, {})
  const other = () => batchRead(used, used.select({ id: wishes.id }).from(wishes))
  const [first] = await asOneRequest({}, () => Promise.all([read(noon), other()]))
  expect([first.length, count.trips]).toEqual([1, 1])
  await db.delete(wishes)
  expect(await read(noon + 9_999)).toEqual(first)
  expect(await read(noon + 10_000)).toEqual([])
})

test('its lines say the same to everybody, without a name, and lead to a car', async () => {
  await db.delete(wishes)
  const [ann, bob] = [await newStudent(), await newStudent()]
  for (const who of [ann, bob]) await wish(at(9), at(11), {}, who)
  const visitor = new Visitor({ lang: 'zh' })
  const list = await visitor.get(`/carpool?date=${day}&airportName=LHR`)
  expect(list.html).toMatch(/上午 希思罗接机：2 人在等/)
  const asked = `tripType=PICKUP&amp;airportId=air_lhr&amp;date=${day}&amp;time=morning`
  expect(list.html).toContain(`href="/neighbourhelp/carpool/create?${asked}"`)
  for (const { id } of [ann, bob]) expect(list.html).not.toContain(id)
})

test('the console sees everybody who waits, by day and airport, and no names', async () => {
  await db.delete(wishes)
  const ann = await newStudent()
  await wish(at(9), at(11), {}, ann)
  await wish(at(9), at(11), { airportId: 'air_man' as AirportId, tripType: 'DROPOFF', people: 3 })
  const browser = visitorOf(await newAdmin())
  browser.cookies.set('language', 'zh')
  const page = await browser.get('/admin/wishes')
  expect(textOf(page)).toMatch(/希思罗接机 上午 1 人/)
  expect(textOf(page)).toMatch(/曼彻斯特送机 上午 3 人/)
  expect(page.html).not.toContain(ann.id)
})
