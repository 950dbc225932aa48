import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findNear, findSoon } from '#app/carpool/service/carpool-reads.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import { DEPOSIT_PENCE, hours } from '#app/kernel/limits.ts'
import { addDays, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { groups, users } from '#db/schema.ts'
import { heldBy, textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { clockChanges } from '#tests/worker/clock-changes.ts'
import { insertCar } from '#tests/worker/rows.ts'
import { carOf, goTo, inDays, joinCar, openCar } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { db, services } from '#tests/worker/world/services.ts'

/** What is offered where nothing fits, and to whoever has just arrived. */

/** A car for three at Heathrow, unless changed. */
const car = (days: number, change: Parameters<typeof openCar>[0] = {}) =>
  openCar({ ...inDays(days), maxPassengers: 3, ...change })
const idsOf = (cars: { id: string }[]) => cars.map(({ id }) => id)
const { date, time } = formatOf(getT('zh'))

test('near a day are open cars of the same direction and airport, at most two days away, three at most', async () => {
  const asked = await car(20)
  const [early, late] = [await car(18), await car(22)]
  await car(17)
  await car(23)
  await car(20, { airportId: 'air_man' })
  const back = { flightTime: inDays(20).carpoolAt + hours(4), tripType: 'DROPOFF' as const }
  await car(20, back)
  const full = await car(21, { maxPassengers: 2 })
  await joinCar(full)
  const day = londonDay((await carOf(asked.carpoolId)).carpoolAt)
  const near = { tripType: 'PICKUP', airportName: 'LHR', date: day } as const
  expect(idsOf(await findNear(services, near))).toEqual([
    early.carpoolId,
    asked.carpoolId,
    late.carpoolId,
  ])
  // A fourth is left out; without a day, the next ones of any airport are near.
  await car(19)
  expect(await findNear(services, near)).toHaveLength(3)
  expect(await findNear(services, { tripType: 'PICKUP', airportName: 'nowhere' })).toEqual([])
})

test('near a day are whole London days, whenever the clocks change', async () => {
  for (const { day } of clockChanges(2))
    for (const date of [addDays(day, -1), day, addDays(day, 1)]) {
      const [from, to] = [startOfLondonDay(addDays(date, -2)), startOfLondonDay(addDays(date, 3))]
      const made: string[] = []
      for (const carpoolAt of [from - 1, from, to - 1, to]) {
        const airport = { airportId: 'air_stn', airportNameEn: 'London Stansted' } as const
        made.push((await insertCar({ ...airport, departureAt: carpoolAt })).id)
      }
      const found = idsOf(
        await findNear(services, { tripType: 'PICKUP', airportName: 'STN', date }),
      )
      expect(
        made.map((id) => found.includes(id)),
        date,
      ).toEqual([false, true, true, false])
      for (const id of made) await db.delete(groups).where(eq(groups.id, id as 'car_'))
    }
})

test('the home page offers the next cars that lack one person, and says so; without one, the next ones', async () => {
  const [soonest, later] = [await car(9), await car(10, { maxPassengers: 4 })]
  const home = async () => textOf(await new Visitor().get('/'))
  expect((await findSoon(services, null)).lacksOne).toBe(false)
  expect(idsOf((await findSoon(services, null)).carpools)).toEqual([
    soonest.carpoolId,
    later.carpoolId,
  ])
  expect(await home()).toContain('最近出发')
  await joinCar(later, { people: 2 })
  const soon = await findSoon(services, null)
  expect([soon.lacksOne, idsOf(soon.carpools)]).toEqual([true, [later.carpoolId]])
  const text = await home()
  expect(text).toContain('就差 1 人')
  expect(text).toContain('还差 1 人（3/4）')
  expect(text).not.toContain(date((await carOf(soonest.carpoolId)).carpoolAt))
})

test('the promises of the home page are those of the rules, in both languages', async () => {
  for (const lang of ['zh', 'en'] as const) {
    const { money } = formatOf(getT(lang))
    const text = textOf(await new Visitor({ lang }).get('/'))
    expect(text).toContain(
      lang === 'zh' ? `${money(DEPOSIT_PENCE)} 只冻结` : `${money(DEPOSIT_PENCE)} is only held`,
    )
  }
})

test('a car that did not fill offers those that still can be joined around its day', async () => {
  const owner = await newStudent()
  const failed = await openCar(
    { ...inDays(5), airportId: 'air_bhx', terminal: 'T1' },
    { as: owner },
  )
  const other = await car(6, { airportId: 'air_bhx', terminal: 'T1' })
  const away = await car(12, { airportId: 'air_bhx', terminal: 'T1' })
  await goTo((await carOf(failed.carpoolId)).cutoffAt)
  const page = await (await browserOf(owner)).get(`/carpool/record/${failed.participantId}`)
  expect(page.html).toContain(`/carpool/${other.carpoolId}/join?tripType=PICKUP`)
  expect(page.html).not.toContain(`/carpool/${away.carpoolId}/join`)
  const { carpoolAt } = await carOf(other.carpoolId)
  expect(textOf(page)).toContain(`${date(carpoolAt)} ${time(carpoolAt)}`)
  // One that goes on offers none.
  const open = await openCar({ ...inDays(7), airportId: 'air_bhx', terminal: 'T1' }, { as: owner })
  const own = await (await browserOf(owner)).get(`/carpool/record/${open.participantId}`)
  expect(own.html).not.toContain(`/carpool/${other.carpoolId}/join`)
})

test('terms are shown in four lines until a version has been agreed to, and folded from then on', async () => {
  const { carpoolId } = await openCar({ ...inDays(15), maxPassengers: 4 })
  const joiner = await newStudent()
  const browser = await browserOf(joiner)
  const path = `/carpool/${carpoolId}/join`
  const first = await browser.get(path)
  const version = heldBy(first, 'termsVersion') ?? ''
  expect(version).toMatch(/^[\da-f]{16}$/)
  const noted = async () =>
    (await db.select({ is: users.termsVersion }).from(users).where(eq(users.id, joiner.id)))[0]?.is
  expect(await noted()).toBeNull()
  const { wall } = formatOf(getT('zh'))
  const fields = {
    terminal: 'T2',
    flightNumber: '',
    flightTime: wall(inDays(15).flightTime),
    nLocation: '8 Park Row',
    people: '1',
    bigLuggage: '1',
    smallLuggage: '1',
    bag: '1',
  }
  // What is no version is not noted.
  await browser.post(path, { ...fields, people: '0', termsVersion: '<script>' })
  expect(await noted()).toBeNull()
  expect((await browser.post(path, { ...fields, termsVersion: version })).status).toBe(303)
  expect(await noted()).toBe(version)
  expect(heldBy(await browser.get(path), 'termsVersion')).toBeUndefined()
  // Another version is shown again.
  await db
    .update(users)
    .set({ termsVersion: '0'.repeat(16) })
    .where(eq(users.id, joiner.id))
  expect(heldBy(await browser.get(path), 'termsVersion')).toBe(version)
})

test('a Gatwick terminal is named in the language of the page', async () => {
  await openCar({ ...inDays(12), airportId: 'air_lgw', terminal: 'North Terminal' })
  const list = async (lang: 'zh' | 'en') =>
    textOf(await new Visitor({ lang }).get('/carpool?tripType=PICKUP&airportName=LGW'))
  expect(await list('zh')).toContain('北航站楼 → 诺丁汉')
  expect(await list('zh')).not.toContain('North Terminal')
  expect(await list('en')).toContain('North Terminal → Nottingham')
})
