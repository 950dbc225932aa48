import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { readUsers } from '#app/console/service/members.server.ts'
import { addPost } from '#app/features/board/service.server.ts'
import { auditLog, users } from '#db/schema.ts'
import { newAdmin, visitorOf } from '#tests/worker/admin/kit.ts'
import { ofOrder } from '#tests/worker/paid.ts'
import { refund, refundStep } from '#tests/worker/stripe-dashboard.ts'
import { api } from '#tests/worker/world/api.ts'
import { placeOrder } from '#tests/worker/world/api-orders.ts'
import { openTrip } from '#tests/worker/world/api-trips.ts'
import { completeCar } from '#tests/worker/world/cars.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { dayIn, db, services, stripe } from '#tests/worker/world/services.ts'
import { consolePages, LATER } from './pages.ts'

/**
 * The audit log tells which administrator saw which student's name and number: every page of the
 * console, and every call that reads the same (decision 0034).
 */

const NAME = '欧阳惊蛰'
let ids: Record<string, string>
let shown: RegExp
beforeAll(async () => {
  const ann = await newStudent()
  const { carpoolId, seats } = await completeCar([ann, await newStudent()])
  const viewer = ann
  const participantId = seats[0]?.participantId ?? ''
  const content = 'here'
  await addPost(services, { viewer, participantId, key: 'k', content })
  const { id: tripId, trip } = await openTrip({}, ann)
  const { intentId } = await ofOrder('mail')
  await refund(intentId)
  await refundStep(intentId, 'fail')
  const { data } = await stripe.refunds.list({ payment_intent: intentId })
  ids = {
    carpoolId,
    participantId,
    tripId,
    tripPlaceId: trip.participants[0].participantId,
    placedId: await placeOrder('mail', ann, { userName: NAME }),
    refundId: data[0]?.id ?? '',
    userId: ann.id,
    airportId: 'air_lhr',
    day: dayIn(5),
  }
  const flat = { flatName: 'Nova', flatNumber: '1' }
  await db.update(users).set({ name: NAME, accountType: 'MEMBER', auth: 'PENDING', ...flat })
  const phones = (await db.select().from(users)).map(({ phone }) => phone)
  shown = new RegExp([NAME, ...phones].join('|'))
})
const fill = (path: string) =>
  path.replace(LATER, '{day}').replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name)

const viewedBy = async (adminId: string) =>
  (
    await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.adminId, adminId as 'adm_'))
  )
    .filter(({ action }) => /Viewed$|Listed$|^exported$/.test(action))
    .map(({ action, subject }) => `${action} ${subject}`)

test('every page that shows a student’s name or number is recorded, once an hour', async () => {
  const told: Record<string, string[]> = {}
  for (const { route, at } of consolePages) {
    const admin = await newAdmin()
    const browser = visitorOf(admin)
    const { html } = await browser.get(fill(at))
    if (!shown.test(html)) continue
    await browser.get(fill(at))
    told[route] = await viewedBy(admin.id)
  }
  const { carpoolId, tripId, placedId, userId, day } = ids
  const [car, trip] = [[`groupViewed ${carpoolId}`], [`groupViewed ${tripId}`]]
  expect(told).toEqual({
    '/admin/members': ['usersListed members'],
    '/admin/users': ['usersListed users'],
    '/admin/orders/:kind': ['usersListed mail'],
    '/admin/search': ['usersListed search'],
    '/admin/correct': [`userViewed ${userId}`],
    '/admin/messages/new': [`userViewed ${userId}`],
    '/admin/requests/new': [`userViewed ${userId}`],
    '/admin/refunds/:refundId': [expect.stringMatching(/^userViewed usr_/)],
    '/admin/users/:userId': [`userViewed ${userId}`],
    '/admin/users/:userId/points': [`userViewed ${userId}`],
    '/admin/orders/:kind/:orderId': [`orderViewed ${placedId}`],
    '/admin/orders/:kind/:orderId/fail': [`orderViewed ${placedId}`],
    '/admin/day': [`dayViewed ${day}`],
    '/admin/day/file': ['exported day', 'exported day'],
    '/admin/carpools/:groupId': car,
    '/admin/carpools/:groupId/board': [...car, `boardViewed ${carpoolId}`],
    '/admin/carpools/:groupId/cancel': car,
    '/admin/carpools/:groupId/move/:participantId': car,
    '/admin/trips/:groupId': trip,
    '/admin/trips/:groupId/car/:carId': trip,
    '/admin/trips/:groupId/cancel': trip,
  })
})

test.each([
  ['members', '/admin/account/pending-members'],
  ['mail', '/admin/orders/mail'],
])('a call that lists people is recorded too, with how many: %s', async (list, path) => {
  const as = await newAdmin()
  for (let n = 0; n < 2; n++) expect((await api('GET', path, { as })).status).toBe(200)
  const rows = await db.select().from(auditLog).where(eq(auditLog.adminId, as.id))
  expect(new Set(rows.map(({ action, subject }) => `${action} ${subject}`))).toEqual(
    new Set([`usersListed ${list}`]),
  )
  expect(rows.every(({ after }) => (after as { count: number }).count > 0)).toBe(true)
  expect(JSON.stringify(rows)).not.toMatch(shown)
})

test('each page and each filter of a list is a row of its own', async () => {
  const as = await newAdmin()
  const { nextCursor } = await readUsers(services, { limit: 1 }, as.id)
  await readUsers(services, { limit: 1, cursor: nextCursor ?? '' }, as.id)
  await readUsers(services, { limit: 20, auth: 'PENDING' }, as.id)
  const rows = await db.select().from(auditLog).where(eq(auditLog.adminId, as.id))
  expect(rows.map(({ after }) => after)).toEqual(
    expect.arrayContaining([
      { count: 1 },
      { cursor: nextCursor, count: 1 },
      expect.objectContaining({ auth: 'PENDING', count: expect.any(Number) }),
    ]),
  )
})
