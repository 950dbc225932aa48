import { runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { arrivalOf } from '#app/domain/carpool/move.ts'
import { changeOf } from '#app/domain/group/flights.ts'
import type { AdminId, CarpoolId } from '#app/domain/id.ts'
import { hours, minutes, UNDER_WAY_MS } from '#app/domain/limits.ts'
import type { Result } from '#app/domain/result.ts'
import { isoTime } from '#app/domain/time.ts'
import { privateIdsOf } from '#app/services/groups/group-id.server.ts'
import { failedRefunds, notices, participants } from '#db/schema.ts'
import { leadsTo, textOf, type Visitor } from './accounts/visitor.ts'
import { auditOf, hidden, newAdmin, visitorOf } from './admin/kit.ts'
import { api, newStudent, type Student } from './api/world.ts'
import {
  advance,
  carOf,
  carpools,
  codeOf,
  db,
  evict,
  inDays,
  intentIdOf,
  must,
  pay,
  placeIn,
  rowsOf,
  settle,
  stripeUp,
  stub,
} from './carpool/kit.ts'
import { completeCar, goTo, intentsFor, moneyFor, payBalance, type Seat } from './carpool/life.ts'
import { services } from './orders/kit.ts'
import { browserOf } from './share-kit.ts'
import { refund, refundStep } from './stripe-dashboard.ts'

/** A passenger whose flight is too late for their car takes a car alone, at the difference. */

afterEach(stripeUp)
const by: AdminId = 'adm_alone'
const LATER = hours(20)

type Scene = { ann: Seat & Student; bob: Seat; oldId: CarpoolId; aloneAt: number; amount: number }

/** Ann and Bob share a car, and Ann's flight is a night late. */
async function late({ paid = true, dropoff = false } = {}): Promise<Scene> {
  const [student, other] = [await newStudent(), await newStudent()]
  const { carpoolAt } = inDays(5)
  const change = dropoff
    ? { tripType: 'DROPOFF' as const, carpoolAt, flightTime: carpoolAt + hours(6) }
    : {}
  const old = await completeCar([student, other], change)
  const [first, bob] = old.seats as [Seat, Seat]
  if (paid) await payBalance(first)
  await payBalance(bob)
  const car = await carOf(old.carpoolId)
  const flightTime = (car.participants[0]?.party.flightTime ?? 0) + LATER
  must(
    await carpools.changeFlight(first.viewer, first.participantId, {
      ...{ flightNumber: 'CA937', flightTime, terminal: 'T2' },
    }),
  )
  const [whole = 0, each = 0] = car.prices
  return {
    ann: { ...student, ...first },
    bob,
    oldId: old.carpoolId as CarpoolId,
    aloneAt: car.carpoolAt + LATER,
    amount: whole - (paid ? each : 2000),
  }
}
const asked = ({ ann, oldId }: Scene) => ({ id: oldId, participantId: ann.participantId })
async function offer(scene: Scene) {
  const alone = await services.admin.alone()
  const { seen, proposed } = must(await alone.choice(asked(scene)))
  expect(proposed, 'as long after the flight as the old car').toBe(scene.aloneAt)
  must(await alone.offer(asked(scene), { carpoolAt: proposed, seen, by }))
}
const agree = ({ ann, aloneAt, amount }: Scene) =>
  carpools.agreeAlone(ann.viewer, ann.participantId, { carpoolAt: aloneAt, amount })
/** Agreed to, with a payment to make. */
async function paying(scene: Scene) {
  await offer(scene)
  must(await agree(scene))
  const { ann } = scene
  const { clientSecret, amount } = must(await carpools.payAlone(ann.viewer, ann.participantId))
  expect(amount).toBe(scene.amount)
  if (!clientSecret) throw new Error('nothing to pay')
  return clientSecret
}
const confirm = ({ ann }: Scene) => carpools.confirmAlone(ann.viewer, ann.participantId)
const toldOf = async ({ viewer }: Seat, code: string) =>
  (await db.select().from(notices).where(eq(notices.userId, viewer.id))).filter(
    (one) => one.code === code,
  )

/** Ann is in her private car, with everything paid, and not in the old one. */
async function alone({ ann, oldId, aloneAt }: Scene, supplement: number) {
  await advance(0)
  const to = await privateIdsOf(ann.participantId as `par_${string}`)
  expect(await placeIn(oldId, ann.participantId)).toMatchObject({
    leaving: 'moved',
    convertedTo: to,
  })
  const car = await carOf(to.carpoolId)
  expect(car).toMatchObject({ status: 'PRIVATE', carpoolAt: aloneAt, private: true })
  const p = await placeIn(to.carpoolId, to.participantId)
  expect(p.supplement?.amount).toBe(supplement)
  const price = car.prices[0] ?? 0
  expect(await moneyFor(ann.viewer)).toEqual({ taken: price, holds: 0, open: 0 })
  const rows = await db.select().from(participants).where(eq(participants.userId, ann.viewer.id))
  const seats = rows.map(({ groupId, seat, paymentStatus }) => [groupId, seat, paymentStatus])
  expect(seats).toHaveLength(2)
  expect(seats).toContainEqual([oldId, 'gone', 'MOVED'])
  expect(seats).toContainEqual([to.carpoolId, 'taken', 'PAID'])
  for (const id of [oldId, to.carpoolId])
    expect(await rowsOf(id, "SELECT * FROM outbox WHERE lane = 'money'")).toEqual([])
  return { ...to, price }
}
/** Nothing has come of it: Ann sits where she sat, and has paid what she had. */
async function stayed({ ann, oldId }: Scene, taken: number) {
  await advance(minutes(1))
  expect(await placeIn(oldId, ann.participantId)).toMatchObject({ seat: 'taken', leaving: null })
  expect(await moneyFor(ann.viewer)).toEqual({ taken, holds: 0, open: 0 })
  const { carpoolId } = await privateIdsOf(ann.participantId as `par_${string}`)
  expect(await stub(carpoolId).snapshot(), 'no private car').toBeNull()
}

const admitted = async () => visitorOf(await newAdmin(['groups', 'dispatch']), 'zh')
const pathOf = ({ ann, oldId }: Scene) => `/admin/carpools/${oldId}/alone/${ann.participantId}`
const fieldsOf = (html: string) => ({
  intent: 'agree',
  carpoolAt: hidden(html, 'carpoolAt'),
  amount: hidden(html, 'amount'),
  consent: hidden(html, 'consent'),
})

/** The console offers it on its page, and Ann agrees on hers. */
async function offeredByPage(scene: Scene, console_: Visitor) {
  const task = await console_.get(`/admin/carpools/${scene.oldId}`)
  expect(task.html).toContain(pathOf(scene))
  const page = await console_.get(pathOf(scene))
  expect(textOf(page)).toMatch(/单独坐一辆车.*座位和钱都不动/)
  const seen = hidden(page.html, 'seen')
  const carpoolDatetime = page.html.match(/name="carpoolDatetime"[^>]*value="([^"]+)"/)?.[1] ?? ''
  const sent = await console_.post(pathOf(scene), { seen, carpoolDatetime })
  expect([sent.status, leadsTo(sent)]).toEqual([303, `/admin/carpools/${scene.oldId}`])
}

