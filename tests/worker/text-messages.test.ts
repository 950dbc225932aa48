import { env } from 'cloudflare:workers'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { readUnsentSms } from '#app/console/service/groups.server.ts'
import { readDashboard } from '#app/console/service/today.server.ts'
import { sweepGroups } from '#app/group/service/groups.server.ts'
import { hours, minutes, RIDE_SMS_PER_DAY } from '#app/kernel/limits.ts'
import { addDays, type Instant, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { readOwnData } from '#app/privacy/service/own-data.server.ts'
import { attempts, notices, settings, users } from '#db/schema.ts'
import { carOf, completeCar, type Seat } from '#tests/worker/world/cars.ts'
import { browserOf, type Student } from '#tests/worker/world/people.ts'
import { advance, db, must, now, passTime, services } from '#tests/worker/world/services.ts'
import { type DevEnv, smsStandIn } from '#workers/dev/runtime.ts'
import type { SentMessage } from '#workers/sms/stand-in.ts'
import { textOf } from './accounts/visitor.ts'
import { assign, unassign } from './assign.ts'
import { worldAt } from './at-time.ts'
import { accepted, provider, type Reader, reader, sweepAt, switchSetting } from './text-kit.ts'

/** News of a car by text message: to whom, what, when, and how often. */

const switchTo = (value: 0 | 1) => switchSetting('rideSms', value)
beforeEach(() => switchTo(1))
afterEach(async () => {
  // What a test has left waiting is not sent in the next one.
  await db.update(notices).set({ smsState: null, smsAt: null }).where(isNotNull(notices.smsState))
  await db.delete(attempts)
})

type Car = { carpoolId: string; seats: Seat[]; people: Reader[]; departureAt: Instant }
/** A complete car of these students, which leaves at 14:00 in five days. */
async function carOfTwo(people: Reader[] = []): Promise<Car> {
  const both = people.length > 0 ? people : [await reader(), await reader('en')]
  const { carpoolId, seats } = await completeCar(both)
  return { carpoolId, seats, people: both, departureAt: (await carOf(carpoolId)).carpoolAt }
}
/** The group tells its passengers, and nothing is sent yet. */
async function tell(after = minutes(10)) {
  await passTime(after)
  await sweepGroups(carpoolKind, services, Number.MAX_SAFE_INTEGER)
}
/** A car that its passengers have notices of. */
async function toldCar(plate: string, people: Reader[] = []): Promise<Car> {
  const car = await carOfTwo(people)
  await assign(car.carpoolId, plate)
  await tell()
  return car
}

const noonBefore = ({ departureAt }: Car, days = 1) =>
  startOfLondonDay(addDays(londonDay(departureAt), -days)) + hours(12)
const statesOf = async ({ people }: Car) => {
  const rows = await db
    .select({ state: notices.smsState })
    .from(notices)
    .where(
      and(
        inArray(
          notices.userId,
          people.map(({ id }) => id),
        ),
        isNotNull(notices.smsState),
      ),
    )
    .orderBy(notices.createdAt, notices.id)
  return rows.map(({ state }) => state)
}
const unsentAt = async (at: Instant) => (await readDashboard(worldAt(at))).unsentSms?.count ?? 0
const removed = (student: Pick<Student, 'id'>) => db.delete(users).where(eq(users.id, student.id))

test('text messages are off until an administrator switches them on', async () => {
  await db.delete(settings)
  const car = await toldCar('OFF 1')
  expect(await statesOf(car)).toEqual([])
  await switchTo(1)
  const twilio = provider()
  await sweepAt(noonBefore(car), twilio)
  expect(twilio.asked).toEqual([])
})

test('switched off again, what still waits is not sent, also later', async () => {
  const car = await toldCar('OFF 2')
  const twilio = provider()
  await switchTo(0)
  await sweepAt(noonBefore(car), twilio)
  await switchTo(1)
  await sweepAt(noonBefore(car), twilio)
  expect(twilio.asked).toEqual([])
  expect(await statesOf(car)).toEqual(['skipped', 'skipped'])
})

describe('a passenger who wants none', () => {
  const switchOff = async (one: Reader, texts: 'on' | 'off' = 'off') =>
    expect((await (await browserOf(one)).post('/profile/texts', { texts })).status).toBe(303)

  test('gets none, and nobody has to be called; notice and email go out', async () => {
    const people: [Reader, Reader] = [await reader(), await reader('en')]
    const [ann, bob] = people
    await switchOff(ann)
    const car = await toldCar('WANTS 1', people)
    const twilio = provider()
    await sweepAt(noonBefore(car), twilio)
    expect([twilio.to(ann).length, twilio.to(bob).length]).toEqual([0, 1])
    expect((await statesOf(car)).sort()).toEqual(['sent', 'skipped'])
    expect(await unsentAt(noonBefore(car) + hours(2))).toBe(0)
    const told = await db.select().from(notices).where(eq(notices.userId, ann.id))
    expect(told.find(({ code }) => code === 'carAssigned')?.emailState).not.toBeNull()
    await unassign(car.carpoolId)
    await tell()
    await sweepAt(noonBefore(car) + hours(1), twilio)
    expect(twilio.to(ann)).toEqual([])
  })

  test('switched off after the news: what waits is not sent, nor once it is on again', async () => {
    const car = await toldCar('WANTS 2')
    const [ann] = car.people as [Reader]
    await switchOff(ann)
    const twilio = provider()
    await sweepAt(noonBefore(car), twilio)
    await switchOff(ann, 'on')
    await sweepAt(noonBefore(car) + minutes(1), twilio)
    expect(twilio.to(ann)).toEqual([])
    await assign(car.carpoolId, 'WANTS 3')
    await tell()
    await sweepAt(noonBefore(car) + minutes(2), twilio)
    expect(twilio.to(ann)).toEqual([expect.stringContaining('WANTS 3')])
  })

  test('switched off while others are sent theirs', async () => {
    const car = await toldCar('WANTS 4')
    const [ann, bob] = car.people as [Reader, Reader]
    let other: Reader | undefined
    const twilio = provider(async () => {
      other ??= twilio.to(ann).length > 0 ? bob : ann
      await switchOff(other)
      return accepted()
    })
    await sweepAt(noonBefore(car), twilio)
    await sweepAt(noonBefore(car) + minutes(1), twilio)
    expect(twilio.asked).toHaveLength(1)
    expect((await statesOf(car)).sort()).toEqual(['sent', 'skipped'])
  })

  test('the profile shows the switch, and own data has it', async () => {
    const ann = await reader()
    const browser = await browserOf(ann)
    expect(textOf(await browser.get('/profile'))).toContain('关闭提醒短信')
    await switchOff(ann)
    const off = textOf(await browser.get('/profile'))
    expect(off).toContain('开启提醒短信')
    expect(off).toContain('已关闭，不发提醒短信')
    const data = must(await readOwnData(services, ann.id, 'zh'))
    expect(data.account).toMatchObject({ rideTexts: false })
  })
})

test('each passenger gets one, in their language, and no log line has a number or a text', async () => {
  const car = await toldCar('ONE 1')
  const [ann, bob] = car.people as [Reader, Reader]
  const twilio = provider()
  let log = ''
  for (let n = 0; n < 3; n++) log += await sweepAt(noonBefore(car) + minutes(n), twilio)
  expect(twilio.to(ann)).toEqual([expect.stringContaining('【邻帮】')])
  expect(twilio.to(bob)).toEqual([expect.stringContaining('[Neighbourhelp] Your car')])
  expect(twilio.asked).toHaveLength(2)
  for (const { body } of twilio.asked)
    for (const fact of ['ONE 1', 'Sam Carter', '07700900001', 'T2 Arrivals', '14:00'])
      expect(body).toContain(fact)
  expect(log).toBe('')
  expect(await statesOf(car)).toEqual(['sent', 'sent'])
})

test('the worker’s own sweep sends them through the provider', async () => {
  const car = await carOfTwo()
  const [ann] = car.people as [Reader]
  await assign(car.carpoolId, 'CRON 1')
  await advance(minutes(10))
  // At night they wait for the morning.
  await advance(hours(12))
  const answer = await smsStandIn(env as unknown as DevEnv).fetch(
    `http://localhost/__dev/sms?to=${ann.phone}`,
  )
  const { items } = (await answer.json()) as { items: SentMessage[] }
  expect(items.map(({ body }) => body)).toEqual([expect.stringContaining('CRON 1')])
})

test('a change within ten minutes replaces what was not sent, a later one is told as a change', async () => {
  const car = await carOfTwo()
  const [ann] = car.people as [Reader]
  const twilio = provider()
  await assign(car.carpoolId, 'EARLY 1')
  await tell(minutes(3))
  await assign(car.carpoolId, 'RIGHT 2')
  await tell()
  await sweepAt(noonBefore(car, 3), twilio)
  expect(twilio.to(ann)).toEqual([expect.stringMatching(/^【邻帮】(?!车改了).*RIGHT 2/)])
  await assign(car.carpoolId, 'LATER 3')
  await tell()
  // Told by notice, and changed again before the text message went out.
  await assign(car.carpoolId, 'LAST 4')
  await tell()
  await sweepAt(noonBefore(car, 2), twilio)
  expect(twilio.to(ann).slice(1)).toEqual([expect.stringMatching(/车改了.*LAST 4/)])
})

test('a withdrawal goes to those who got one', async () => {
  const people = [await reader(), await reader('en', '07012345678')]
  const car = await toldCar('GONE 1', people)
  const [ann] = people as [Reader]
  const twilio = provider()
  await sweepAt(noonBefore(car, 3), twilio)
  expect(await statesOf(car)).toEqual(expect.arrayContaining(['sent', 'skipped']))
  await unassign(car.carpoolId)
  await tell()
  await sweepAt(noonBefore(car, 2), twilio)
  expect(twilio.asked).toHaveLength(2)
  expect(twilio.to(ann)[1]).toContain('要换一辆')
  await removed(people[1] as Reader)
})

test.each([
  ['fails', () => new Response('{}', { status: 503 })],
  ['times out', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
])('what may have been sent is never sent again: the provider %s', async (how, answer) => {
  const car = await toldCar(`MAYBE ${how.length}`)
  const twilio = provider(answer)
  const noon = noonBefore(car)
  for (let n = 0; n < 4; n++) await sweepAt(noon + hours(n), twilio)
  expect(twilio.asked).toHaveLength(2)
  expect(new Set(twilio.asked.map(({ to }) => to)).size).toBe(2)
  expect(await statesOf(car)).toEqual(['claimed', 'claimed'])
  // Ten minutes later each is a task.
  expect(await unsentAt(noon + minutes(9))).toBe(0)
  expect(await unsentAt(noon + minutes(10))).toBe(2)
  const { carpoolId } = car as { carpoolId: 'car_' }
  expect(new Set(await readUnsentSms(worldAt(noon + hours(2)), carpoolId))).toEqual(
    new Set(car.seats.map(({ participantId }) => participantId)),
  )
  expect(await unsentAt(noon + hours(2))).toBe(2)
  expect(await unsentAt(car.departureAt)).toBe(0)
})

test('what the provider refused is tried four times in all, then it is a task', async () => {
  const car = await toldCar('NO 1')
  const refusing = provider(() => Response.json({ code: 20429 }, { status: 429 }))
  const noon = noonBefore(car)
  const log = await sweepAt(noon, refusing)
  for (let n = 1; n < 60; n++) await sweepAt(noon + minutes(n), refusing)
  const [ann, bob] = car.people as [Reader, Reader]
  expect([refusing.to(ann).length, refusing.to(bob).length]).toEqual([4, 4])
  expect(await statesOf(car)).toEqual(['failed', 'failed'])
  expect(await db.$count(attempts, eq(attempts.kind, 'ride-sms-total')), 'nothing was sent').toBe(0)
  expect(await unsentAt(noon + hours(2))).toBe(2)
  for (const { phone } of car.people) expect(log).not.toContain(phone.slice(1))
  expect(log).not.toContain('NO 1')
  // Another car says what is so now, and no passenger has to be called about this one.
  await assign(car.carpoolId, 'YES 2')
  await tell()
  await sweepAt(noon + hours(2), provider())
  expect(await unsentAt(noon + hours(2))).toBe(0)
})

test('the daily total of rides is its own, and what is over it waits', async () => {
  const car = await toldCar('TOTAL 1')
  const noon = noonBefore(car, 2)
  const rows = Array.from({ length: RIDE_SMS_PER_DAY - 1 }, () => ({
    kind: 'ride-sms-total',
    subject: 'all',
    at: noon - hours(1),
  }))
  for (let from = 0; from < rows.length; from += 30)
    await db.insert(attempts).values(rows.slice(from, from + 30))
  const twilio = provider()
  expect(await sweepAt(noon, twilio)).toContain('daily total')
  expect(twilio.asked).toHaveLength(1)
  expect(await unsentAt(noon)).toBe(1)
  await sweepAt(noon + hours(24), twilio)
  expect(twilio.asked).toHaveLength(2)
})

test('a closed account gets none', async () => {
  const car = await toldCar('CLOSED 1')
  const [ann, bob] = car.people as [Reader, Reader]
  await db.update(users).set({ closedAt: now() }).where(eq(users.id, ann.id))
  const twilio = provider()
  await sweepAt(noonBefore(car), twilio)
  expect([twilio.to(ann).length, twilio.to(bob).length]).toEqual([0, 1])
  await db.update(users).set({ closedAt: null }).where(eq(users.id, ann.id))
})
