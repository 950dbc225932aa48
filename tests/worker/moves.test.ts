import { runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeFlight } from '#app/carpool/service/carpool-actions.server.ts'
import { findPayment } from '#app/console/service/payment-checks.server.ts'
import { changeOf } from '#app/features/flights/rules/flights.ts'
import { movesOf } from '#app/features/moves/rules/move-event.ts'
import { movePlace, readMoveChoices } from '#app/features/moves/service.server.ts'
import { newParticipantId } from '#app/group/service/group-id.server.ts'
import type { AdminId, CarpoolId, ParticipantId } from '#app/kernel/id.ts'
import { minutes } from '#app/kernel/limits.ts'
import type { Result } from '#app/kernel/result.ts'
import { disputes, failedRefunds, participants } from '#db/schema.ts'
import {
  carOf,
  completeCar,
  inDays,
  intentsFor,
  joinCar,
  moneyFor,
  openCar,
  payBalance,
  placeIn,
  rowsOf,
  type Seat,
  stub,
} from '#tests/worker/world/cars.ts'
import { browserOf, newStudent, noticesWith, type Student } from '#tests/worker/world/people.ts'
import { advance, db, must, services } from '#tests/worker/world/services.ts'
import { leadsTo, textOf } from './accounts/visitor.ts'
import { auditOf, newAdmin, visitorOf } from './admin/kit.ts'
import { assign } from './assign.ts'
import { dispute, refund, refundStep } from './stripe-dashboard.ts'

/** A place that moves to the next car after its flight has changed, with everything paid for it. */

const by: AdminId = 'adm_moves'

type Scene = { ann: Seat & Student; bob: Seat; oldId: CarpoolId; nextId: CarpoolId; cat: Seat }

/** Ann and Bob have paid; Ann's flight is a day late, and the next day's car lacks one person. */
async function late(viewer?: { id: `usr_${string}` }): Promise<Scene> {
  const [student, other] = [await newStudent(), await newStudent()]
  const ann = viewer ? { ...student, ...viewer } : student
  const old = await completeCar([ann, other])
  const [first, bob] = old.seats as [Seat, Seat]
  for (const seat of [first, bob]) await payBalance(seat)
  const next = await openCar({ maxPassengers: 2, ...inDays(6) })
  await advance(0)
  const cat = { viewer: next.creator, participantId: next.participantId }
  await fly(first, (await placeIn(next.carpoolId, cat.participantId)).party.flightTime)
  const ids = { oldId: old.carpoolId as CarpoolId, nextId: next.carpoolId as CarpoolId }
  return { ann: { ...ann, ...first }, bob, cat, ...ids }
}
const fly = async ({ viewer, participantId }: Seat, flightTime: number) =>
  must(
    await changeFlight(services, viewer, participantId, {
      ...{ flightNumber: 'CA937', flightTime, terminal: 'T2' },
    }),
  )
