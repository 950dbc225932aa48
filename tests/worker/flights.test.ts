import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rideOf } from '#app/features/ride/rules/ride-state.ts'
import { driverLinks } from '#app/features/ride/service/drive.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { hours, minutes, TELL_AFTER_MS } from '#app/kernel/limits.ts'
import { londonDay, londonWall } from '#app/kernel/time.ts'
import { bookings, users } from '#db/schema.ts'
import { api } from '#tests/worker/world/api.ts'
import {
  carOf,
  completeCar,
  goTo,
  moneyFor,
  payBalance,
  placeIn,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { browserOf, newStudent, noticesWith, type Student } from '#tests/worker/world/people.ts'
import { advance, db, services } from '#tests/worker/world/services.ts'
import { leadsTo, textOf, Visitor } from './accounts/visitor.ts'
import { auditOf, newAdmin, visitorOf } from './admin/kit.ts'
import { assign } from './assign.ts'
import { filledForm } from './forms/filled.ts'

/** A flight that changes once the group is complete: who is told, and what is done about it. */

let students: [Student, Student]
let carpoolId: string
let ann: Seat
let bob: Seat
let departureAt: number
let landing: number
beforeEach(async () => {
  students = [await newStudent(), await newStudent()]
  for (const [n, name] of ['林小雨', '陈思远'].entries())
    await db
      .update(users)
      .set({ name })
      .where(eq(users.id, students[n as 0 | 1].id))
  const car = await completeCar([...students])
  carpoolId = car.carpoolId
  ;[ann, bob] = car.seats as [Seat, Seat]
  departureAt = (await carOf(carpoolId)).carpoolAt
  landing = (await placeIn(carpoolId, ann.participantId)).party.flightTime
})

const record = ({ participantId }: Seat) => `/carpool/record/${participantId}`
const page = ({ viewer, ...seat }: Seat & Partial<Seat>, path = '/flight') =>
  browserOf(viewer).then((browser) => browser.get(`${record({ viewer, ...seat })}${path}`))
async function fly(seat: Seat, flightTime: number, over: Record<string, string> = {}) {
  const fields = { ...filledForm(await page(seat), 'flightTime'), ...over }
  const sent = { ...fields, flightTime: londonWall(flightTime) }
  return (await browserOf(seat.viewer)).post(`${record(seat)}/flight`, sent)
}
async function inConsole() {
  const visitor = visitorOf(await newAdmin(['groups', 'dispatch']))
  visitor.cookies.set('language', 'zh')
  return visitor
}
const group = () => `/admin/carpools/${carpoolId}`

describe('a flight near the others', () => {
  test('is on the record, before the driver, on day sheet and booking record', async () => {
    await assign(carpoolId)
    expect(textOf(await page(ann, ''))).toContain('航班改了')
    const saved = await fly(ann, landing + hours(1), { flightNumber: 'ca 937', terminal: 'T3' })
    expect([saved.status, leadsTo(saved)]).toEqual([303, record(ann)])
    const seen = textOf(await page(ann, ''))
    expect(seen).toContain('新航班已收到')
    expect(seen).toContain('CA 937')

    const sheet = await (await inConsole()).get(`/admin/day?date=${londonDay(departureAt)}`)
    const text = textOf(sheet)
    expect(text).toMatch(/改了航班/)
    expect(text).toContain('CA 937')
    const [booked] = await db
      .select()
      .from(bookings)
      .where(eq(bookings.id, ann.participantId as ParticipantId))
    expect(booked?.pickUp).toContain(' T3:')

    for (const seat of [ann, bob]) await payBalance(seat)
    await goTo(departureAt - hours(20))
    const links = driverLinks(services, carpoolId as 'car_', {
      id: 'ride_one',
      version: 1,
    })
    const driver = await new Visitor().get(links.zh.replace(/^.*(?=\/drive\/)/, ''))
    expect(textOf(driver)).toMatch(/CA 937 · .*航班有变/)
  })

  test('is told to the other after ten minutes, without a name, and once', async () => {
    await fly(ann, landing + minutes(30))
    await fly(ann, landing + hours(1))
    expect(await noticesWith(bob.viewer, 'flightChanged')).toEqual([])
    await advance(TELL_AFTER_MS)
    const told = await noticesWith(bob.viewer, 'flightChanged')
    expect(told).toHaveLength(1)
    expect(JSON.stringify(told)).not.toMatch(/林小雨|BA038/)
    expect(told[0]?.params).toMatchObject({ flightTime: landing + hours(1) })
    expect(await noticesWith(ann.viewer, 'flightChanged')).toEqual([])
    const list = textOf(await (await browserOf(bob.viewer)).get('/notices'))
    expect(list).toContain('同车有人改了航班')
  })

  test('is a task with a proposed time, which the car then takes', async () => {
    await assign(carpoolId)
    await fly(ann, departureAt + minutes(30))
    const console_ = await inConsole()
    expect(textOf(await console_.get('/admin'))).toContain('位乘客改了航班')
    const task = await console_.get(group())
    expect(textOf(task)).toContain('林小雨 改了航班')
    const way = `${group()}/car/ride_one?for=${ann.participantId}`
    expect(task.html).toContain(way)
    const form = filledForm(await console_.get(way), 'meetAt')
    expect(form.meetAt).toBe(londonWall(departureAt + minutes(75)))
    expect(rideOf(await carOf(carpoolId)).cars[0]?.meetAt, 'nothing by itself').toBe(departureAt)
    await assign(carpoolId, 'AB12 CDE', { meetAt: departureAt + minutes(75) })
    expect(textOf(await console_.get(group()))).not.toContain('改了航班')
    const seen = textOf(await page(ann, ''))
    expect(seen).not.toContain('新航班已收到')
    // What comes next is the meeting, no longer a departure and a car to be sent.
    const meeting = formatOf(getT('zh')).dateTime(departureAt + minutes(75))
    expect(seen).toContain(`${meeting}（伦敦时间）在`)
    expect(seen).not.toContain('车和司机安排好会通知你')
  })
})

describe('a flight far from the others', () => {
  test('can be waited for, and nobody’s money moves', async () => {
    for (const seat of [ann, bob]) await payBalance(seat)
    const before = await Promise.all(students.map(moneyFor))
    await assign(carpoolId)
    const saved = await fly(ann, departureAt + hours(6))
    expect(leadsTo(saved)).toBe(record(ann))
    expect(textOf(await page(ann, ''))).toContain('差得比较远')
    await advance(TELL_AFTER_MS)
    expect(await noticesWith(bob.viewer, 'flightChanged'), 'the others do not know').toEqual([])
    const task = textOf(await (await inConsole()).get(group()))
    expect(task).toContain('超出同车时间')
    expect(task).toContain('取消整趟车')
    await assign(carpoolId, 'AB12 CDE', { meetAt: departureAt + hours(7) })
    await advance(TELL_AFTER_MS)
    for (const seat of [ann, bob])
      expect(await noticesWith(seat.viewer, 'carAssigned')).toHaveLength(1)
    expect(textOf(await (await inConsole()).get(group()))).not.toContain('改了航班')
    expect(await Promise.all(students.map(moneyFor))).toEqual(before)
  })

  test('can be left as it is, with a word to the passenger, and not in an old window', async () => {
    await fly(ann, departureAt + hours(6))
    const console_ = await inConsole()
    const old = filledForm(await console_.get(group()), 'note')
    await fly(ann, departureAt + hours(7))
    const refused = await console_.post(group(), { ...old, note: '请坐大巴' })
    expect(refused.status).toBe(412)
    expect(refused.html).toContain('请坐大巴')
    const form = filledForm(await console_.get(group()), 'note')
    expect((await console_.post(group(), form)).status, 'without a word').toBe(422)
    for (let press = 0; press < 2; press++)
      expect((await console_.post(group(), { ...form, note: '请坐大巴' })).status).toBe(303)
    const told = await noticesWith(ann.viewer, 'flightKept')
    expect(told).toHaveLength(1)
    expect(told[0]?.params).toMatchObject({ note: '请坐大巴' })
    const log = (await auditOf(carpoolId)).filter((one) => one.action === 'flightSettled')
    expect(log).toHaveLength(1)
    expect(JSON.stringify(log)).not.toContain('大巴')
    expect(textOf(await console_.get(group()))).not.toContain('改了航班')
  })

  test('too late for any car: the console says so', async () => {
    await fly(ann, departureAt + hours(14))
    const task = await (await inConsole()).get(group())
    expect(textOf(task)).toContain('等不到这个航班')
    expect(task.html).not.toContain(`?for=${ann.participantId}`)
  })
})

describe('the page and the call', () => {
  test('the form sent as it was says that nothing has changed', async () => {
    const { version } = await carOf(carpoolId)
    expect(leadsTo(await fly(ann, landing))).toBe(record(ann))
    expect((await carOf(carpoolId)).version).toBe(version)
  })

  test('too late: the page and the call say so, and what to do', async () => {
    for (const seat of [ann, bob]) await payBalance(seat)
    await goTo(departureAt + hours(3))
    expect(textOf(await page(ann))).toContain('已过可以改航班的时间')
    expect(textOf(await page(ann, ''))).not.toContain('航班改了')
  })

  test('the call answers the same again, and changes nobody else’s flight', async () => {
    const flight = { flightNumber: 'CA937', flightTime: londonWall(landing + hours(1)) }
    const json = { participantId: ann.participantId, terminal: 'T5', ...flight }
    const [as, other] = students
    const first = await api('POST', '/user/change-flight', { as, json })
    expect([first.status, first.body]).toEqual([
      200,
      expect.objectContaining({
        flightNumber: 'CA937',
        flightChange: { changedAt: expect.any(String), fits: true, isOpen: true },
      }),
    ])
    const again = await api('POST', '/user/change-flight', { as, json })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await api('POST', '/user/change-flight', { as: other, json })).status).toBe(404)
  })
})
