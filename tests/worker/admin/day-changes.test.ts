import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { PlaceRide } from '#app/domain/group/ride-state.ts'
import type { ParticipantId } from '#app/domain/id.ts'
import { hours, minutes } from '#app/domain/limits.ts'
import { type Instant, londonWall, startOfLondonDay } from '#app/domain/time.ts'
import { dayStates, participants, users } from '#db/schema.ts'
import { carFor } from '#tests/kit/ride.ts'
import { textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { db } from '#tests/worker/api/world.ts'
import { worldAt } from '#tests/worker/at-time.ts'
import { insertCar, insertUser } from '#tests/worker/rows.ts'
import { newAdmin } from './kit.ts'

/** What has changed on the day sheet since it was printed. */

const { places: _, ...riding } = { version: 1, ...carFor() }
let token: string
beforeAll(async () => {
  ;({ token } = await newAdmin(['dispatch']))
})

/** Days that no other test uses, at noon; the last two have 25 and 23 hours. */
const DAYS = ['2026-11-28', '2026-11-29', '2027-10-31', '2027-03-28'] as const

async function carOn(day: string, over: Partial<PlaceRide> = {}) {
  const at = startOfLondonDay(day) + hours(12)
  const row = { status: 'SUCCESS', carpoolAt: at, carpoolDay: day }
  const userId = await insertUser(at)
  await db
    .update(users)
    .set({ name: `Passenger ${userId.slice(-4)}` })
    .where(eq(users.id, userId))
  const ride = { ...riding, meetAt: at, ...over }
  const { participantId } = await insertCar(row, { seat: 'taken', userId, ride })
  return { participantId, userId, name: `Passenger ${userId.slice(-4)}`, ride }
}

/** The sheet of a day, as it is opened at a moment. */
async function open(now: Instant, day: string, since?: Instant) {
  const visitor = new Visitor({ lang: 'en', worker: worldAt(now).fetch })
  visitor.cookies.set('asid', token)
  const more = since === undefined ? '' : `&since=${londonWall(since)}`
  const page = await visitor.get(`/admin/day?date=${day}${more}`)
  expect(page.status).toBe(200)
  return { html: page.html, text: textOf(page) }
}
const set = (id: ParticipantId, change: Partial<typeof participants.$inferInsert>) =>
  db.update(participants).set(change).where(eq(participants.id, id))

test('a printed sheet is compared with what it says now, row by row', async () => {
  const [day] = DAYS
  const printed = Date.now()
  const one = await carOn(day)
  const two = await carOn(day, { id: 'ride_two' })
  const gone = await carOn(day, { id: 'ride_three' })
  const first = await open(printed, day)
  expect(first.html).toContain(`since=${londonWall(printed)}`.replace('&', '&amp;'))
  expect((await open(printed + minutes(5), day, printed)).text).toContain('No changes since')
  await set(one.participantId, { paymentStatus: 'DEPOSIT', originalRemaining: 900 })
  await set(two.participantId, { ride: { ...two.ride, meetingPoint: 'T3 Arrivals' } })
  await set(gone.participantId, { seat: 'gone' })
  const added = await carOn(day, { id: 'ride_four' })
  const { text, html } = await open(printed + minutes(9), day, printed)
  expect(text).toContain('4 changes or additions')
  expect(text).toContain(`1 party is no longer on this sheet: ${gone.name}`)
  const marked = (name: string) => html.slice(html.indexOf(name), html.indexOf(name) + 600)
  expect(marked(one.name)).toContain('Changed')
  expect(marked(added.name)).toContain('New')
  expect(marked(two.name)).not.toMatch(/Changed|New/)
  // Since that second look, nothing.
  const later = await open(printed + minutes(20), day, printed + minutes(9))
  expect(later.text).toContain('No changes since')
})

test('of several states within one minute the earliest counts, and one seen before still does', async () => {
  const [, day] = DAYS
  const minute = Math.floor(Date.now() / minutes(1)) * minutes(1)
  const { participantId } = await carOn(day)
  await open(minute - minutes(30), day)
  await open(minute + 10_000, day)
  await set(participantId, { paymentStatus: 'DEPOSIT', originalRemaining: 900 })
  await open(minute + 40_000, day)
  // Paper of this minute may be of either state.
  expect((await open(minute + minutes(3), day, minute)).text).toContain('1 change or addition')
  expect((await open(minute + minutes(4), day, minute + minutes(1))).text).toContain('No changes')
  const early = await open(minute + minutes(5), day, minute - minutes(40))
  expect(early.text).toContain('Nobody had opened this sheet')
  const nonsense = await open(minute, `${day}&since=nonsense`)
  expect(nonsense.text).not.toMatch(/No changes|Nobody had opened/)
})

test.each(DAYS.slice(2))('on a day of another length too: %s', async (day) => {
  const noon = startOfLondonDay(day) + hours(11)
  const [admin] = [await newAdmin(['dispatch'])]
  const { participantId } = await carOn(day)
  const at = (now: Instant) => worldAt(now).admin
  const see = async (now: Instant, since: Instant | null) => {
    const cars = await at(now).daySheet.open(admin.id, day)
    return (await at(now).dayChanges()).see(day, cars, since)
  }
  expect(await see(noon, null)).toBeNull()
  await set(participantId, { paymentStatus: 'DEPOSIT', originalRemaining: 900 })
  expect(await see(noon + hours(1), noon)).toMatchObject({ marks: { [participantId]: 'changed' } })
})

test('what is remembered says nothing of anybody, is stored once, and is forgotten', async () => {
  const day = '2026-12-03'
  const now = Date.now()
  const { name, participantId } = await carOn(day)
  for (const later of [0, 1, 2]) await open(now + minutes(later), day)
  const rows = await db.select().from(dayStates).where(eq(dayStates.day, day))
  expect(rows.map(({ at, seenAt }) => [at, seenAt])).toEqual([[now, now + minutes(2)]])
  const stored = JSON.stringify(rows)
  expect(stored).toContain(participantId)
  expect(stored).not.toContain(name)
  expect(stored).not.toContain('Sam Carter')
  expect(stored).not.toContain('AB12')
  await set(participantId, { seat: 'gone' })
  const world = worldAt(now + hours(24 * 15))
  const changes = await world.admin.dayChanges()
  expect(await changes.see(day, [], now)).toMatchObject({ left: 1, gone: [name] })
  expect(await db.select().from(dayStates).where(eq(dayStates.at, now))).toEqual([])
})
