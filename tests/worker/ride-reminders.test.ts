import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sweepRides } from '#app/features/ride/service/ride-reminders.server.ts'
import { getT } from '#app/i18n/server.ts'
import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { type Instant, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
import type { NoticeParams } from '#app/notices/rules/notice.ts'
import { readNotices } from '#app/notices/service/notices.server.ts'
import { groups, notices, participants } from '#db/schema.ts'
import { carFor } from '#tests/kit/ride.ts'
import { student } from '#tests/worker/world/people.ts'
import { db, now, services } from '#tests/worker/world/services.ts'
import { clockChanges } from './clock-changes.ts'
import { placeInCar } from './notices-kit.ts'

/** Reminders of free seats before the cutoff, and of the car before departure. */

const failing = (..._: unknown[]) => expect.unreachable('a sweep failed')
const sweepAt = (at: Instant) =>
  sweepRides({
    db,
    clock: { now: () => at, systemTime: (instant) => instant },
    log: { info() {}, warn() {}, error: failing },
  })

const { places: _, ...ride } = { ...carFor('AB12 CDE'), version: 1 }
const toldOf = ({ id }: { id: UserId }) =>
  db
    .select({ id: notices.id, code: notices.code, at: notices.createdAt, params: notices.params })
    .from(notices)
    .where(and(eq(notices.userId, id), inArray(notices.code, ['seatsFree', 'rideSoon'])))

/** That a place was told of its car, in a version. */
const tellCar = (userId: UserId, place: string, version: number, createdAt: Instant) => {
  const id = `carAssigned:${place}:${version}`
  return insertNotice(db, { id, userId, code: 'carAssigned', params: {}, createdAt })
}

type Group = Parameters<typeof placeInCar>[2]
type Place = Parameters<typeof placeInCar>[1]
/** A place in a carpool that leaves at `at`. */
const placeAt = (at: Instant, place: Place = {}, group: Group = {}) =>
  placeInCar(student(), place, { departureAt: at, cutoffAt: at - hours(24), ...group })
/** The same on a trip. */
async function tripPlaceAt(tripStartAt: Instant, cutoffAt: Instant, isOpen: boolean, place: Place) {
  const { id, carpoolId, participantId } = await placeAt(tripStartAt, { ...place, kind: 'trip' })
  const tripId = carpoolId.replace('car_', 'trip_') as 'trip_'
  await db.delete(groups).where(eq(groups.id, carpoolId))
  const day = '2026-12-03'
  await db.insert(groups).values({
    kind: 'trip',
    id: tripId,
    version: 1,
    status: isOpen ? 'OPEN' : 'SUCCESS',
    tripName: '湖区两日游',
    nameText: '湖区两日游',
    currentPassengers: 2,
    confirmedPassengers: 2,
    minPassengers: 2,
    maxPassengers: 4,
    cutoffAt,
    balanceDueAt: tripStartAt,
    departureAt: tripStartAt,
    tripEndAt: tripStartAt + hours(10),
    cutoffDay: day,
    departureDay: londonDay(tripStartAt),
    endDay: day,
    balancePrice: 3000,
    flightTimes: [],
    listed: true,
    nextDueAt: tripStartAt + hours(10),
    createdAt: now(),
  })
  await db.update(participants).set({ groupId: tripId }).where(eq(participants.id, participantId))
  return { id, tripId, participantId }
}
const OPEN = { status: 'OPEN', currentPassengers: 2, maxPassengers: 3 } as const

test('a member of a group with a free seat is told once, with the link to share', async () => {
  const noon = startOfLondonDay(clockChanges(1)[0]?.day ?? '') + hours(13)
  const cutoffAt = noon + hours(5)
  const mine = await placeAt(cutoffAt + hours(24), {}, OPEN)
  const trip = await tripPlaceAt(cutoffAt + hours(72), cutoffAt, true, {})
  await sweepAt(cutoffAt - hours(6) - 1)
  expect(await toldOf(mine)).toEqual([])
  for (let i = 0; i < 3; i++) await sweepAt(noon + i)
  expect(await toldOf(mine)).toMatchObject([
    { code: 'seatsFree', at: noon, params: { carpoolId: mine.carpoolId, dueAt: cutoffAt } },
  ])
  expect(await toldOf(trip)).toMatchObject([
    { code: 'seatsFree', at: noon, params: { tripId: trip.tripId, dueAt: cutoffAt } },
  ])
  for (const [who, to] of [
    [mine, `/share/carpool/${mine.carpoolId}`],
    [trip, `/share/trip/${trip.tripId}`],
  ] as const) {
    const { items } = await readNotices(services, { id: who.id }, getT('en'), null)
    expect(items).toMatchObject([{ to, verdict: 'so' }])
    expect(JSON.stringify(items)).not.toContain('{{')
  }
})

test('a passenger is reminded of their car once, with driver, plate and meeting point', async () => {
  const noon = startOfLondonDay(clockChanges(1)[0]?.day ?? '') + hours(13)
  const at = noon + hours(24)
  const going = { status: 'SUCCESS' } as const
  const mine = await placeAt(at, { ride }, going)
  const trip = await tripPlaceAt(at, at - hours(48), false, { ride })
  const without = await placeAt(at, {}, going)
  const late = await placeAt(at, { ride }, going)
  const changed = await placeAt(at, { ride: { ...ride, version: 2 } }, going)
  for (const { id, participantId } of [mine, trip, changed])
    await tellCar(id, participantId, 1, at - hours(72))
  await tellCar(late.id, late.participantId, 1, noon - hours(11))
  await sweepAt(noon - 1)
  expect(await toldOf(mine)).toEqual([])
  for (let i = 0; i < 3; i++) await sweepAt(noon + i)
  const { plate } = ride.vehicle
  const says = { plate, driver: 'Sam Carter', meetingPoint: 'T2 Arrivals', version: 1 }
  expect(await toldOf(mine)).toMatchObject([{ code: 'rideSoon', at: noon, params: says }])
  expect(await toldOf(trip)).toMatchObject([{ code: 'rideSoon', at: noon, params: says }])
  for (const nobody of [without, late, changed]) expect(await toldOf(nobody)).toEqual([])
  await sweepAt(noon + hours(1))
  expect(await toldOf(late)).toHaveLength(1)
  expect(await toldOf(changed)).toEqual([])
})

/** A small generator, so that a failure can be repeated. */
function randomFrom(seed: number) {
  let state = seed
  return (n: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    // The low bits of such a generator hardly vary.
    return Math.floor(state / 65536) % n
  }
}
const hourIn = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
})
const isAwake = (at: Instant) => Number(hourIn.format(at)) >= 8 && Number(hourIn.format(at)) < 22
const mayHear = (at: Instant, leavesAt: Instant) =>
  at < leavesAt && (isAwake(at) || leavesAt - at <= hours(12))

