import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEADLINE_SMS_PER_DAY, hours, minutes } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { stopEmails } from '#app/notices/service/email-stops.server.ts'
import { partsOf } from '#app/reminders/service/sms-text.server.ts'
import { attempts, notices, participants, settings, users } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import {
  carOf,
  completeCar,
  failedCar,
  goTo,
  inDays,
  openCar,
  payBalance,
  placeIn,
  privateCar,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { browserOf } from '#tests/worker/world/people.ts'
import { advance, db, now, services } from '#tests/worker/world/services.ts'
import { join, openTrip, stateOf } from '#tests/worker/world/trips.ts'
import { type Provider, provider, type Reader, reader, sweepAt, switchSetting } from './text-kit.ts'

/** Text messages before a deadline that costs money or a seat: to whom, what, when, how often. */

const UNCONFIRMED = { emailConfirmedAt: null }
const unreached = (language: 'zh' | 'en' = 'zh') => reader(language, newPhone(), UNCONFIRMED)
beforeEach(() => db.delete(settings))
afterEach(async () => {
  await db.update(notices).set({ smsState: null, smsAt: null }).where(isNotNull(notices.smsState))
  await db.delete(attempts)
  // Nobody is left to be told in the next test.
  await db.update(users).set({ emailConfirmedAt: 1, emailNotices: true })
})

/** A complete car of these students, which leaves at 14:00 in five days. */
async function carOfTwo(people: [Reader, Reader]) {
  const { carpoolId, seats } = await completeCar(people)
  const { carpoolAt, cutoffAt } = await carOf(carpoolId)
  return { carpoolId, seats: seats as [Seat, Seat], departureAt: carpoolAt, dueAt: cutoffAt }
}
/** Every minute of a time, as far as the sweep cares. */
async function sweepThrough(from: Instant, until: Instant, twilio: Provider) {
  let log = ''
  for (let at = from; at <= until; at += minutes(30)) log += await sweepAt(at, twilio)
  return log
}
const statesOf = async (...people: Reader[]) => {
  const ids = people.map(({ id }) => id)
  const rows = await db
    .select({ state: notices.smsState })
    .from(notices)
    .where(and(inArray(notices.userId, ids), isNotNull(notices.smsState)))
  return rows.map(({ state }) => state).sort()
}

/** Who gets a text message 3 hours before a balance is due, while the other one never does. */
const WHO: [who: string, row: Partial<typeof users.$inferInsert>, isTold: boolean][] = [
  ['whose address is confirmed', { emailConfirmedAt: 1 }, false],
  ['whose address is not confirmed', UNCONFIRMED, true],
  ['who switched emails off', { emailNotices: false, emailConfirmedAt: 1 }, true],
  ['who switched off both', { emailNotices: false, rideTexts: false }, false],
  ['who wants no texts', { ...UNCONFIRMED, rideTexts: false }, false],
  ['whose number cannot be texted', { ...UNCONFIRMED, phone: '07012345678' }, false],
  ['who is closing the account', { ...UNCONFIRMED, closedAt: 1 }, false],
]
test.each(WHO)('of a balance: a student %s', async (_who, row, isTold) => {
  const [ann, bob] = [await reader(), await reader()]
  const car = await carOfTwo([ann, bob])
  await db.update(users).set(row).where(eq(users.id, ann.id))
  const twilio = provider()
  await sweepThrough(car.dueAt - hours(4), car.dueAt - minutes(1), twilio)
  expect(twilio.asked).toHaveLength(isTold ? 1 : 0)
  await db.delete(users).where(eq(users.id, ann.id))
})

test.each(['bounced', 'unwanted'] as const)(
  'and one whose confirmed address is %s',
  async (why) => {
    const [ann, bob] = [await reader(), await reader()]
    await stopEmails(services, `${ann.id}@example.com`, why)
    const car = await carOfTwo([ann, bob])
    const twilio = provider()
    await sweepAt(car.dueAt - hours(3), twilio)
    expect([twilio.to(ann).length, twilio.to(bob).length]).toEqual([1, 0])
  },
)

test('it says what to pay by when, in the student’s language, from 3 hours before it, once', async () => {
  const [ann, bob] = [await unreached(), await unreached('en')]
  const car = await carOfTwo([ann, bob])
  const twilio = provider()
  await sweepAt(car.dueAt - hours(3) - 1, twilio)
  expect(twilio.asked).toEqual([])
  const log = await sweepThrough(car.dueAt - hours(3), car.dueAt + hours(1), twilio)
  expect(twilio.to(ann)).toEqual([
    expect.stringMatching(/^【邻帮】.*14:00 前付余款 £[\d.]+，.*押金不退/),
  ])
  expect(twilio.to(bob)).toEqual([
    expect.stringMatching(/^\[Neighbourhelp\].*pay £[\d.]+ by .*14:00/),
  ])
  expect(log).toBe('')
  expect(await statesOf(ann, bob)).toEqual(['sent', 'sent'])
})

test('the worker’s own sweep sends it, and the email that needs no confirmation comes too', async () => {
  const [ann, bob] = [await unreached(), await unreached()]
  const car = await carOfTwo([ann, bob])
  await goTo(car.dueAt - hours(3))
  await advance(0)
  expect(await statesOf(ann, bob)).toEqual(['sent', 'sent'])
  const sent = await db
    .select({ code: notices.code, state: notices.emailState })
    .from(notices)
    .where(and(eq(notices.userId, ann.id), eq(notices.code, 'balanceDue')))
  expect(sent.map(({ state }) => state)).toEqual(['sent'])
})

test('off, none is asked for; switched off, what waits is dropped, and what is about rides is not', async () => {
  const [ann, bob] = [await unreached(), await unreached()]
  const car = await carOfTwo([ann, bob])
  const twilio = provider()
  await switchSetting('deadlineSms', 0)
  await sweepThrough(car.dueAt - hours(3), car.dueAt - hours(2), twilio)
  expect([twilio.asked, await statesOf(ann, bob)]).toEqual([[], []])
  await switchSetting('deadlineSms', 1)
  await sweepAt(
    car.dueAt - hours(1),
    provider(() => Response.json({ code: 1 }, { status: 429 })),
  )
  expect(await statesOf(ann, bob)).toEqual(['waiting', 'waiting'])
  await switchSetting('deadlineSms', 0)
  await sweepAt(car.dueAt - minutes(30), twilio)
  await switchSetting('deadlineSms', 1)
  await sweepAt(car.dueAt - minutes(10), twilio)
  expect([twilio.asked, await statesOf(ann, bob)]).toEqual([[], ['skipped', 'skipped']])
})

describe('nothing is sent about what is no longer so', () => {
  const play = async (change: (one: { seats: [Seat, Seat]; ann: Reader }) => Promise<unknown>) => {
    const [ann, bob] = [await unreached(), await reader()]
    const car = await carOfTwo([ann, bob])
    // Asked for, and the provider is busy.
    const busy = provider(() => Response.json({ code: 20429 }, { status: 429 }))
    await sweepAt(car.dueAt - hours(3), busy)
    expect(busy.asked).toHaveLength(1)
    await change({ ...car, ann })
    const twilio = provider()
    await sweepThrough(car.dueAt - hours(2), car.dueAt + minutes(30), twilio)
    return [twilio.asked.length, await statesOf(ann)]
  }
  test('paid meanwhile, even before the lists know', async () => {
    expect(
      await play(async ({ seats: [mine] }) => {
        await payBalance(mine)
        await db
          .update(participants)
          .set({ paymentStatus: 'DEPOSIT' })
          .where(eq(participants.id, mine.participantId as 'par_'))
      }),
    ).toEqual([0, ['dropped']])
  })
  test('confirmed meanwhile', async () => {
    const confirm = ({ ann }: { ann: Reader }) =>
      db.update(users).set({ emailConfirmedAt: 1 }).where(eq(users.id, ann.id))
    expect(await play(confirm)).toEqual([0, ['skipped']])
  })
  test('switched off meanwhile', async () => {
    const off = async ({ ann }: { ann: Reader }) =>
      (await browserOf(ann)).post('/profile/texts', { texts: 'off' })
    expect(await play(off)).toEqual([0, ['skipped']])
  })
})

/** Everything that has a deadline. */
test('a private car, a trip, a failed car’s choice and a lost deposit are told of alike', async () => {
  const [priv, trip, failed, lost] = [
    await unreached(),
    await unreached(),
    await unreached(),
    await unreached(),
  ]
  const twilio = provider()

  const own = await privateCar(priv)
  const leaves = (await carOf(own.carpoolId)).carpoolAt
  await goTo(leaves - hours(23))
  await sweepAt(leaves - hours(3), twilio)
  expect(twilio.to(priv)).toEqual([expect.stringMatching(/包车，请在 .*14:00 前付余款 £\d+/)])

  const group = await openTrip({ minPassengers: 1, maxPassengers: 2 }, trip)
  await join(group.id)
  const { tripStartAt, cutoffAt } = await stateOf(group.id)
  await goTo(cutoffAt)
  const due = tripStartAt - hours(24)
  await sweepThrough(Math.max(due - hours(12), cutoffAt), due - minutes(1), twilio)
  expect(twilio.to(trip)).toEqual([
    expect.stringMatching(/^【邻帮】组团“.*”，请在 .* 前付余款 £30/),
  ])

  const notFull = await failedCar(failed)
  const { carpoolAt } = await carOf(notFull.carpoolId)
  await sweepAt(carpoolAt - hours(3) - 1, twilio)
  expect(twilio.to(failed)).toEqual([])
  await sweepThrough(carpoolAt - hours(3), carpoolAt + hours(1), twilio)
  expect(twilio.to(failed)).toEqual([expect.stringMatching(/没拼满.*14:00 前改为包车/)])

  const open = await openCar({ maxPassengers: 3, ...inDays(21) }, { as: lost })
  await advance(0)
  const { captureBefore } = (await placeIn(open.carpoolId, open.participantId)).hold
  await goTo((captureBefore ?? 0) + minutes(1))
  const cutoff = (await carOf(open.carpoolId)).cutoffAt
  await sweepThrough(cutoff - hours(3), cutoff - minutes(1), twilio)
  expect(twilio.to(lost)).toEqual([expect.stringMatching(/押金被银行解冻.*14:00 前重新冻结/)])
  for (const { body } of twilio.asked) expect(partsOf(body)).toBeLessThanOrEqual(2)
})

test('a student gets two about one group at most', async () => {
  const [ann, bob] = [await unreached(), await reader()]
  const car = await carOfTwo([ann, bob])
  const of = { carpoolId: car.carpoolId, participantId: 'par_before', carpoolAt: car.departureAt }
  const earlier = (code: string) => ({
    id: `${code}:${crypto.randomUUID()}`,
    userId: ann.id,
    code,
    params: of,
    createdAt: now(),
    smsState: 'sent' as const,
  })
  await db.insert(notices).values([earlier('depositReleased'), earlier('carAssigned')])
  const twilio = provider()
  await db.insert(notices).values(earlier('renewalFailed'))
  await sweepAt(car.dueAt - hours(3), twilio)
  expect(twilio.asked).toEqual([])
  // One of car news does not count.
  await db.update(notices).set({ smsState: 'dropped' }).where(eq(notices.code, 'renewalFailed'))
  await sweepAt(car.dueAt - hours(2), twilio)
  expect(twilio.to(ann)).toHaveLength(1)
})

test('the daily total is its own: neither rides nor codes use it up, and it waits', async () => {
  const [ann, bob] = [await unreached(), await reader()]
  const car = await carOfTwo([ann, bob])
  const at = car.dueAt - hours(3)
  const used = (kind: string, count: number) =>
    Array.from({ length: count }, () => ({ kind, subject: 'all', at: at - hours(23) }))
  const fill = async (kind: string, count: number) => {
    const rows = used(kind, count)
    for (let from = 0; from < rows.length; from += 25)
      await db.insert(attempts).values(rows.slice(from, from + 25))
  }
  await fill('ride-sms-total', 500)
  await fill('deadline-sms-total', DEADLINE_SMS_PER_DAY)
  const twilio = provider()
  expect(await sweepAt(at, twilio)).toContain('the daily total is used up')
  expect([twilio.asked, await statesOf(ann)]).toEqual([[], ['waiting']])
  await sweepAt(at + hours(1), twilio)
  expect(twilio.to(ann)).toHaveLength(1)
})

test('news of a car that nobody takes does not hold up what a deadline costs', async () => {
  await switchSetting('rideSms', 1)
  const [ann, bob] = [await unreached(), await reader()]
  const car = await carOfTwo([ann, bob])
  const at = car.dueAt - hours(3)
  await db.insert(notices).values(
    Array.from({ length: 5 }, (_, n) => ({
      id: `carAssigned:${crypto.randomUUID()}:${n}`,
      userId: bob.id,
      code: 'carAssigned',
      params: {
        carpoolId: 'car_gone',
        participantId: 'par_gone',
        version: 1,
        carpoolAt: at + hours(9),
      },
      createdAt: now(),
      smsState: 'waiting' as const,
      smsAt: now(),
    })),
  )
  const rides = Array.from({ length: 20 }, () => ({
    kind: 'ride-sms-total',
    subject: 'all',
    at: at - hours(1),
  }))
  for (let n = 0; n < 25; n++) await db.insert(attempts).values(rides)
  const twilio = provider()
  await sweepAt(at, twilio)
  expect(twilio.to(ann)).toHaveLength(1)
})
