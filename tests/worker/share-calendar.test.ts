import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { confirmDeposit, leaveGroup } from '#app/group/service/groups.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { londonDay } from '#app/kernel/time.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { carOf, inDays, joinCar, openCar } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { advance, must, ORIGIN, pay, services } from '#tests/worker/world/services.ts'
import { holdPlace, openTrip, stateOf, untilCutoff } from '#tests/worker/world/trips.ts'
import { devClock } from '#workers/dev/clock.ts'
import { leadsTo, type Shown, textOf, Visitor } from './accounts/visitor.ts'
import { assign } from './assign.ts'
import { WECHAT } from './share-kit.ts'

const BASE = '/neighbourhelp'

/** What a calendar reads from the file. */
function read({ html }: Shown) {
  const calendar = new ICAL.Component(ICAL.parse(html))
  const part = calendar.getFirstSubcomponent('vevent')
  if (!part) throw new Error('no appointment')
  const event = new ICAL.Event(part)
  return {
    uid: event.uid,
    sequence: event.sequence,
    method: calendar.getFirstPropertyValue('method'),
    status: part.getFirstPropertyValue('status'),
    summary: event.summary,
    description: event.description,
    location: event.location,
    startAt: event.startDate.toUnixTime() * 1000,
    endAt: event.endDate.toUnixTime() * 1000,
  }
}

test('a place’s file follows its carpool: first incomplete, then complete with a balance to pay', async () => {
  const creator = await newStudent()
  const car = await openCar({ maxPassengers: 2, ...inDays(5) }, { as: creator })
  const browser = await browserOf(creator)
  const path = `/calendar/carpool/${car.participantId}`
  const first = await browser.get(path)
  const { carpoolAt } = await carOf(car.carpoolId)
  expect([
    first.status,
    first.headers.get('Content-Type'),
    first.headers.get('Content-Disposition'),
  ]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    `attachment; filename="carpool-${londonDay(carpoolAt)}.ics"`,
  ])
  expect(first.headers.get('Cache-Control')).toBe('private, no-store')
  const waiting = read(first)
  expect(waiting).toMatchObject({
    uid: `${car.participantId}@neighbourhelp`,
    method: 'PUBLISH',
    status: 'TENTATIVE',
    summary: '邻帮拼车：伦敦希思罗机场 → 诺丁汉（还没成团）',
    location: '伦敦希思罗机场 T2',
    startAt: carpoolAt,
    endAt: carpoolAt + hours(2),
  })
  expect(waiting.description).toContain(`${ORIGIN}${BASE}/carpool/record/${car.participantId}`)
  await joinCar(car)
  await advance(0)
  const complete = read(await browser.get(path))
  expect(complete).toMatchObject({ uid: waiting.uid, status: 'CONFIRMED', startAt: carpoolAt })
  expect(complete.sequence).toBeGreaterThan(waiting.sequence)
  expect(complete.description).toMatch(/余款 £\d+ 还没付，.* 前付清/)
  const english = read(await (await browserOf(creator, 'en')).get(path))
  expect(english.summary).toBe('Carpool: London Heathrow → Nottingham')
  expect(english.description).toMatch(/The balance of £\d+ isn’t paid yet/)
  for (const secret of ['Castle', '王明']) expect(first.html).not.toContain(secret)
})

test('Google’s calendar is filled in with what the file says, for its owner alone', async () => {
  const creator = await newStudent()
  const car = await openCar({ maxPassengers: 2, ...inDays(5) }, { as: creator })
  const path = `/calendar/carpool/${car.participantId}`
  const browser = await browserOf(creator)
  const sent = await browser.get(`${path}/google`)
  const link = new URL(sent.headers.get('Location') ?? '')
  expect([sent.status, link.host]).toEqual([302, 'calendar.google.com'])
  const file = read(await browser.get(path))
  expect(link.searchParams.get('text')).toBe(file.summary)
  expect(link.searchParams.get('details')).toBe(file.description)
  expect(link.searchParams.get('location')).toBe(file.location)
  const record = `/carpool/record/${car.participantId}`
  expect((await browser.get(record)).html).toContain(`href="${BASE}${path}/google"`)
  must(await leaveGroup(carpoolKind, services, creator, car.carpoolId))
  // Only the file can take an appointment out again.
  expect((await browser.get(record)).html).not.toContain('/google"')
  expect(leadsTo(await browser.get(`${path}/google`))).toBe(`${path}/open`)
})

test('leaving removes the place from the calendar', async () => {
  const creator = await newStudent()
  const car = await openCar({ maxPassengers: 3 }, { as: creator })
  const browser = await browserOf(creator)
  const path = `/calendar/carpool/${car.participantId}`
  const before = read(await browser.get(path))
  must(await leaveGroup(carpoolKind, services, creator, car.carpoolId))
  const after = read(await browser.get(path))
  expect(after).toMatchObject({ uid: before.uid, method: 'CANCEL', status: 'CANCELLED' })
  expect(after.sequence).toBeGreaterThan(before.sequence)
})

