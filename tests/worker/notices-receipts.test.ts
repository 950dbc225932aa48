import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { confirmBalance, confirmDeposit } from '#app/group/service/groups.server.ts'
import { getT } from '#app/i18n/server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { readNotices, readUnread } from '#app/notices/service/notices.server.ts'
import { notices } from '#db/schema.ts'
import {
  beginBalance,
  completeCar,
  holdSeat,
  inDays,
  joinCar,
  openCar,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { confirm, paidOrder } from '#tests/worker/world/orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import {
  advance,
  db,
  deliver,
  eventsOf,
  must,
  pay,
  services,
} from '#tests/worker/world/services.ts'
import { emailOf, inboxOf, sweeper, wish } from './notices-kit.ts'

/** Receipts and news of who joined: once each, however often and in which order payments report. */

const told = ({ id }: { id: UserId }, code: string) =>
  db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, id), like(notices.id, `${code}:%`)))
const subjectsOf = async (who: { id: UserId }) =>
  (await inboxOf(who)).map(({ subject }) => subject).toReversed()
/** Every event of a payment, newest first and twice, as a provider may send them. */
async function deliverAll(intentId: string) {
  const events = await eventsOf(intentId)
  for (const event of [...events.toReversed(), ...events]) await deliver(event)
  await advance(0)
}

test('a hold is confirmed once, also when its webhooks come twice and late', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  const car = await openCar({ maxPassengers: 3, ...inDays(5) }, { as: ann })
  const seat = await holdSeat(car, {}, bob)
  await pay(seat.clientSecret)
  await Promise.all([
    confirmDeposit(carpoolKind, services, bob, seat.participantId),
    confirmDeposit(carpoolKind, services, bob, seat.participantId),
    deliverAll(seat.intentId),
  ])
  await sweeper().sweep()
  await deliverAll(seat.intentId)
  await sweeper().sweep()
  expect(await told(bob, 'placeTaken')).toHaveLength(1)
  const [mail, ...more] = await inboxOf(bob)
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^\d+月\d+日 周. .+ → 诺丁汉：已加入，£20 押金已冻结$/)
  expect(mail?.text).toMatch(/押金，冻结: £20\n今天扣款: £0\n这笔冻结最晚到: \d+月\d+日/)
})
test('somebody who joins is told once to those in the car, without a word about who it is', async () => {
  const [ann, bob, cat] = [await newStudent(), await newStudent(), await newStudent()]
  const car = await openCar({ maxPassengers: 4, ...inDays(5) }, { as: ann })
  const { intentId, participantId } = await joinCar(car, { as: bob })
  await deliverAll(intentId)
  await sweeper().sweep()
  await joinCar(car, { as: cat })
  await sweeper().sweep()
  const subjects = await subjectsOf(ann)
  expect(subjects.filter((one) => one.includes('又有人加入'))).toEqual([
    expect.stringMatching(/诺丁汉：又有人加入，还差 2 人$/),
    expect.stringMatching(/诺丁汉：又有人加入，还差 1 人$/),
  ])
  expect((await subjectsOf(bob)).filter((one) => one.includes('又有人'))).toHaveLength(1)
  expect((await subjectsOf(cat)).filter((one) => one.includes('又有人'))).toEqual([])
  for (const { subject, text, html } of await inboxOf(ann))
    expect(subject + text + html).not.toMatch(new RegExp(`${bob.id}|${participantId}|王明|wang_`))
})
test('the last to join has one email, of the complete car; the others no second one either', async () => {
  const [ann, bob] = [await newStudent(), await newStudent()]
  await completeCar([ann, bob])
  await sweeper().sweep()
  expect(await subjectsOf(bob)).toEqual([
    expect.stringMatching(/：成团了，请在 .+ 前付余款 £[\d.]+$/),
  ])
  expect((await subjectsOf(ann)).filter((one) => one.includes('又有人'))).toEqual([])
})
test('a balance is confirmed once, with all that was charged', async () => {
  const ann = await newStudent()
  const { seats } = await completeCar([ann, await newStudent()])
  const seat = seats[0] as Seat
  const { clientSecret, intentId } = await beginBalance(seat)
  await pay(clientSecret ?? '')
  await Promise.all([
    confirmBalance(carpoolKind, services, ann, seat.participantId),
    deliverAll(intentId),
  ])
  must(await confirmBalance(carpoolKind, services, ann, seat.participantId))
  for (let i = 0; i < 2; i++) await sweeper().sweep()
  const paid = (await inboxOf(ann)).filter(({ subject }) => subject.includes('收到余款'))
  expect(paid).toHaveLength(1)
  expect(paid[0]?.text).toMatch(/押金，已扣款: £20\n余款，已付: £[\d.]+\n合计: £/)
})
test('an order’s payment is confirmed once', async () => {
  const order = await paidOrder()
  await Promise.all([confirm(order), confirm(order), deliverAll(order.intentId)])
  for (let i = 0; i < 2; i++) await sweeper().sweep()
  expect(await told(order.owner, 'orderPaid')).toHaveLength(1)
  expect(await subjectsOf(order.owner)).toEqual([
    expect.stringMatching(/^\d+月\d+日 周.：寄件订单已下，收到基础费 £10$/),
  ])
})
test('a receipt never counts as unread, and is in the list behind the bell', async () => {
  const { owner } = await paidOrder()
  const t = getT('zh')
  expect(await readUnread(services, { id: owner.id }, t)).toEqual({ unread: 0, news: [] })
  const { items } = await readNotices(services, { id: owner.id }, t, null)
  expect(items.map(({ title, unread }) => [title, unread])).toEqual([
    ['寄件订单已下，收到基础费 £10', false],
  ])
})
test.each([
  ['wants no emails', { emailNotices: false }],
  ['has not confirmed the address', { emailConfirmedAt: null }],
])('no receipt is emailed to a student who %s', async (_who, change) => {
  const ann = await newStudent()
  await wish(ann.id, change)
  await openCar({ maxPassengers: 3, ...inDays(5) }, { as: ann })
  await sweeper().sweep()
  const [receipt] = await told(ann, 'placeTaken')
  expect(await emailOf(receipt?.id ?? '')).toMatchObject({ state: 'skipped' })
  expect(await inboxOf(ann)).toEqual([])
})