test.each([
  ['to the airport', true, true],
  ['from the airport', false, true],
  ['from the airport, with the balance unpaid', false, false],
])('%s: offered, agreed to, paid, and in the private car', async (_, dropoff, paid) => {
  const scene = await late({ dropoff, paid })
  const { ann, bob, oldId, amount } = scene
  const before = await moneyFor(ann.viewer)
  await offeredByPage(scene, await admitted())
  expect(await toldOf(ann, 'aloneOffered')).toMatchObject([{ params: { amount } }])
  expect(await toldOf(bob, 'aloneOffered')).toEqual([])

  const browser = await browserOf(ann.viewer)
  const path = `/carpool/alone/${ann.participantId}`
  const record = await browser.get(`/carpool/record/${ann.participantId}`)
  expect(record.html).toContain(path)
  expect(textOf(record)).toContain('可以给你单独安排一辆车')
  const page = await browser.get(path)
  expect(textOf(page)).toContain('我同意单独坐这辆车')
  const agreed = await browser.post(path, fieldsOf(page.html))
  expect([agreed.status, leadsTo(agreed)]).toEqual([303, path])
  expect(await moneyFor(ann.viewer), 'nothing is charged by agreeing').toEqual(before)
  expect(textOf(await browser.get(path))).toContain('补差价')

  const begun = await browser.post(`${path}/begin`, { amount: String(amount) })
  const { clientSecret } = JSON.parse(begun.html)
  await pay(clientSecret)
  const done = await browser.post(path, { intent: 'confirm' })
  const { carpoolId, participantId } = await alone(scene, amount)
  expect(leadsTo(done)).toBe(`/carpool/record/${participantId}/done`)
  expect(textOf(await browser.get(`/carpool/record/${participantId}`))).not.toContain('补差价')
  expect(await toldOf(ann, 'aloneReady')).toMatchObject([{ params: { carpoolId, amount } }])
  expect(await toldOf(bob, 'peopleChanged')).toHaveLength(1)
  const actions = (await auditOf(oldId)).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['aloneOffered', 'placeMoved']))
  const trips = await browser.get('/rides')
  expect(trips.html).toContain(participantId)
  expect(trips.html, 'one booking is one ticket').not.toContain(ann.participantId)
  const again = await browser.get(path)
  expect(leadsTo(again), 'the old page leads on').toBe(`/carpool/record/${participantId}`)
  must(await confirm(scene))
  await alone(scene, amount)
})