/** From when a place may hear of free seats, found minute by minute. */
function seatsFrom(cutoffAt: Instant, leavesAt: Instant): Instant {
  for (let at = cutoffAt - hours(6); at < cutoffAt; at += minutes(1))
    if (mayHear(at, leavesAt)) return at
  let evening = cutoffAt - hours(6)
  while (!isAwake(evening)) evening -= minutes(1)
  return evening - minutes(59)
}

const STEP = minutes(30)
const NOBODY_BEFORE = hours(40)

/** What happens to a place at some moment, and what is then so. */
type Life = {
  userId: UserId
  participantId: ParticipantId
  leavesAt: Instant
  isConfirmed: boolean
  /** Until when seats are free, and from when the car is known, and until when. */
  freeUntil: Instant
  told: Instant | null
  endsAt: Instant
  end(): PromiseLike<unknown>
}

/**
 * A place in a carpool or on a trip that leaves at a moment, with a car or with free seats; some
 * are only held. It ends when the group fills, or when the passenger leaves.
 */
async function lifeOf(random: (n: number) => number, leavesAt: Instant): Promise<Life> {
  const endsAt = random(3) === 0 ? leavesAt - random(70) * STEP : Number.MAX_SAFE_INTEGER
  const isRide = random(2) === 0
  const isConfirmed = random(6) > 0
  const isTrip = random(2) === 0
  const told = isRide ? leavesAt - random(80) * STEP : null
  // A trip sets its own cutoff.
  const cutoffAt = leavesAt - hours(24) - (isTrip ? random(40) * STEP : 0)
  const place: Place = { ...(isRide && { ride }), seat: isConfirmed ? 'taken' : 'held' }
  const made = isTrip
    ? await tripPlaceAt(leavesAt, cutoffAt, !isRide, place)
    : await placeAt(leavesAt, place, isRide ? { status: 'SUCCESS' } : OPEN)
  const { id: userId, participantId } = made
  if (told !== null) await tellCar(userId, participantId, 1, told)
  const leave = () =>
    db
      .update(participants)
      .set({ seat: 'gone', ride: null })
      .where(eq(participants.id, participantId))
  const fill = () =>
    'tripId' in made
      ? db
          .update(groups)
          .set({ status: 'FULL', currentPassengers: 4 })
          .where(eq(groups.id, made.tripId))
      : db
          .update(groups)
          .set({ status: 'SUCCESS_PENDING_PAYMENT', currentPassengers: 3 })
          .where(eq(groups.id, made.carpoolId))
  const freeUntil = isRide ? 0 : cutoffAt
  const end = isRide ? leave : fill
  return { userId, participantId, leavesAt, isConfirmed, freeUntil, told, endsAt, end }
}

