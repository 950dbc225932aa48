import { beforeEach, describe, expect, test } from 'vitest'
import { convertToPrivate } from '#app/carpool/service/carpool-actions.server.ts'
import { holdSeats } from '#app/carpool/service/carpools.server.ts'
import { FEWER_VERSION } from '#app/features/fewer/rules/fewer-event.ts'
import { answerFewer } from '#app/features/fewer/service.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { addDays, londonDay, parseTime } from '#app/kernel/time.ts'
import { readOwnData } from '#app/privacy/service/own-data.server.ts'
import { leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import {
  type Car,
  carOf,
  goTo,
  inDays,
  joinCar,
  moneyFor,
  openCar,
  party,
  payBalance,
  placeIn,
  recordFor,
  type Seat,
} from '#tests/worker/world/cars.ts'
import {
  browserOf,
  newStudent,
  noticesOf,
  noticesWith,
  type Student,
} from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  fault,
  must,
  now,
  services,
  stripeUp,
} from '#tests/worker/world/services.ts'

/** Cars that go with fewer people, through forms, objects, Stripe and the lists. */

let ann: Student
let bob: Student
let cat: Student
beforeEach(async () => {
  ann = await newStudent()
  bob = await newStudent()
  cat = await newStudent()
})

/** At that hour, five days from now: banks keep the deposits until the cutoff. */
const at = (hour: string) => must(parseTime(`${addDays(londonDay(now()), 5)}T${hour}`))
type Rider = { viewer: Student; most?: number }
/** A car for four from Heathrow T2, and what each of its passengers accepts. */
async function carOfFour(hour: string, riders: Rider[]): Promise<Car & { seats: Seat[] }> {
  const [first, ...others] = riders as [Rider, ...Rider[]]
  const when = { carpoolAt: at(hour), flightTime: at(hour) - hours(2) }
  const car = await openCar({ maxPassengers: 4, ...when }, { as: first.viewer })
  const seats: Seat[] = [{ viewer: first.viewer, participantId: car.participantId }]
  for (const { viewer } of others) seats.push(await joinCar(car, { as: viewer }))
  for (const [n, { viewer, most }] of riders.entries())
    if (most) must(await answerFewer(services, viewer, seats[n]?.participantId ?? '', most))
  return { ...car, seats }
}
/** The prices for two, three and four people. */
async function pricesOf({ carpoolId }: Pick<Car, 'carpoolId'>) {
  const [, two = 0, three = 0, four = 0] = (await carOf(carpoolId)).prices
  return { two, three, four }
}
const pounds = (pence: number) => `£${pence % 100 ? (pence / 100).toFixed(2) : pence / 100}`

test('two half-full cars an hour apart, Heathrow T2, both go with the two they have', async () => {
  const { two, four } = await pricesOf(await openCar({ maxPassengers: 4, ...inDays(6) }))
  const [dan, eve] = [await newStudent(), await newStudent()]
  const nine = await carOfFour('09:00', [
    { viewer: ann, most: two },
    { viewer: bob, most: two },
  ])
  const ten = await carOfFour('10:00', [
    { viewer: dan, most: two },
    { viewer: eve, most: two },
  ])
  await advance(0)
  const visitor = await browserOf(cat, 'zh')
  const line = `再来 2 人 ${pounds(four)}，不来也走 ${pounds(two)}`
  expect(textOf(await visitor.get('/carpool?tripType=PICKUP'))).toContain(line)
  expect(textOf(await visitor.get(`/share/carpool/${ten.carpoolId}`))).toContain(line)
  await goTo((await carOf(ten.carpoolId)).cutoffAt)
  const told = textOf(await (await browserOf(ann, 'zh')).get('/notices'))
  expect(told).toContain(`原定 4 人，实际 2 人一起走`)
  for (const car of [nine, ten]) {
    expect(await carOf(car.carpoolId)).toMatchObject({
      status: 'SUCCESS_PENDING_PAYMENT',
      maxPassengers: 2,
      openedFor: 4,
    })
    for (const seat of car.seats) {
      expect(await moneyFor(seat.viewer)).toEqual({ taken: 2000, holds: 0, open: 0 })
      expect(await noticesWith(seat.viewer, 'groupComplete')).toMatchObject([
        { params: { amount: two - 2000, people: 2, of: 4, price: two } },
      ])
      expect(await recordFor(seat)).toMatchObject({ basePrice: two, remainingAmount: two - 2000 })
      await payBalance(seat)
      expect((await moneyFor(seat.viewer)).taken).toBe(two)
    }
    expect((await carOf(car.carpoolId)).status).toBe('SUCCESS')
  }
  expect(textOf(await visitor.get('/carpool?tripType=PICKUP'))).not.toContain('不来也走')
})

test('whoever is outside has a failed car, in pages and calls, and can go on alone', async () => {
  const { two, four } = await pricesOf(await openCar({ maxPassengers: 4, ...inDays(6) }))
  const car = await carOfFour('11:00', [
    { viewer: ann, most: two },
    { viewer: bob, most: two },
    { viewer: cat },
  ])
  await goTo((await carOf(car.carpoolId)).cutoffAt)
  const [, , outside] = car.seats as [Seat, Seat, Seat]
  expect(await noticesOf(cat)).toContain('groupFailed')
  expect(await moneyFor(cat)).toEqual({ taken: 0, holds: 1, open: 0 })
  expect(await recordFor(outside)).toMatchObject({
    status: 'FAILED',
    basePrice: four,
    maxPassengers: 4,
    list: 'joined',
    actions: ['convertToPrivate', 'cancelFailed'],
  })
  const browser = await browserOf(cat, 'zh')
  const record = textOf(await browser.get(`/carpool/record/${outside.participantId}`))
  expect(record).toContain('没有带上你')
  expect(record).toContain('包车')
  expect(textOf(await browser.get('/rides'))).toContain('未成团')
  must(await convertToPrivate(services, cat, car.carpoolId))
  await advance(0)
  expect(await recordFor(outside)).toMatchObject({ status: 'FAILED', list: 'exited' })
  expect(await moneyFor(cat)).toMatchObject({ holds: 1 })
  expect(await recordFor(car.seats[0] as Seat)).toMatchObject({ maxPassengers: 2, basePrice: two })
})

