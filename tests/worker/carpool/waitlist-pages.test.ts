import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { confirmDeposit, giveUpPlace } from '#app/group/service/groups.server.ts'
import { heldBy, leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import { filledForm } from '#tests/worker/forms/filled.ts'
import { carOf, goTo, holdSeat, inDays, openCar, party } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { advance, must, pay, services } from '#tests/worker/world/services.ts'

/** The waitlist in a browser without scripts. */

const fullCar = async () => {
  const as = await newStudent()
  const car = await openCar({ maxPassengers: 3, ...inDays(5) }, { as })
  const other = await holdSeat(car, { people: 2 })
  const at = (page: string) => `/carpool/${car.carpoolId}/${page}`
  return { ...car, other, at, shared: `/share/carpool/${car.carpoolId}` }
}
const wants = { people: '2', bigLuggage: '2', smallLuggage: '1', bag: '0' }

test('from a full car to a seat: wait, be told, join with what was filled in', async () => {
  const car = await fullCar()
  const [ann, bob] = [await newStudent(), await newStudent()]
  const browser = await browserOf(ann)
  expect((await browser.get(car.shared)).html).toContain(`${car.carpoolId}/wait"`)
  expect(textOf(await browser.get(car.at('join')))).toContain('排队候补')
  const form = await browser.get(car.at('wait'))
  expect(form.status).toBe(200)
  const sent = { ...filledForm(form, 'people'), ...wants }
  const joined = await browser.post(car.at('wait'), sent)
  expect(leadsTo(joined)).toBe(car.at('wait'))
  expect(textOf(await browser.get(car.at('wait')))).toContain('你排在第一位')
  const later = await browserOf(bob)
  await later.post(car.at('wait'), { ...sent, people: '1' })
  expect(textOf(await later.get(car.at('wait')))).toContain('前面还有 1 位')
  const waitsFor = await later.get('/rides')
  expect(textOf(waitsFor)).toContain('前面还有 1 位')
  expect(waitsFor.html).toContain(car.at('wait'))

  must(await giveUpPlace(carpoolKind, services, car.other.viewer, car.other.participantId))
  await advance(0)
  const offered = await browser.get(car.at('wait'))
  expect(textOf(offered)).toContain('给你留着 2 个座位，到')
  expect(offered.html).toContain(car.at('join'))
  const rides = textOf(await browser.get('/rides'))
  expect(rides).toContain('有座位给你留着')
  expect(rides, 'the page says it itself').not.toContain('项待办')
  expect(textOf(await browser.get('/')), 'the bar on every other page').toContain(
    '给你留了座位，去加入',
  )
  expect(textOf(await later.get(car.at('join'))), 'for everybody else it is full').toContain(
    '这趟车已经满员',
  )
  const join = await browser.get(car.at('join'))
  for (const [name, value] of Object.entries(wants)) expect(heldBy(join, name), name).toBe(value)
  expect(textOf(join)).toContain('给你留着 2 个座位')
  const { flightTime: _, ...filled } = filledForm(join, 'people')
  const typed = { ...filled, flightTime: heldBy(join, 'flightTime') || wallOf(car.flightTime) }
  const held = await browser.post(car.at('join'), { ...typed, terminal: 'T2', nLocation: '1 Road' })
  expect(leadsTo(held)).toMatch(/^\/pay\/deposit-par_/)
})

const wallOf = (at: number | undefined) =>
  new Date(at ?? 0)
    .toLocaleString('sv', { timeZone: 'Europe/London' })
    .slice(0, 16)
    .replace(' ', 'T')

test('the list can be left; when it has closed, the page has two ways on', async () => {
  const car = await fullCar()
  const ann = await newStudent()
  const browser = await browserOf(ann)
  await browser.post(car.at('wait'), wants)
  expect(leadsTo(await browser.post(car.at('wait'), { intent: 'leave' }))).toBe(car.at('wait'))
  expect((await browser.get(car.at('wait'))).html).toContain('name="people"')
  expect(textOf(await browser.get('/rides'))).not.toContain('你排在第一位')
  await browser.post(car.at('wait'), wants)
  await pay(car.other.clientSecret)
  must(await confirmDeposit(carpoolKind, services, car.other.viewer, car.other.participantId))
  await advance(0)
  const ended = await browser.get(car.at('wait'))
  expect(textOf(ended)).toContain('这趟车的候补结束了')
  const another = ended.html.match(/href="[^"]*(\/carpool\/create\?[^"]*)"/)?.[1] ?? ''
  const create = await browser.get(another.replaceAll('&amp;', '&'))
  expect(create.html).toMatch(/<option value="air_lhr" selected=""/)
  const departure = wallOf((await carOf(car.carpoolId)).carpoolAt)
  expect(heldBy(create, 'carpoolDatetime')).toBe(departure)
  const wish = ended.html.match(/href="[^"]*(\/wishes\/new\?[^"]*)"/)?.[1] ?? ''
  const wishing = await browser.get(wish.replaceAll('&amp;', '&'))
  expect(heldBy(wishing, 'day')).toBe(departure.slice(0, 10))
  expect(textOf(await browser.get('/'))).toContain('候补的车拼满了')
})

test('nobody waits for a car that they are in, and a car that failed has nothing to wait for', async () => {
  const car = await fullCar()
  const mine = await (await browserOf(car.creator)).get(car.at('wait'))
  expect(leadsTo(mine)).toBe(`/carpool/record/${car.participantId}`)
  const browser = await browserOf(await newStudent())
  await goTo((await carOf(car.carpoolId)).cutoffAt)
  const failed = await browser.get(car.at('wait'))
  expect(textOf(failed)).toContain('这趟车的候补结束了')
  expect((await browser.post(car.at('wait'), wants)).status).toBe(409)
  expect((await browser.get('/carpool/car_none/wait')).status).toBe(404)
})

test('a party larger than what is left may wait for more', async () => {
  const car = await openCar({ maxPassengers: 3, ...inDays(5) })
  await holdSeat(car, party({ flightTime: car.flightTime }))
  const browser = await browserOf(await newStudent())
  const page = await browser.get(`/carpool/${car.carpoolId}/wait`)
  expect(textOf(page)).toContain('现在还有 1 个座位')
  const sent = await browser.post(`/carpool/${car.carpoolId}/wait`, wants)
  expect(leadsTo(sent)).toBe(`/carpool/${car.carpoolId}/wait`)
})