test('a declined card changes nothing, and another one pays', async () => {
  const scene = await late()
  const secret = await paying(scene)
  await pay(secret, 'pm_card_visa_chargeDeclined').catch(() => null)
  expect(codeOf(await confirm(scene))).toBe('paymentNotConfirmed')
  const again = must(await carpools.payAlone(scene.ann.viewer, scene.ann.participantId))
  expect(again.clientSecret, 'the same payment').toBe(secret)
  await pay(secret)
  must(await confirm(scene))
  await alone(scene, scene.amount)
})

test('a payment that ran out can be made again, and one given up too', async () => {
  const scene = await late()
  const { taken } = await moneyFor(scene.ann.viewer)
  await paying(scene)
  await advance(minutes(16))
  await stayed(scene, taken)
  must(await agree(scene))
  must(await carpools.payAlone(scene.ann.viewer, scene.ann.participantId))
  must(await carpools.giveUpAlone(scene.ann.viewer, scene.ann.participantId))
  await stayed(scene, taken)
  must(await agree(scene))
  const { clientSecret } = must(await carpools.payAlone(scene.ann.viewer, scene.ann.participantId))
  await pay(clientSecret ?? '')
  must(await confirm(scene))
  await alone(scene, scene.amount)
})

test('paid in time counts, though nobody said so: the object asks when its time is up', async () => {
  const scene = await late()
  await pay(await paying(scene))
  await advance(minutes(16))
  await alone(scene, scene.amount)
})

test('both objects die between the payment and the private car, and the alarm is lost', async () => {
  const scene = await late()
  const secret = await paying(scene)
  await pay(secret)
  const { ann, oldId } = scene
  must(await settle(intentIdOf(secret)))
  const command = arrivalOf(await carOf(oldId), ann.participantId)
  if (command?.type !== 'openPrivate') throw new Error('nothing to open')
  must((await stub(command.carpoolId).execute(command)) as Result<unknown>)
  for (const id of [oldId, command.carpoolId]) {
    await runInDurableObject(stub(id), (_object, state) => state.storage.deleteAlarm())
    await evict(id)
  }
  for (let n = 0; n < 3; n++) await advance(minutes(2))
  await alone(scene, scene.amount)
})

