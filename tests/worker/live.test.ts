import { expect, test } from 'vitest'
import { joinCar, openCar } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { openTrip } from '#tests/worker/world/trips.ts'
import { pass, type Shown, Visitor } from './accounts/visitor.ts'

/** Reads a page as its script does, which at first has no tag. */
const read = (visitor: Visitor, path: string, tag = '""') =>
  visitor.get(path, { 'If-None-Match': tag })
/** What an open page gets that was read before: nothing, unless it has changed. */
const again = (visitor: Visitor, path: string, { headers }: Shown) =>
  read(visitor, path, headers.get('ETag') ?? 'none')

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
  const first = await Promise.all(pages.map(({ visitor, path }) => read(visitor, path)))
  for (const [at, { visitor, path, ticket }] of pages.entries()) {
    const before = first[at] as Shown
    expect(before.html, path).toContain(`data-live="${ticket}"`)
    const same = await again(visitor, path, before)
    expect([same.status, same.html], path).toEqual([304, ''])
  }
  await joinCar(car)
  // A page of before may be a second old.
  await pass(60)
  for (const at of [0, 1, 3]) {
    const { visitor, path } = pages[at] as (typeof pages)[number]
    const changed = await again(visitor, path, first[at] as Shown)
    expect([changed.status, changed.html.includes('2/4')], path).toEqual([200, true])
  }
})

test('a record and my trips answer nothing while they are the same', async () => {
  const creator = await newStudent()
  const car = await openCar({ maxPassengers: 4 }, { as: creator })
  const opener = await browserOf(creator)
  for (const path of ['/rides', `/carpool/record/${car.participantId}`]) {
    const page = await read(opener, path)
    expect(page.html, path).toMatch(/data-refresh="\d+"/)
    expect((await again(opener, path, page)).status, path).toBe(304)
  }
})

test('who asks for no tag gets none', async () => {
  const student = await browserOf(await newStudent())
  expect((await student.get('/carpool')).headers.get('ETag')).toBeNull()
})
