import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { readUntold, sweepDriverTexts } from '#app/features/ride/service/driver-texts.server.ts'
import { createAllObjects } from '#app/group/service/group-objects.server.ts'
import { sweepGroups } from '#app/group/service/groups.server.ts'
import { DRIVER_SMS_PER_DAY, hours, minutes } from '#app/kernel/limits.ts'
import { addDays, type Instant, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import type { Log } from '#app/platform/log.server.ts'
import { createSms } from '#app/platform/sms.server.ts'
import { attempts, drivers, driverTexts, users, vehicles } from '#db/schema.ts'
import { carFor } from '#tests/kit/ride.ts'
import { carOf, completeCar, inDays, type Seat } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent, type Student } from '#tests/worker/world/people.ts'
import { config, db, passTime, services } from '#tests/worker/world/services.ts'
import { textOf } from './accounts/visitor.ts'
import { hidden, newAdmin, visitorOf } from './admin/kit.ts'
import { assign, unassign } from './assign.ts'
import { worldAt } from './at-time.ts'
import { type Provider, provider, switchSetting } from './text-kit.ts'

/** Drivers are told by text message: of what, when, how often, and never who travels. */

const SAM = carFor().driver
const WANG = { ...SAM, id: 'drv_two', phone: '07700 900402', languages: 'zh' } as const
const to = ({ asked }: Provider, { phone }: { phone: string }) =>
  asked.filter((one) => one.to === `+44${phone.replace(' ', '').slice(1)}`).map(({ body }) => body)

beforeEach(() => switchSetting('driverSms', 1))
afterEach(async () => {
  // What a test has left waiting is not sent in the next one.
  await db.update(driverTexts).set({ state: 'dropped' })
  await db.delete(attempts)
})

async function sweepAt(at: Instant, { fetch }: Provider): Promise<string> {
  const lines: string[] = []
  const write = (...line: unknown[]) => void lines.push(JSON.stringify(line))
  const log: Log = { info: write, warn: write, error: write }
  await sweepDriverTexts({
    objects: createAllObjects(env),
    db,
    config,
    clock: { now: () => at, systemTime: (instant) => instant },
    sms: createSms({ twilio: config.twilio, fetch, log }),
    log,
  })
  return lines.join('\n')
}

/** A complete car that leaves in five days, and noon of the day before. */
async function newCar() {
  const people: [Student, Student] = [await newStudent(), await newStudent()]
  const { carpoolId } = await completeCar(people)
  const { carpoolAt } = await carOf(carpoolId)
  const noon = startOfLondonDay(addDays(londonDay(carpoolAt), -1)) + hours(12)
  return { carpoolId, people, carpoolAt, noon }
}
/** The group writes what it has to, as minutes pass. */
async function tell() {
  await passTime(minutes(10))
  await sweepGroups(carpoolKind, services, Number.MAX_SAFE_INTEGER)
}
const statesOf = async (carpoolId: string) => {
  const rows = await db
    .select()
    .from(driverTexts)
    .where(eq(driverTexts.groupId, carpoolId as 'car_'))
  return rows.map(({ state }) => state).sort()
}

test('a driver gets time, place, people and a link that works, once; and nobody’s name', async () => {
  const { carpoolId, people, noon } = await newCar()
  for (const [n, { id }] of people.entries())
    await db
      .update(users)
      .set({ name: `保密${n ? '二' : '一'}`, phone: `0770090080${n}` })
      .where(eq(users.id, id))
  await assign(carpoolId)
  const twilio = provider()
  await sweepAt(noon - hours(96), twilio)
  let log = ''
  for (let n = 0; n < 3; n++) log += await sweepAt(noon + minutes(n), twilio)
  expect(log).toBe('')
  const [text = '', ...more] = to(twilio, SAM)
  expect([more, twilio.asked.length]).toEqual([[], 1])
  for (const fact of ['T2 Arrivals', '14:00', '2 passengers', 'AB12 CDE'])
    expect(text).toContain(fact)
  const link = /https?:\S+\/drive\/\S+lang=en$/.exec(text)?.[0]
  const console_ = visitorOf(await newAdmin(['groups', 'dispatch']), 'zh')
  const page = await console_.get(`/admin/carpools/${carpoolId}/car/ride_one`)
  expect(page.html).toContain(link)
  expect(textOf(page)).toContain('已发短信给司机')
  const secrets = ['保密', '0770090080', '+44770090080', ...people.map(({ id }) => id)]
  const kept = JSON.stringify(await db.select().from(driverTexts))
  const home = (await carOf(carpoolId)).participants.map(({ party }) => party.nLocation)
  for (const secret of [...secrets, ...home]) {
    expect(text).not.toContain(secret)
    expect(kept).not.toContain(secret)
  }
})

