import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema.ts'
import { heldBy, leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import { filledForm } from '#tests/worker/forms/filled.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'
import { openTrip } from '#tests/worker/world/trips.ts'

const LINE = '到截止时间人数不够，或截止前退出：押金全退。'
const notedFor = async (id: `usr_${string}`) =>
  (
    await db
      .select({ trip: users.tripTermsVersion, carpool: users.termsVersion })
      .from(users)
      .where(eq(users.id, id))
  )[0]

test('a trip’s terms are shown in its form until a version has been agreed to, and folded from then on', async () => {
  const student = await newStudent()
  const browser = await browserOf(student)
  const path = `/trip/${(await openTrip({ needsFlight: false })).id}/join`
  const first = await browser.get(path)
  const version = heldBy(first, 'termsVersion') ?? ''
  expect(version).toMatch(/^[\da-f]{16}$/)
  expect(textOf(first)).toContain(LINE)
  const typed = { ...filledForm(first, 'people'), nLocation: '8 Park Row' }
  // Neither a refused form nor what is no version counts.
  await browser.post(path, { ...typed, people: '0' })
  await browser.post(path, { ...typed, people: '0', termsVersion: '<script>' })
  expect(await notedFor(student.id)).toEqual({ trip: null, carpool: null })
  expect(leadsTo(await browser.post(path, typed))).toMatch(/^\/pay\/deposit-trip_/)
  // A carpool has terms of its own.
  expect(await notedFor(student.id)).toEqual({ trip: version, carpool: null })
  const again = await browser.get(`/trip/${(await openTrip()).id}/join`)
  expect(heldBy(again, 'termsVersion')).toBeUndefined()
  expect(textOf(again)).not.toContain(LINE)
  expect(textOf(again)).toContain('组团须知（已同意）')
  // Another version is shown again, also to whoever starts a trip.
  await db
    .update(users)
    .set({ tripTermsVersion: '0'.repeat(16) })
    .where(eq(users.id, student.id))
  expect(heldBy(await browser.get('/trip/create'), 'termsVersion')).toBe(version)
})

test('the page that terms used to be leads to the form, with where the student came from', async () => {
  const moved = await (await browserOf(await newStudent())).get('/trip/trip_1/terms?tab=start')
  expect([moved.status, leadsTo(moved)]).toEqual([308, '/trip/trip_1/join?tab=start'])
})