/** Begins a move. Only `advance` continues it: the alarm could come before the test's next step. */
async function begin({ ann, oldId, nextId }: Scene) {
  await runInDurableObject(stub(oldId), (object: DurableObject) =>
    Object.assign(object, { alarm: async () => {} }),
  )
  const old = await carOf(oldId)
  const p = await placeIn(oldId, ann.participantId)
  const to = { carpoolId: nextId, participantId: newParticipantId(nextId) }
  const about = { participantId: p.id, seen: changeOf(old, p)?.version ?? 0, by }
  must((await stub(oldId).execute({ type: 'beginMove', to, ...about })) as Result<unknown>)
  return to.participantId
}
const move = async ({ ann, oldId, nextId }: Scene) => {
  const asked = { id: oldId, participantId: ann.participantId }

  const { seen } = must(await readMoveChoices(services, asked))
  return movePlace(services, asked, { to: nextId, seen, by })
}
/** Where Ann is now: in the next car, once, and not in the old one. */
async function moved({ ann, oldId, nextId }: Scene, paid: number) {
  await advance(0)
  const gone = await placeIn(oldId, ann.participantId)
  expect(gone).toMatchObject({ seat: 'gone', leaving: 'moved' })
  const there = (await carOf(nextId)).participants.filter(
    (p) => p.userId === ann.viewer.id && p.seat === 'taken',
  )
  expect(there).toHaveLength(1)
  expect(await moneyFor(ann.viewer), 'no money has moved').toEqual({
    taken: paid,
    holds: 0,
    open: 0,
  })
  const rows = await db.select().from(participants).where(eq(participants.userId, ann.viewer.id))
  const seats = rows.map(({ groupId, seat, paymentStatus }) => [groupId, seat, paymentStatus])
  expect(seats).toHaveLength(2)
  expect(seats).toContainEqual([oldId, 'gone', 'MOVED'])
  expect(seats).toContainEqual([nextId, 'taken', 'PAID'])
  for (const id of [oldId, nextId])
    expect(await rowsOf(id, "SELECT * FROM outbox WHERE lane = 'money'")).toEqual([])
  const [p] = there
  if (!p) throw new Error('not there')
  return { viewer: ann.viewer, participantId: p.id } satisfies Seat
}

test('the console lists the cars, and moves the place with one click', async () => {
  const scene = await late()
  const { ann, bob, cat, oldId, nextId } = scene
  const { taken } = await moneyFor(ann.viewer)
  const admin = await newAdmin(['groups', 'dispatch'])
  const console_ = visitorOf(admin, 'zh')
  const task = await console_.get(`/admin/carpools/${oldId}`)
  const path = `/admin/carpools/${oldId}/move/${ann.participantId}`
  expect(task.html).toContain(path)
  const page = await console_.get(path)
  expect(textOf(page)).toMatch(/换到另一趟车.*差价不收也不退/)
  expect(page.html).toContain(`value="${nextId}"`)
  const seen = page.html.match(/name="seen" value="(\d+)"/)?.[1] ?? ''
  const board = `/carpool/record/${ann.participantId}/board`
  expect((await (await browserOf(ann.viewer)).get(board)).status).toBe(200)

  const sent = await console_.post(path, { to: nextId, seen })
  expect([sent.status, leadsTo(sent)]).toEqual([303, `/admin/carpools/${oldId}`])
  const seat = await moved(scene, taken)
  expect((await carOf(nextId)).status).toBe('SUCCESS_PENDING_PAYMENT')

  expect(await noticesWith(seat.viewer, 'placeMoved')).toMatchObject([
    { params: { carpoolId: nextId } },
  ])
  expect(await noticesWith(bob.viewer, 'peopleChanged')).toMatchObject([{ params: { people: 1 } }])
  expect(await noticesWith(cat.viewer, 'groupComplete')).toHaveLength(1)
  const log = await auditOf(oldId)
  expect(log).toContainEqual(expect.objectContaining({ adminId: admin.id, action: 'placeMoved' }))
  const browser = await browserOf(ann.viewer)
  expect((await browser.get(board)).status, 'the old board is closed').toBe(404)
  expect((await browser.get(`/carpool/record/${seat.participantId}/board`)).status).toBe(200)
  const before = await browser.get(`/carpool/record/${ann.participantId}`)
  expect(textOf(before)).toContain('已换到另一趟车')
  expect(before.html).toContain(`/carpool/record/${seat.participantId}`)
  const trips = await browser.get('/rides')
  expect(trips.html).toContain(seat.participantId)
  expect(trips.html, 'one booking is one ticket').not.toContain(ann.participantId)
  expect(textOf(await console_.get(`/admin/carpools/${oldId}`))).not.toContain('改了航班')
  const again = await console_.post(path, { to: nextId, seen })
  expect(leadsTo(again), 'the same click twice').toBe(`/admin/carpools/${oldId}`)
  await moved(scene, taken)
})