test('a trip lasts from its start to its end, and is cancelled when too few join', async () => {
  const trip = await openTrip({ minPassengers: 4 })
  const student = await newStudent()
  const held = await holdPlace(trip.id, {}, student)
  const browser = await browserOf(student, 'en')
  const path = `/calendar/trip/${held.participantId}`
  expect(read(await browser.get(path)).description).toContain('Your £20 deposit isn’t in yet')
  await pay(held.clientSecret)
  must(await confirmDeposit(tripKind, services, student, trip.id))
  const { tripStartAt, tripEndAt } = await stateOf(trip.id)
  const waiting = read(await browser.get(path))
  expect(waiting).toMatchObject({
    status: 'TENTATIVE',
    summary: 'Group trip: 湖区两日游 (not confirmed yet)',
    location: '湖区两日游',
    startAt: tripStartAt,
    endAt: tripEndAt,
  })
  await advance((await untilCutoff(trip.id)) + hours(1))
  const off = read(await browser.get(path))
  expect(off).toMatchObject({ uid: waiting.uid, method: 'CANCEL', status: 'CANCELLED' })
  expect(off.sequence).toBeGreaterThan(waiting.sequence)
})

test('a confirmed trip shows what is still to pay', async () => {
  const trip = await openTrip({ minPassengers: 2 })
  const student = await newStudent()
  const held = await holdPlace(trip.id, {}, student)
  await pay(held.clientSecret)
  must(await confirmDeposit(tripKind, services, student, trip.id))
  await advance((await untilCutoff(trip.id)) + hours(1))
  const event = read(await (await browserOf(student)).get(`/calendar/trip/${held.participantId}`))
  expect(event).toMatchObject({ status: 'CONFIRMED', summary: '邻帮组团：湖区两日游' })
  expect(event.description).toContain('余款 £30 还没付')
})

const meetingPoint = 'Portland Building'
const PRIVATE = /AB12|Carter|07700900001/

test.each([-3, 0, 3, 12])(
  'a carpool’s appointment starts where and when its car meets, %i hours after the departure, and ends later',
  async (by) => {
    const creator = await newStudent()
    const car = await openCar({ maxPassengers: 2, ...inDays(5) }, { as: creator })
    await joinCar(car)
    await advance(0)
    const { carpoolAt } = await carOf(car.carpoolId)
    const meetAt = carpoolAt + hours(by)
    await assign(car.carpoolId, 'AB12 CDE', { meetAt, meetingPoint })
    const file = await (await browserOf(creator)).get(`/calendar/carpool/${car.participantId}`)
    expect(read(file)).toMatchObject({ startAt: meetAt, location: 'Portland Building' })
    expect(read(file).endAt).toBe(Math.max(carpoolAt, meetAt) + hours(2))
    expect(file.html).not.toMatch(PRIVATE)
  },
)

test.each([-2, 12])(
  'a trip’s appointment follows its car, %i hours after the start, and ends later',
  async (by) => {
    const hour = Math.floor(devClock.now() / hours(1)) * hours(1)
    const short = { tripStartAt: hour + hours(240), tripEndAt: hour + hours(246) }
    const trip = await openTrip({ minPassengers: 2, ...short })
    const student = await newStudent()
    const held = await holdPlace(trip.id, {}, student)
    await pay(held.clientSecret)
    must(await confirmDeposit(tripKind, services, student, trip.id))
    await advance((await untilCutoff(trip.id)) + hours(1))
    const path = `/calendar/trip/${held.participantId}`
    const before = read(await (await browserOf(student)).get(path))
    const { tripStartAt, tripEndAt } = await stateOf(trip.id)
    const meetAt = tripStartAt + hours(by)
    await assign(trip.id, 'AB12 CDE', { meetAt, meetingPoint })
    const file = await (await browserOf(student)).get(path)
    const after = read(file)
    expect(after).toMatchObject({ startAt: meetAt, location: 'Portland Building' })
    expect(after.endAt).toBe(by < 0 ? tripEndAt : meetAt + hours(2))
    expect(after.sequence).toBeGreaterThan(before.sequence)
    expect(file.html).not.toMatch(PRIVATE)
  },
)

test('inside WeChat the link explains how to get the file instead of offering it; the browser it leads to offers it', async () => {
  const creator = await newStudent()
  const car = await openCar({ maxPassengers: 3 }, { as: creator })
  const path = `/calendar/carpool/${car.participantId}`
  const browser = await browserOf(creator)
  const address = leadsTo(await browser.get(path, WECHAT)) ?? ''
  expect(address).toMatch(new RegExp(`^${path}/open\\?lang=zh&key=[\\w-]{22}$`))
  // However one comes to the page, its address is the one that works in the browser.
  expect(leadsTo(await browser.get(`${path}/open`, WECHAT))).toBe(address)
  const page = await browser.get(address, WECHAT)
  expect(textOf(page)).toContain('在浏览器打开')
  expect(page.html).toContain(`${ORIGIN}${BASE}${address}`.replace('&', '&amp;'))
  expect(page.html).not.toContain(`href="${BASE}${path}?`)
  const outside = await browser.get(`${path}/open`)
  expect(outside.html).toContain(`href="${BASE}${path}"`)
  expect(textOf(outside)).not.toContain('在浏览器打开')
})

