import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Viewer } from '#app/services/carpools.server.ts'
import { notices } from '#db/schema.ts'
import { leadsTo, type Visitor } from '../accounts/visitor.ts'
import { advance, carOf, db, evict, passTime, stripeDown, stripeUp, student } from '../carpool/kit.ts'
import {
  completeCar,
  goTo,
  memberWith,
  moneyFor,
  payBalance,
  pointsOf,
  recordFor,
  type Seat,
} from '../carpool/life.ts'
import { type Admin, auditOf, hidden, newAdmin, visitorOf } from './kit.ts'

/** Whose group was closed since somebody else did not pay gets her money back when those who run the service say so. */

let admin: Admin
let console_: Visitor
beforeEach(async () => {
  admin = await newAdmin(['groups'])
})
afterEach(stripeUp)

const NOTHING = { taken: 0, holds: 0, open: 0 }
const timesTold = async ({ id }: Viewer) =>
  (
    await db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, id), eq(notices.code, 'placeRefunded')))
  ).length

/** Ann has paid all, with points among it; bob never paid his balance; it is past departure. */
async function closedCar() {
  const [ann, bob] = [await memberWith(500), student()]
  const car = await completeCar([ann, bob])
  const [hers, his] = car.seats as [Seat, Seat]
  await payBalance(hers)
  await goTo((await carOf(car.carpoolId)).carpoolAt)
  expect((await carOf(car.carpoolId)).status).toBe('CLOSED')
  // Sessions do not live that long.
  admin = await newAdmin(['groups'])
  console_ = visitorOf(admin)
  return { id: car.carpoolId, ann, bob, hers, his }
}
const pathOf = (id: string, { participantId }: Seat) => `/admin/carpools/${id}/refund/${participantId}`

test('she gets all of it, points too, once however often it is said, and is told', async () => {
  const { id, ann, bob, hers, his } = await closedCar()
  expect((await pointsOf(ann)).balance).toBe(0)
  const { taken } = await moneyFor(ann)
  const pounds = `£${taken / 100}`
  expect((await console_.get(`/admin/carpools/${id}`)).html).toContain(`refund/${hers.participantId}`)
  const shown = await console_.get(pathOf(id, hers))
  expect(shown.html).toContain(`Give back ${pounds}`)
  const seen = hidden(shown.html, 'seen')
  const refused = await console_.post(pathOf(id, hers), { seen: '1:0' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('A payment has just changed')
  expect((await moneyFor(ann)).taken, 'nothing is half done').toBe(taken)

  const done = await console_.post(pathOf(id, hers), { seen })
  expect(leadsTo(done)).toBe(`/admin/carpools/${id}`)
  expect((await console_.get(`/admin/carpools/${id}`)).html).toContain('All of it is given back')
  await console_.post(pathOf(id, hers), { seen })
  await advance(0)
  expect(await moneyFor(ann)).toEqual(NOTHING)
  expect((await pointsOf(ann)).balance).toBe(500)
  expect(await timesTold(ann)).toBe(1)
  expect(await recordFor(hers)).toMatchObject({
    status: 'CLOSED',
    place: 'history',
    paymentStatus: 'REFUNDED',
    leaving: 'refunded',
    deposit: { status: 'cancelled' },
    actions: [],
  })
  const log = await auditOf(id)
  expect(log).toMatchObject([{ adminId: admin.id, action: 'placeRefunded' }])
  expect(log[0]?.after).toEqual({
    participantId: hers.participantId,
    total: taken,
    points: 500,
  })

  expect((await moneyFor(bob)).taken, 'who did not pay pays for it').toBe(2000)
  expect(await recordFor(his)).toMatchObject({ paymentStatus: 'DEPOSIT', deposit: { status: 'captured' } })
  expect((await console_.get(pathOf(id, hers))).html).toContain('There is nothing to give back here now')
})

test('Stripe is down in that moment: it is said to be under way, and done as soon as Stripe answers', async () => {
  const { id, ann, hers } = await closedCar()
  const { taken } = await moneyFor(ann)
  const seen = hidden((await console_.get(pathOf(id, hers))).html, 'seen')
  await stripeDown()
  await console_.post(pathOf(id, hers), { seen })
  const after = await console_.get(`/admin/carpools/${id}`)
  expect(after.html).toContain('the refund is under way')
  await evict(id)
  await stripeUp()
  expect((await moneyFor(ann)).taken).toBe(taken)
  await advance(10 * 60_000)
  expect(await moneyFor(ann)).toEqual(NOTHING)
  expect(await timesTold(ann)).toBe(1)
})

test('two administrators at once give it back once', async () => {
  const { id, ann, hers } = await closedCar()
  const seen = hidden((await console_.get(pathOf(id, hers))).html, 'seen')
  const other = visitorOf(await newAdmin(['groups']))
  await Promise.all([console_, other].map((one) => one.post(pathOf(id, hers), { seen })))
  await advance(0)
  expect(await moneyFor(ann)).toEqual(NOTHING)
  expect(await timesTold(ann)).toBe(1)
  expect(await auditOf(id)).toHaveLength(1)
})

test('ten minutes after her password was given she is asked for it again', async () => {
  const { id, ann, hers } = await closedCar()
  const seen = hidden((await console_.get(pathOf(id, hers))).html, 'seen')
  const { taken } = await moneyFor(ann)
  await passTime(11 * 60_000)
  expect(leadsTo(await console_.post(pathOf(id, hers), { seen }))).toMatch(/^\/admin\/confirm/)
  expect((await moneyFor(ann)).taken).toBe(taken)
})

test('what has travelled, is not over or is not there has nothing to give back', async () => {
  const car = await completeCar([student(), student()])
  const [first] = car.seats as [Seat, Seat]
  console_ = visitorOf(admin)
  expect((await console_.get(pathOf(car.carpoolId, first))).html).toContain('nothing to give back')
  const refused = await console_.post(pathOf(car.carpoolId, first), { seen: '' })
  expect(refused.status).toBe(409)
  expect(refused.html).toContain('the carpool is not closed')
  const nobody = { ...first, participantId: 'par_nobody' }
  expect((await console_.get(pathOf(car.carpoolId, nobody))).status).toBe(404)
  expect((await console_.get(pathOf('car_none', first))).status).toBe(404)
})