test('off, nothing is written or sent, also when it is switched on later', async () => {
  await switchSetting('driverSms', 0)
  const { carpoolId, noon } = await newCar()
  await assign(carpoolId)
  expect(await statesOf(carpoolId)).toEqual([])
  await switchSetting('driverSms', 1)
  const twilio = provider()
  await sweepAt(noon, twilio)
  expect(twilio.asked).toEqual([])
  // Its driver is told at the group's next change, here of the end of the job.
  await unassign(carpoolId)
})

test('switched off, what waits is dropped for good', async () => {
  const { carpoolId, noon } = await newCar()
  await assign(carpoolId)
  const twilio = provider()
  await switchSetting('driverSms', 0)
  await sweepAt(noon, twilio)
  await switchSetting('driverSms', 1)
  await sweepAt(noon, twilio)
  expect([twilio.asked, await statesOf(carpoolId)]).toEqual([[], ['dropped']])
  expect(await readUntold(worldAt(noon + hours(1)))).toBeNull()
})

test('a correction within ten minutes replaces the first, a later one is a change', async () => {
  const { carpoolId, noon } = await newCar()
  const twilio = provider()
  await assign(carpoolId, 'ONE 1')
  await assign(carpoolId, 'TWO 2')
  await sweepAt(noon, twilio)
  expect(to(twilio, SAM)).toEqual([expect.stringMatching(/Job:.*TWO 2/)])
  await assign(carpoolId, 'TRE 3')
  await sweepAt(noon + minutes(1), twilio)
  await sweepAt(noon + minutes(2), twilio)
  expect(to(twilio, SAM).slice(1)).toEqual([expect.stringMatching(/Job changed.*TRE 3/)])
})

test('another driver is told, and the first that it is over', async () => {
  const { carpoolId, noon } = await newCar()
  const twilio = provider()
  await assign(carpoolId)
  await sweepAt(noon, twilio)
  await assign(carpoolId, 'AB12 CDE', { driver: WANG })
  await sweepAt(noon + minutes(20), twilio)
  expect(to(twilio, SAM)).toEqual([
    expect.stringContaining('Job:'),
    expect.stringMatching(/14:00 is cancelled/),
  ])
  expect(to(twilio, WANG)).toEqual([expect.stringMatching(/【邻帮】派单：.*2 人.*lang=zh$/)])
  await unassign(carpoolId)
  await tell()
  await sweepAt(noon + minutes(40), twilio)
  expect(to(twilio, WANG)[1]).toContain('取消')
  expect(twilio.asked).toHaveLength(4)
})

test('a car that is withdrawn before the driver heard of it is not mentioned', async () => {
  const { carpoolId, noon } = await newCar()
  const twilio = provider()
  await assign(carpoolId)
  await unassign(carpoolId)
  await sweepAt(noon, twilio)
  expect([twilio.asked, await statesOf(carpoolId)]).toEqual([[], ['dropped']])
})

test('at night it waits for the morning, unless the meeting is near; after the ride it is dropped', async () => {
  const { carpoolId, carpoolAt, noon } = await newCar()
  const twilio = provider()
  await assign(carpoolId)
  await sweepAt(noon - hours(36), twilio)
  expect(twilio.asked).toEqual([])
  await sweepAt(noon - hours(28) - 1, twilio)
  expect(twilio.asked).toEqual([])
  await sweepAt(noon - hours(28), twilio)
  expect(twilio.asked).toHaveLength(1)
  await assign(carpoolId, 'LATE 1')
  // Two in the morning of the day itself.
  await sweepAt(noon + hours(14), twilio)
  expect(twilio.asked).toHaveLength(2)
  await assign(carpoolId, 'LATE 2')
  await sweepAt(carpoolAt + hours(12), twilio)
  expect(twilio.asked).toHaveLength(2)
})