/** A place, and the address that WeChat's page about it leads to. */
async function openedInWechat(lang: 'zh' | 'en' = 'zh') {
  const creator = await newStudent()
  const car = await openCar({ maxPassengers: 2, ...inDays(5) }, { as: creator })
  const browser = await browserOf(creator, lang)
  const path = `/calendar/carpool/${car.participantId}`
  const address = leadsTo(await browser.get(path, WECHAT)) ?? ''
  return { creator, car, browser, path, address }
}

/** The file that the page at an address offers to a visitor. */
async function fileOffered(address: string) {
  const visitor = new Visitor()
  const page = await visitor.get(address)
  const href = page.html.match(/href="\/neighbourhelp(\/calendar\/[^"]+)"/)?.[1] ?? ''
  return { page, file: await visitor.get(href.replaceAll('&amp;', '&')) }
}

test('the address from WeChat works in a browser where nobody is logged in, and shows what the file shows', async () => {
  const { car, browser, path, address } = await openedInWechat()
  await joinCar(car)
  await advance(0)
  await assign(car.carpoolId, 'AB12 CDE', { meetingPoint })
  const { page, file } = await fileOffered(address)
  expect([page.status, file.status]).toEqual([200, 200])
  expect(page.headers.get('X-Robots-Tag')).toBe('noindex, nofollow')
  expect(read(file)).toEqual(read(await browser.get(path)))
  for (const secret of [PRIVATE, /Castle/, /王明/, /BA32/i, /carpool\/record/])
    expect(page.html.match(/<main[\s\S]*<\/main>/)?.[0]).not.toMatch(secret)
})

test('the address from WeChat keeps its language', async () => {
  const { page } = await fileOffered((await openedInWechat('en')).address)
  expect(textOf(page)).toContain('Add to calendar')
})

test('one plain answer to an address that was changed, whose ride is over or whose place was left', async () => {
  const one = await openedInWechat()
  const { address, path } = one
  const key = address.slice(-22)
  const other = await openCar({ maxPassengers: 2, ...inDays(5) })
  const left = await openedInWechat()
  must(await leaveGroup(carpoolKind, services, left.creator, left.car.carpoolId))
  const stranger = await browserOf(await newStudent())
  const refused = [
    `${address.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
    `${address}A`,
    address.slice(0, -1),
    `${path}/open?key=`,
    `${path}?key=x`,
    `/calendar/carpool/${other.participantId}/open?key=${key}`,
    `/calendar/trip/${one.car.participantId}/open?key=${key}`,
    left.address,
    `${left.path}?key=${left.address.slice(-22)}`,
  ]
  for (const browser of [new Visitor(), stranger]) {
    const answers = await Promise.all(refused.map((at) => browser.get(at)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    // A page or a file.
    expect(new Set(answers.map(textOf)).size).toBe(2)
  }
  const { carpoolAt } = await carOf(one.car.carpoolId)
  const visitor = new Visitor()
  await advance(carpoolAt - devClock.now() + hours(1.9))
  expect((await visitor.get(address)).status).toBe(200)
  await advance(hours(0.2))
  expect((await visitor.get(address)).status).toBe(404)
})

test('a record links to both, and a private car only to the calendar', async () => {
  const creator = await newStudent()
  const browser = await browserOf(creator)
  const car = await openCar({ maxPassengers: 3 }, { as: creator })
  const record = await browser.get(`/carpool/record/${car.participantId}`)
  expect(record.html).toContain(`href="${BASE}/share/carpool/${car.carpoolId}?lang=zh"`)
  expect(record.html).toContain(`href="${BASE}/calendar/carpool/${car.participantId}"`)
  const hired = await openCar({ maxPassengers: 1 }, { as: creator })
  const own = await browser.get(`/carpool/record/${hired.participantId}`)
  expect(own.html).not.toContain(`href="${BASE}/share/`)
  expect(own.html).toContain(`href="${BASE}/calendar/carpool/${hired.participantId}"`)
})

test('whatever host a request names, an appointment and its page link to the service’s own host', async () => {
  const creator = await newStudent()
  const car = await openCar({ maxPassengers: 3 }, { as: creator })
  const { cookies } = await browserOf(creator)
  const elsewhere = new Visitor({ origin: 'http://elsewhere.example' })
  elsewhere.cookies.set('sid', cookies.get('sid') ?? '')
  const path = `/calendar/carpool/${car.participantId}`
  const open = leadsTo(await elsewhere.get(path, WECHAT)) ?? ''
  for (const page of [path, open, `/share/carpool/${car.carpoolId}`]) {
    const shown = await elsewhere.get(page, page === path ? {} : WECHAT)
    expect([page, shown.status]).toEqual([page, 200])
    expect(shown.html).toContain(`${ORIGIN}${BASE}/`)
    expect(shown.html).not.toContain('elsewhere.example')
  }
})