test('a car that is full by now refuses, and everything stays as it was', async () => {
  const scene = await late()
  const { ann, oldId, nextId } = scene
  const car = await carOf(nextId)
  const money = await moneyFor(ann.viewer)
  await begin(scene)
  await joinCar({ carpoolId: nextId, flightTime: car.participants[0]?.party.flightTime } as never)
  await advance(minutes(1))
  expect((await placeIn(oldId, ann.participantId)).seat).toBe('taken')
  expect(movesOf(await carOf(oldId)).refused).toEqual({
    [ann.participantId]: { carpoolId: nextId, why: 'full' },
  })
  expect(await moneyFor(ann.viewer)).toEqual(money)
  const path = `/admin/carpools/${oldId}/move/${ann.participantId}`
  const console_ = visitorOf(await newAdmin(['groups', 'dispatch']), 'zh')
  const text = textOf(await console_.get(path))
  expect(text).toContain('那趟车的空座不够了')
  const refused = await console_.post(path, { to: nextId, seen: '1' })
  expect(refused.status).toBe(409)
  expect(textOf(refused)).toContain('座位和钱都没有动')
  expect((await console_.post(path, { to: 'car_none', seen: '1' })).status).toBe(404)
})

test('a refund, a refund that fails and a dispute reach the place where it is now', async () => {
  const scene = await late()
  const { ann, oldId, nextId } = scene
  expect(must(await move(scene))).toBe('moved')
  const seat = await moved(scene, (await moneyFor(ann.viewer)).taken)
  const before = (await carOf(oldId)).version
  const intents = await intentsFor(ann.viewer)
  const deposit = intents.find(({ metadata }) => metadata.purpose === 'carpoolDeposit')?.id ?? ''
  const balance = intents.find(({ metadata }) => metadata.purpose === 'carpoolBalance')?.id ?? ''
  await refund(balance, 500)
  await refundStep(balance, 'fail')
  await dispute(deposit, 'open')
  const next = await carOf(nextId)
  expect(next.disputes).toMatchObject([{ participantId: seat.participantId, intentId: deposit }])
  expect(next.failedRefunds?.[balance]).toMatchObject([{ amount: 500 }])
  expect((await carOf(oldId)).version, 'the old car is not concerned').toBe(before)
  const [open] = await db.select().from(disputes).where(eq(disputes.intentId, deposit))
  expect(open).toMatchObject({ subjectId: nextId, participantId: seat.participantId })
  const [owed] = await db.select().from(failedRefunds).where(eq(failedRefunds.intentId, balance))
  expect(owed).toMatchObject({ subjectId: nextId, participantId: seat.participantId })

  expect(must(await findPayment(services, balance))).toMatchObject({ subjectId: nextId })
})

test('the car, the day sheet and the driver follow, and the record of bookings', async () => {
  const scene = await late()
  const { ann, oldId, nextId } = scene
  await assign(oldId)
  await advance(minutes(11))
  expect(must(await move(scene))).toBe('moved')
  const seat = await moved(scene, (await moneyFor(ann.viewer)).taken)
  await assign(nextId, 'CD34 EFG', { id: 'ride_next' })
  await advance(minutes(11))
  const [row] = await db
    .select()
    .from(participants)
    .where(eq(participants.id, seat.participantId as ParticipantId))
  expect(row?.ride?.vehicle.plate).toBe('CD34 EFG')
  const [gone] = await db
    .select()
    .from(participants)
    .where(eq(participants.id, ann.participantId as ParticipantId))
  expect([gone?.ride, gone?.depositIntentId]).toEqual([null, null])
  const record = textOf(
    await (await browserOf(ann.viewer)).get(`/carpool/record/${seat.participantId}`),
  )
  expect(record).toContain('CD34 EFG')
  expect(await noticesWith(seat.viewer, 'carAssigned')).toHaveLength(2)
})