test('charged when the place can no longer go, all of it goes back, once', async () => {
  const scene = await late()
  const { ann, oldId } = scene
  const secret = await paying(scene)
  const { taken } = await moneyFor(ann.viewer)
  await pay(secret)
  // The place was decided about before anybody read the payment.
  const seen = changeOf(await carOf(oldId), await placeIn(oldId, ann.participantId))?.version ?? 0
  const about = { participantId: ann.participantId as `par_${string}`, seen, by }
  const note = 'a coach takes you there'
  must((await stub(oldId).execute({ type: 'settleFlight', ...about, note })) as Result<unknown>)
  const refused = await confirm(scene)
  expect(refused).toMatchObject({ error: { code: 'operationExpired' } })
  await stayed(scene, taken)
  expect(await toldOf(ann, 'aloneReturned')).toMatchObject([{ params: { amount: scene.amount } }])
  const refunds = (await intentsFor(ann.viewer)).filter(
    ({ metadata }) => metadata.purpose === 'carpoolSupplement',
  )
  expect(refunds).toHaveLength(1)
  await advance(hours(1))
  expect(await toldOf(ann, 'aloneReturned')).toHaveLength(1)
})

test('with nothing to add, agreeing is enough', async () => {
  const student = await newStudent()
  const old = await completeCar([student], { maxPassengers: 5, people: 5 })
  const first = old.seats[0] as Seat
  await payBalance(first)
  const { participants, carpoolAt, prices } = await carOf(old.carpoolId)
  expect(5 * (prices[4] ?? 0)).toBeGreaterThanOrEqual((prices[0] ?? 0) - 29)
  const flightTime = (participants[0]?.party.flightTime ?? 0) + LATER
  const flight = { flightNumber: null, flightTime, terminal: 'T2' }
  must(await carpools.changeFlight(first.viewer, first.participantId, flight))
  const oldId = old.carpoolId as CarpoolId
  const ann = { ...student, ...first }
  const scene = { ann, bob: first, oldId, aloneAt: carpoolAt + LATER, amount: 0 }
  const { taken } = await moneyFor(ann.viewer)
  await offer(scene)
  const browser = await browserOf(ann.viewer)
  const path = `/carpool/alone/${ann.participantId}`
  const page = await browser.get(path)
  expect(textOf(page)).toContain('不用再补')
  const done = await browser.post(path, fieldsOf(page.html))
  const { carpoolId, participantId } = await privateIdsOf(ann.participantId as `par_${string}`)
  expect(leadsTo(done)).toBe(`/carpool/record/${participantId}/done`)
  expect((await carOf(carpoolId)).status).toBe('PRIVATE')
  expect((await moneyFor(ann.viewer)).taken).toBe(taken)
})

test('refunds, failed refunds and a cancelled car find the difference', async () => {
  const scene = await late()
  const secret = await paying(scene)
  await pay(secret)
  must(await confirm(scene))
  const { carpoolId, participantId, price } = await alone(scene, scene.amount)
  const intentId = intentIdOf(secret)
  await refund(intentId, 500)
  await refundStep(intentId, 'fail')
  const [owed] = await db.select().from(failedRefunds).where(eq(failedRefunds.intentId, intentId))
  expect(owed).toMatchObject({ subjectId: carpoolId, participantId, purpose: 'supplement' })
  expect((await carOf(carpoolId)).strays).toEqual([])
  const checks = await services.admin.paymentChecks()
  expect(must(await checks.find(intentId))).toMatchObject({
    ...{ subjectId: carpoolId, participantId, purpose: 'supplement' },
  })
  const page = await (await admitted()).get(`/admin/carpools/${carpoolId}`)
  expect(page.html).toContain(intentId)
  expect(textOf(page)).toContain('单独坐车补的差价')
  must(await services.admin.groups.cancel('carpool', carpoolId, by))
  await advance(0)
  expect((await moneyFor(scene.ann.viewer)).taken, `all of ${price}`).toBe(0)
})

