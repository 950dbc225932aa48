import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { GroupId } from '#app/domain/id.ts'
import { LIVE_FRESH_MS, LIVE_MAX } from '#app/domain/live.ts'
import { createLive } from '#app/services/groups/live.server.ts'
import { openDb } from '#db/db.ts'
import { joinCar, openCar } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { openTrip } from '#tests/worker/world/trips.ts'
import { pass, Visitor } from './accounts/visitor.ts'

type Answer = ([string, string, string] | null)[]

async function liveOf(ids: readonly string[], lang: 'zh' | 'en' = 'zh') {
  const shown = await new Visitor({ lang }).get(`/live?ids=${ids}`)
  expect(shown.status).toBe(200)
  return { ...shown, answer: JSON.parse(shown.html) as Answer }
}
/** The mark of a group's ticket on a page. */
const markOn = async (path: string, id: string, visitor = new Visitor()) =>
  (await visitor.get(path)).html.match(new RegExp(`data-live="${id}"[^>]*data-mark="([^"]*)"`))?.[1]

test('the fragment says how full groups are, in the order asked for and the visitor’s language', async () => {
  const { carpoolId } = await openCar({ maxPassengers: 4 })
  const { id } = await openTrip()
  const nobody = `car_${'0'.repeat(26)}`
  const { answer, headers, html } = await liveOf([id, nobody, carpoolId])
  expect(answer).toEqual([
    ['1.OPEN', expect.stringMatching(/^剩 \d+ 天$/), expect.stringContaining('天')],
    null,
    ['1.OPEN', expect.stringMatching(/^剩 \d+ 天$/), expect.stringContaining('天')],
  ])
  expect((await liveOf([carpoolId], 'en')).answer[0]?.[1]).toMatch(/^\d+ days left$/)
  expect(headers.get('Set-Cookie')).toBeNull()
  expect(html.length, 'bytes for two groups').toBeLessThan(160)
})

test('a ticket has the mark of the fragment wherever it is shown, and both change together', async () => {
  const car = await openCar({ maxPassengers: 4 })
  const { id } = await openTrip()
  const student = await browserOf(await newStudent())
  expect(await markOn('/trip', id, student)).toBe('1.OPEN')
  const pages = [
    ['/carpool', car.carpoolId],
    [`/share/carpool/${car.carpoolId}?lang=zh`, car.carpoolId],
    [`/share/trip/${id}?lang=zh`, id],
  ] as const
  for (const [path, of] of pages) expect(await markOn(path, of), path).toBe('1.OPEN')
  await joinCar(car)
  // Pages and fragments of before may be a few seconds old.
  await pass(60)
  for (const path of [pages[0][0], pages[1][0]])
    expect(await markOn(path, car.carpoolId), path).toBe('2.OPEN')
  expect((await liveOf([car.carpoolId])).answer[0]?.[0]).toBe('2.OPEN')
})

test('what nobody may ask is refused', async () => {
  const { carpoolId } = await openCar()
  const many = Array.from({ length: LIVE_MAX + 1 }, () => carpoolId)
  for (const ids of ['', 'car_1', `usr_${'0'.repeat(26)}`, `${carpoolId},`, '*', many.join()])
    expect((await new Visitor().get(`/live?ids=${ids}`)).status, ids).toBe(400)
})

test('however many look, a group is read once in a few seconds', async () => {
  const car = await openCar({ maxPassengers: 4 })
  const ids: GroupId[] = [car.carpoolId]
  let now = 0
  let reads = 0
  const database = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare') reads++
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const live = createLive({
    db: openDb(database),
    clock: { now: () => now, systemTime: (at) => at },
  })
  const people = async () => (await live.read(ids)).map((row) => row?.currentPassengers)
  expect(await people()).toEqual([1])
  await joinCar(car)
  now += LIVE_FRESH_MS - 1
  expect([await people(), reads]).toEqual([[1], 1])
  now += 1
  expect([await people(), reads]).toEqual([[2], 2])
})
