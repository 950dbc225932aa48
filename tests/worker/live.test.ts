import { expect, test } from 'vitest'
import { joinCar, openCar } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { openTrip } from '#tests/worker/world/trips.ts'
import { pass, type Shown, Visitor } from './accounts/visitor.ts'

/** What an open page gets that was read before: nothing, unless it has changed. */
const again = (visitor: Visitor, path: string, { headers }: Shown) =>
  visitor.get(path, { 'If-None-Match': headers.get('ETag') ?? 'none' })

test('a page that stays open is sent again only once its tickets have changed', async () => {
  const car = await openCar({ maxPassengers: 4 })
  const { id } = await openTrip()
  const student = await browserOf(await newStudent())
  const pages = [
    { visitor: new Visitor(), path: '/carpool', ticket: car.carpoolId },
    { visitor: student, path: '/carpool', ticket: car.carpoolId },
    { visitor: student, path: '/trip', ticket: id },
    {
      visitor: new Visitor({ lang: 'en' }),
      path: `/share/carpool/${car.carpoolId}?lang=en`,
      ticket: car.carpoolId,
    },
  ]
  const read = await Promise.all(pages.map(({ visitor, path }) => visitor.get(path)))
  for (const [at, { visitor, path, ticket }] of pages.entries()) {
    const before = read[at] as Shown
    expect(before.html, path).toContain(`data-live="${ticket}"`)
    const same = await again(visitor, path, before)
    expect([same.status, same.html], path).toEqual([304, ''])
  }
  await joinCar(car)
  // A page of before may be a second old.
  await pass(60)
  for (const at of [0, 1, 3]) {
    const { visitor, path } = pages[at] as (typeof pages)[number]
    const changed = await again(visitor, path, read[at] as Shown)
    expect([changed.status, changed.html.includes('2/4')], path).toEqual([200, true])
  }
})

test('a record and my trips answer nothing while they are the same', async () => {
  const creator = await newStudent()
  const car = await openCar({ maxPassengers: 4 }, { as: creator })
  const opener = await browserOf(creator)
  for (const path of ['/rides', `/carpool/record/${car.participantId}`]) {
    const page = await opener.get(path)
    expect(page.html, path).toMatch(/data-followed="\d+"/)
    expect((await again(opener, path, page)).status, path).toBe(304)
  }
})

test('pages for React have no tag, since their data is in them', async () => {
  expect((await new Visitor().get('/login')).headers.get('ETag')).toBeNull()
})