test.each(clockChanges(2).map(({ day, hours: length }) => [length, day] as const))(
  'around a day of %i hours each is told exactly once, if it is so when they may hear',
  async (length, day) => {
    const random = randomFrom(length)
    const change = startOfLondonDay(day) + hours(1)
    const lives: Life[] = []
    for (let i = 0; i < 60; i++)
      lives.push(await lifeOf(random, change + (random(170) - 60) * STEP))
    const first = change - NOBODY_BEFORE
    const expected = new Map<string, Instant>()
    for (let at = first; at < change + 80 * STEP; at += STEP) {
      for (const life of lives) {
        const { leavesAt, isConfirmed, freeUntil, told, endsAt, participantId } = life
        if (endsAt <= at && (endsAt > at - STEP || at === first)) await life.end()
        if (!isConfirmed || endsAt <= at || expected.has(participantId)) continue
        if (!mayHear(at, leavesAt)) continue
        const isFree = at < freeUntil && at >= seatsFrom(freeUntil, leavesAt)
        const knows = told !== null && told <= at - hours(12) && at >= leavesAt - hours(24)
        if (isFree || knows) expected.set(participantId, at)
      }
      await sweepAt(at)
    }
    for (const { userId, participantId } of lives) {
      const heard = await toldOf({ id: userId })
      const should = expected.get(participantId)
      expect(
        heard.map(({ at }) => at),
        participantId,
      ).toEqual(should === undefined ? [] : [should])
    }
    // Both happen, or the test shows nothing.
    expect(expected.size).toBeGreaterThan(10)
    expect(expected.size).toBeLessThan(lives.length)
  },
  60_000,
)

test('what is no longer so is not shown as news', async () => {
  const mine = await placeAt(now() + hours(30), {}, OPEN)
  const params: NoticeParams = {
    carpoolId: mine.carpoolId,
    participantId: mine.participantId,
    carpoolAt: mine.carpoolAt,
    dueAt: mine.carpoolAt - hours(24),
  }
  const id = `seatsFree:${mine.participantId}`
  await insertNotice(db, { id, userId: mine.id, code: 'seatsFree', params, createdAt: now() })
  await db
    .update(groups)
    .set({ status: 'SUCCESS_PENDING_PAYMENT', currentPassengers: 3 })
    .where(eq(groups.id, mine.carpoolId))
  const { items } = await readNotices(services, { id: mine.id }, getT('en'), null)
  expect(items).toMatchObject([
    { verdict: 'over', unread: false, to: `/carpool/record/${mine.participantId}` },
  ])
})