test.each(['lose-answers', 'hang-calls', 'fail-calls'])(
  'Stripe at the cutoff: %s; each deposit is charged once all the same',
  async (kind) => {
    const { two } = await pricesOf(await openCar({ maxPassengers: 4, ...inDays(6) }))
    const car = await carOfFour('12:00', [
      { viewer: ann, most: two },
      { viewer: bob, most: two },
    ])
    await advance(0)
    await fault(kind, 3, { method: 'POST' })
    await goTo((await carOf(car.carpoolId)).cutoffAt)
    await stripeUp()
    await advance(hours(1))
    expect((await carOf(car.carpoolId)).openedFor).toBe(4)
    for (const { viewer } of car.seats)
      expect(await moneyFor(viewer)).toEqual({ taken: 2000, holds: 0, open: 0 })
  },
)

describe('the tick', () => {
  test('is in the form of who joins, never set; it is stored with its version and the time', async () => {
    const car = await openCar({ maxPassengers: 4, ...inDays(8) }, { as: ann })
    const { two, three } = await pricesOf(car)
    const browser = await browserOf(bob, 'zh')
    const page = `/carpool/${car.carpoolId}/join`
    const shown = await browser.get(page)
    expect(textOf(shown)).toContain(`最多 ${pounds(three)}（3 人）`)
    expect(textOf(shown)).toContain(`最多 ${pounds(two)}（2 人）`)
    expect(shown.html).toContain('name="fewer"')
    expect(shown.html).not.toMatch(/name="fewer"[^>]*checked/)
    const { flightTime: _, ...form } = party()
    const fields = Object.fromEntries(Object.entries(form).map(([k, v]) => [k, String(v)]))
    const [time = ''] = shown.html.match(/(?<=name="flightTime"[^>]*min=")[^"]+/) ?? []
    const send = (more: object) => browser.post(page, { ...fields, flightTime: time, ...more })
    expect((await send({ fewer: 'on', fewerMost: '1234' })).status).toBe(422)
    const paying = leadsTo(await send({ fewer: 'on', fewerMost: String(three) })) ?? ''
    expect(paying).toContain('/pay/deposit-')
    const place = (await carOf(car.carpoolId)).participants.find((p) => p.userId === bob.id)
    expect(place?.seat).toBe('held')
    expect(textOf(await browser.get(paying))).toContain(`每人最多 ${pounds(three)}`)
    const data = JSON.stringify(must(await readOwnData(services, bob.id, 'zh')))
    expect(data).toContain(`"goesWithFewer":{"most":${three},"version":"${FEWER_VERSION}"`)
  })

  test('is changed and taken back without scripts, by its owner alone, until the cutoff', async () => {
    const car = await carOfFour('13:00', [{ viewer: ann }, { viewer: bob }])
    const { two, three } = await pricesOf(car)
    const [, seat] = car.seats as [Seat, Seat]
    const page = `/carpool/fewer/${seat.participantId}`
    const browser = await browserOf(bob, 'zh')
    const mine = async () => (await recordFor(seat)).fewer?.most ?? null
    expect((await browser.get(`/carpool/record/${seat.participantId}`)).html).toContain(page)
    expect((await browser.get(page)).html).not.toMatch(/name="fewer"[^>]*checked/)
    const back = `/carpool/record/${seat.participantId}`
    const send = (form: Record<string, string>) => browser.post(page, form)
    expect(leadsTo(await send({ fewer: 'on', fewerMost: String(two) }))).toBe(back)
    expect(await mine()).toBe(two)
    expect((await browser.get(page)).html).toMatch(/name="fewer"[^>]*checked/)
    expect((await send({ fewer: 'on', fewerMost: '5' })).status).toBe(422)
    expect(leadsTo(await send({ fewerMost: String(three) }))).toBe(back)
    expect(await mine()).toBeNull()
    expect((await (await browserOf(cat)).get(page)).status).toBe(404)
    expect(codeOf(await answerFewer(services, cat, seat.participantId, two))).toBe('notFound')
    await goTo((await carOf(car.carpoolId)).cutoffAt)
    expect(codeOf(await answerFewer(services, bob, seat.participantId, two))).toBe('cutoffPassed')
    expect(textOf(await browser.get(page))).toContain('现在不能改了')
  })

  test('of a client that does not ask stays as it was', async () => {
    const car = await openCar({ maxPassengers: 4, ...inDays(8) }, { as: ann })
    const { two } = await pricesOf(car)
    const form = party({ flightTime: car.flightTime })
    const held = must(await holdSeats(services, bob, car.carpoolId, form, { fewer: two }))
    must(await holdSeats(services, bob, car.carpoolId, { ...form, bag: 2 }))
    expect((await carOf(car.carpoolId)).slices.fewer).toMatchObject({
      [held.participantId]: { most: two },
    })
    expect((await placeIn(car.carpoolId, held.participantId)).party.bag).toBe(2)
  })
})