test('the console needs its scope, and sees what came of an offer', async () => {
  const scene = await late()
  const stranger = visitorOf(await newAdmin(['groups']), 'zh')
  expect((await stranger.get(pathOf(scene))).status).toBe(403)
  const refused = await stranger.post(pathOf(scene), { seen: '1', carpoolDatetime: '' })
  expect(refused.status).toBe(403)
  const console_ = await admitted()
  const wrong = await console_.post(pathOf(scene), {
    ...{ seen: '1', carpoolDatetime: '2020-01-01T10:00' },
  })
  expect(wrong.status).toBe(422)
  expect(wrong.html, 'what was typed is still there').toContain('2020-01-01T10:00')
  await offeredByPage(scene, console_)
  expect(textOf(await console_.get(pathOf(scene)))).toContain('已问学生')
  const back = await console_.post(pathOf(scene), { intent: 'withdraw' })
  expect(back.status).toBe(303)
  expect(codeOf(await agree(scene))).toBe('operationExpired')
  const browser = await browserOf(scene.ann.viewer)
  const page = await browser.get(`/carpool/alone/${scene.ann.participantId}`)
  expect(textOf(page)).toContain('现在不能单独换车了')
})

test('an offer is its passenger’s: to others its page does not exist', async () => {
  const scene = await late()
  await offer(scene)
  const path = `/carpool/alone/${scene.ann.participantId}`
  const other = await browserOf(scene.bob.viewer as Student)
  expect((await other.get(path)).status).toBe(404)
  expect((await other.post(path, { intent: 'agree' })).status).toBe(404)
  expect((await other.post(`${path}/begin`, {})).status).toBe(404)
  const stale = await (await browserOf(scene.ann.viewer)).post(path, {
    ...{ intent: 'agree', carpoolAt: String(scene.aloneAt), amount: '1', consent: '2026-11-26' },
  })
  expect(stale.status).toBe(412)
  expect(textOf(stale)).toContain('刚有变化')
})

test('over the API: the record offers it, and the same payment is begun and confirmed', async () => {
  const scene = await late()
  const { ann, amount, aloneAt } = scene
  await offer(scene)
  const as = ann
  const ongoing = await api('GET', '/user/my/ongoing', { as })
  const [record] = (ongoing.body as { items: { alone: object }[] }).items
  expect(record?.alone).toMatchObject({
    amount,
    carpoolDatetime: isoTime(aloneAt),
    isAgreed: false,
  })
  const { participantId } = ann
  const json = { participantId, carpoolDatetime: isoTime(aloneAt), amount }
  const wrong = await api('POST', '/user/my/take-alone', { as, json: { ...json, amount: 1 } })
  expect([wrong.status, wrong.body]).toMatchObject([412, { code: 'versionConflict' }])
  const taken = await api('POST', '/user/my/take-alone', { as, json })
  const again = await api('POST', '/user/my/take-alone', { as, json })
  expect([taken.status, again.body]).toEqual([200, taken.body])
  const said = () => api('POST', '/user/my/confirm-alone', { as, json: { participantId } })
  expect((await said()).body).toMatchObject({ code: 'paymentNotConfirmed' })
  await pay((taken.body as { clientSecret: string }).clientSecret)
  const done = await said()
  expect(done.body).toMatchObject({ status: 'PRIVATE', paymentStatus: 'PAID', alone: null })
  expect((await said()).body).toEqual(done.body)
  await alone(scene, amount)
})

test('once the old car has left, nothing is offered any more, and the rest goes as it was', async () => {
  const scene = await late()
  await offer(scene)
  const { carpoolAt } = await carOf(scene.oldId)
  await goTo(carpoolAt + minutes(1))
  expect(codeOf(await agree(scene))).toBe('operationExpired')
  await goTo(carpoolAt + UNDER_WAY_MS)
  expect((await carOf(scene.oldId)).status).toBe('COMPLETED')
})
