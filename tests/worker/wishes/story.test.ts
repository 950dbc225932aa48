import { expect, test } from 'vitest'
import { hours, minutes } from '#app/kernel/limits.ts'
import { addDays, londonDay, londonWall, startOfLondonDay } from '#app/kernel/time.ts'
import { errorOf, heldBy, leadsTo, Visitor } from '#tests/worker/accounts/visitor.ts'
import { filledForm } from '#tests/worker/forms/filled.ts'
import { inDays, joinCar, openCar } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { now } from '#tests/worker/world/services.ts'
import { sweepAt } from './kit.ts'

/** From an empty list to a seat, through a wish (docs/rules.md#wishes). */

const noon = startOfLondonDay(addDays(londonDay(now()), 1)) + hours(12)
const { carpoolAt } = inDays(8)
const day = londonDay(carpoolAt)

test('from an empty list to a seat', async () => {
  const student = await newStudent()
  const browser = await browserOf(student)
  const list = await browser.get(`/carpool?airportName=LHR&date=${day}&time=afternoon`)
  const way = `/wishes/new?airportName=LHR&date=${day}&time=afternoon`
  expect(list.html).toContain(way.replaceAll('&', '&amp;'))

  const empty = await browser.get(way)
  const form = filledForm(empty, 'people')
  expect(form).toMatchObject({
    tripType: 'PICKUP',
    airportId: 'air_lhr',
    day,
    from: '12:00',
    people: '1',
  })
  const made = await browser.post(way, { ...form, people: '2', bigLuggage: '3' })
  expect([made.status, leadsTo(made)]).toEqual([303, '/wishes'])
  const own = await browser.get('/wishes')
  expect(own.html).toContain('name="delete"')
  expect(own.html).not.toContain('/join?')

  const car = await openCar({ maxPassengers: 4 })
  for (const at of [noon, noon + minutes(1)]) await sweepAt(at)
  const join = `/carpool/${car.carpoolId}/join?people=2&bigLuggage=3&smallLuggage=1`
  for (const page of ['/notices', '/wishes'])
    expect((await browser.get(page)).html).toContain(join.replaceAll('&', '&amp;'))
  const joining = await browser.get(join)
  expect([heldBy(joining, 'people'), heldBy(joining, 'bigLuggage')]).toEqual(['2', '3'])

  await joinCar(car, { as: student, people: 2 })
  expect((await browser.get('/wishes')).html).not.toContain('name="delete"')
})

test('a visitor logs in first and comes back to what was asked for', async () => {
  const answer = await new Visitor().get(`/wishes/new?date=${day}`)
  expect(answer.status).toBe(302)
  expect(decodeURIComponent(leadsTo(answer) ?? '')).toContain(`/wishes/new?date=${day}`)
})

test('a wish can be deleted, and a fourth is refused with what was typed', async () => {
  const browser = await browserOf(await newStudent())
  const add = async (n: number) => {
    const path = `/wishes/new?airport=LHR&date=${addDays(day, n)}&from=22:00&to=02:00`
    const form = filledForm(await browser.get(path), 'people')
    expect([form.from, form.to]).toEqual(['22:00', '02:00'])
    return browser.post(path, { ...form, people: '3' })
  }
  for (const n of [0, 1, 2]) expect((await add(n)).status).toBe(303)
  const refused = await add(3)
  expect(refused.status).toBe(409)
  expect([heldBy(refused, 'people'), heldBy(refused, 'day')]).toEqual(['3', addDays(day, 3)])
  const { html } = await browser.get('/wishes')
  const ids = [...html.matchAll(/name="delete" value="(wish_\w+)"/g)].map(([, id = '']) => id)
  expect(ids).toHaveLength(3)
  await browser.post('/wishes', { delete: ids[1] ?? '' })
  expect((await browser.get('/wishes')).html).not.toContain(ids[1])
  expect((await add(3)).status).toBe(303)
})

test.each([
  ['times that are over', { day: londonDay(now()) }, 'day'],
  ['a time that cannot be read', { from: '25:00' }, 'from'],
  ['too many people', { people: '9' }, 'people'],
  ['a day too far ahead', { day: addDays(day, 800) }, 'day'],
])('%s: the form says so and keeps what was typed', async (_, typed, field) => {
  const browser = await browserOf(await newStudent())
  const path = `/wishes/new?airport=LHR&date=${day}`
  const form = filledForm(await browser.get(path), 'people')
  const page = await browser.post(path, { ...form, ...typed })
  expect(page.status).toBe(422)
  expect(errorOf(page, field)).toBeDefined()
  expect(heldBy(page, field)).toBe(Object.values(typed)[0])
})

test('the times of the form to open a car come from what wishes have in common', async () => {
  const browser = await browserOf(await newStudent())
  const [, clock = ''] = londonWall(carpoolAt).split('T')
  const page = await browser.get(
    `/carpool/create?tripType=DROPOFF&airportId=air_man&date=${day}&clock=${clock}&people=2`,
  )
  expect(filledForm(page, 'people')).toMatchObject({
    tripType: 'DROPOFF',
    airportId: 'air_man',
    carpoolDatetime: `${day}T${clock}`,
    people: '2',
  })
})
