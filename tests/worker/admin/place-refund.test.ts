import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import { notices } from '#db/schema.ts'
import { leadsTo, type Visitor } from '#tests/worker/accounts/visitor.ts'
import {
  carOf,
  completeCar,
  evict,
  goTo,
  moneyFor,
  payBalance,
  recordFor,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { memberWith, pointsOf, student } from '#tests/worker/world/people.ts'
import { advance, db, stripeDown, stripeUp } from '#tests/worker/world/services.ts'
import { type Admin, auditOf, hidden, newAdmin, visitorOf } from './kit.ts'

/**
 * A student whose place was released over an unpaid balance gets the deposit back when an
 * administrator decides so.
 */

let admin: Admin
let console_: Visitor
beforeEach(async () => {
  admin = await newAdmin(['groups'])
})
const NOTHING = { taken: 0, holds: 0, open: 0 }
const timesTold = async ({ id }: Viewer) =>
  (
    await db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, id), eq(notices.code, 'placeRefunded')))
  ).length

/** Ann has paid everything; bob never paid his balance, and his place has been released. */
async function releasedCar() {
  const [ann, bob] = [student(), await memberWith(500)]
  const car = await completeCar([ann, bob])
  const [hers, his] = car.seats as [Seat, Seat]
  await payBalance(hers)
  await goTo(balanceDueOf(await carOf(car.carpoolId)))
  expect((await carOf(car.carpoolId)).status).toBe('SUCCESS')
  // The session has expired by now.
  admin = await newAdmin(['groups'])
  console_ = visitorOf(admin)
  return { id: car.carpoolId, ann, bob, hers, his }
}
const pathOf = (id: string, { participantId }: Seat) =>
  `/admin/carpools/${id}/refund/${participantId}`

test('the deposit is refunded once however often it is requested, and the student is notified', async () => {
  const { id, ann, bob, hers, his } = await releasedCar()
  const { taken } = await moneyFor(bob)
  expect(taken).toBe(2000)
  const before = await moneyFor(ann)
  const pounds = `£${taken / 100}`
  expect((await console_.get(`/admin/carpools/${id}`)).html).toContain(
    `refund/${his.participantId}`,
  )
  const shown = await console_.get(pathOf(id, his))
  expect(shown.html).toContain(`Refund ${pounds}`)
  const seen = hidden(shown.html, 'seen')
  const refused = await console_.post(pathOf(id, his), { seen: '1:0' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('A payment has just changed')
  expect((await moneyFor(bob)).taken, 'nothing is half done').toBe(taken)

  const done = await console_.post(pathOf(id, his), { seen })
  expect(leadsTo(done)).toBe(`/admin/carpools/${id}`)
  expect((await console_.get(`/admin/carpools/${id}`)).html).toContain('Refunded in full')
  await console_.post(pathOf(id, his), { seen })
  await advance(0)
  expect(await moneyFor(bob)).toEqual(NOTHING)
  expect((await pointsOf(bob)).balance).toBe(500)
  expect(await timesTold(bob)).toBe(1)
  expect(await recordFor(his)).toMatchObject({
    status: 'SUCCESS',
    list: 'history',
    paymentStatus: 'REFUNDED',
    leaving: 'refunded',
    deposit: { status: 'cancelled' },
    actions: [],
  })
  const log = await auditOf(id)
  expect(log).toMatchObject([{ adminId: admin.id, action: 'placeRefunded' }])
  expect(log[0]?.after).toEqual({
    participantId: his.participantId,
    total: taken,
    points: 0,
  })

  expect(await moneyFor(ann), 'who paid goes, and pays for it').toEqual(before)
  expect(await recordFor(hers)).toMatchObject({
    paymentStatus: 'PAID',
    deposit: { status: 'captured' },
  })
  expect((await console_.get(pathOf(id, his))).html).toContain(
    'There is nothing to refund here now',
  )
})

test('with Stripe down the refund is reported as in progress, and made as soon as Stripe responds', async () => {
  const { id, bob, his } = await releasedCar()
  const { taken } = await moneyFor(bob)
  const seen = hidden((await console_.get(pathOf(id, his))).html, 'seen')
  await stripeDown()
  await console_.post(pathOf(id, his), { seen })
  const after = await console_.get(`/admin/carpools/${id}`)
  expect(after.html).toContain('the refund is in progress')
  await evict(id)
  await stripeUp()
  expect((await moneyFor(bob)).taken).toBe(taken)
  await advance(10 * 60_000)
  expect(await moneyFor(bob)).toEqual(NOTHING)
  expect(await timesTold(bob)).toBe(1)
})

test('a student with a place, or not in the group, cannot be refunded', async () => {
  const car = await completeCar([student(), student()])
  const [first] = car.seats as [Seat, Seat]
  console_ = visitorOf(admin)
  expect((await console_.get(pathOf(car.carpoolId, first))).html).toContain(
    'nothing to refund here',
  )
  const refused = await console_.post(pathOf(car.carpoolId, first), { seen: '' })
  expect(refused.status).toBe(409)
  expect(refused.html).toContain('no place was released')
  const nobody = { ...first, participantId: 'par_nobody' }
  expect((await console_.get(pathOf(car.carpoolId, nobody))).status).toBe(404)
  expect((await console_.get(pathOf('car_none', first))).status).toBe(404)
})