test('what may have been sent is never sent again, and is a task', async () => {
  const { carpoolId, noon } = await newCar()
  await assign(carpoolId)
  const twilio = provider(() => new Response('{}', { status: 503 }))
  for (let n = 0; n < 3; n++) await sweepAt(noon + hours(n), twilio)
  expect([twilio.asked.length, await statesOf(carpoolId)]).toEqual([1, ['claimed']])
  expect(await readUntold(worldAt(noon + minutes(9)))).toBeNull()
  const untold = await readUntold(worldAt(noon + minutes(10)))
  expect(untold).toEqual({ count: 1, day: addDays(londonDay(noon), 1) })
  // It may have arrived, so a withdrawal is told too.
  await unassign(carpoolId)
  await tell()
  const again = provider()
  await sweepAt(noon + hours(4), again)
  expect(to(again, SAM)).toEqual([expect.stringContaining('is cancelled')])
})

test('what is refused is tried four times, then it is a task; a landline is one at once', async () => {
  const { carpoolId, noon } = await newCar()
  await assign(carpoolId)
  const refusing = provider(() => Response.json({ code: 20429 }, { status: 429 }))
  let log = ''
  for (let n = 0; n < 60; n++) log += await sweepAt(noon + minutes(n), refusing)
  expect([refusing.asked.length, await statesOf(carpoolId)]).toEqual([4, ['failed']])
  expect(log).not.toContain('7700900001')
  expect(await db.$count(attempts, eq(attempts.kind, 'driver-sms-total'))).toBe(0)
  await assign(carpoolId, 'LAND 1', { driver: { ...SAM, phone: '01159 496000' } })
  await sweepAt(noon + hours(2), provider())
  expect(await statesOf(carpoolId)).toEqual(['skipped'])
  expect((await readUntold(worldAt(noon + hours(3))))?.count).toBe(1)
  // The page’s clock is days behind.
  await db.update(driverTexts).set({ at: 0 })
  const console_ = visitorOf(await newAdmin(['dispatch']), 'zh')
  expect(textOf(await console_.get('/admin'))).toContain('位司机可能没收到派车短信')
})

test('no more than the daily total is sent', async () => {
  const { carpoolId, noon } = await newCar()
  await assign(carpoolId)
  const row = { kind: 'driver-sms-total', subject: 'all', at: noon - hours(1) }
  const rows = Array.from({ length: DRIVER_SMS_PER_DAY }, () => row)
  for (let from = 0; from < rows.length; from += 25)
    await db.insert(attempts).values(rows.slice(from, from + 25))
  const twilio = provider()
  expect(await sweepAt(noon, twilio)).toContain('daily total')
  expect(twilio.asked).toEqual([])
})

test('each door of a drop-off may have a time of its own: everybody reads theirs, the driver all', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  const { carpoolId, seats } = await completeCar([ann, bob], {
    tripType: 'DROPOFF',
    flightTime: inDays(5).carpoolAt + hours(6),
  })
  const console_ = visitorOf(await newAdmin(['groups', 'dispatch']), 'zh')
  await db
    .insert(vehicles)
    .values({ ...carFor('DOOR 1').vehicle, id: 'veh_door' })
    .onConflictDoNothing()
  await db
    .insert(drivers)
    .values({ ...SAM, id: 'drv_door' })
    .onConflictDoNothing()
  const path = `/admin/carpools/${carpoolId}/car/new`
  const { html } = await console_.get(path)
  const meetAt = html.match(/name="meetAt"[^>]*value="([^"]*)"/)?.[1] ?? ''
  const form = (second: string) => {
    const fields = { id: hidden(html, 'id'), seen: hidden(html, 'seen'), meetAt }
    const crew = { vehicleId: 'veh_door', driverId: 'drv_door', meetingPoint: 'door to door' }
    const body = new URLSearchParams({ ...fields, ...crew })
    for (const [n, { participantId }] of seats.entries()) {
      body.append('stopOf', participantId)
      body.append('stops', n === 0 ? '' : second)
    }
    return body
  }
  const late = meetAt.replace('T14:00', 'T14:25')
  for (const wrong of ['soon', meetAt.replace('T14:00', 'T13:59')]) {
    const refused = await console_.post(path, form(wrong))
    expect([refused.status, refused.html.includes(`value="${wrong}"`)]).toEqual([422, true])
  }
  expect((await console_.post(path, form(late))).status).toBe(303)
  await tell()
  const record = async ({ viewer, participantId }: Seat) =>
    textOf(await (await browserOf(viewer)).get(`/carpool/record/${participantId}`))
  const [own, other] = await Promise.all(seats.map(record))
  expect([own?.includes('14:25'), other?.includes('14:25')]).toEqual([false, true])
  const { carpoolAt } = await carOf(carpoolId)
  const sheet = textOf(await console_.get(`/admin/day?date=${londonDay(carpoolAt)}`))
  expect(sheet).toContain('14:25 ·')
})
