import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eraseInD1 } from '#app/account/rows/closing.server.ts'
import { readDashboard } from '#app/console/service/today.server.ts'
import { getT } from '#app/i18n/server.ts'
import { hours, minutes, REQUEST_OVERDUE_MS, REQUEST_PAYMENT_MS } from '#app/kernel/limits.ts'
import { closeAccount } from '#app/privacy/service/closing.server.ts'
import { readTasks } from '#app/reminders/service/tasks.server.ts'
import { listOwnRequests } from '#app/requests/rows/requests.server.ts'
import { payRequestNow } from '#app/requests/service/payments.server.ts'
import { askForMoney, payOutside, voidRequest } from '#app/requests/service/requests.server.ts'
import { notices, users } from '#db/schema.ts'
import { auditOf } from '#tests/worker/admin/kit.ts'
import { refund, refundStep } from '#tests/worker/stripe-dashboard.ts'
import { newStudent, noticesOf, noticesWith } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  db,
  fault,
  must,
  now,
  passTime,
  pay,
  services,
  stripe,
  stripeUp,
  sumsOf,
} from '#tests/worker/world/services.ts'
import { ADMIN, asked, begin, confirm, newRequest, paidRequest, rowOf } from './kit.ts'

const tasksOf = async (id: `usr_${string}`) =>
  (await readTasks(services, { id }, getT('zh'))).map(({ label, to }) => [label, to])

test('asking tells the student, is logged without words, and is a task until it is paid', async () => {
  const request = await newRequest()
  const { owner, id } = request
  expect(await rowOf(id)).toMatchObject({ amount: 1950, payment: 'awaiting', status: 'asked' })
  expect(await noticesOf(owner)).toEqual(['requestAsked'])
  const [entry] = await auditOf(id)
  expect(entry).toMatchObject({ action: 'requestMade', after: { what: 'waiting', amount: 1950 } })
  expect(JSON.stringify(entry)).not.toContain('等候')
  expect(await tasksOf(owner.id)).toEqual([['付账单 £19.50', `/pay/request-${id}`]])
  const { clientSecret, intentId } = await begin(request)
  expect((await begin(request)).intentId).toBe(intentId)
  await pay(clientSecret)
  expect(must(await confirm(request))).toMatchObject({ payment: 'paid' })
  expect(await tasksOf(owner.id)).toEqual([])
  expect(await noticesWith(owner, 'requestPaid')).toHaveLength(1)
  expect(await payRequestNow(services, owner.id, id)).toMatchObject({
    error: { code: 'alreadyPaid', params: { context: 'request' } },
  })
})

test('a form sent twice asks once; a closed account is asked for nothing', async () => {
  const owner = await newStudent()
  const form = asked(owner.id)
  expect(must(await askForMoney(services, ADMIN, form))).toBe(form.id)
  expect(must(await askForMoney(services, ADMIN, form))).toBe(form.id)
  expect(await listOwnRequests(db, owner)).toHaveLength(1)
  expect(await auditOf(form.id)).toHaveLength(1)
  const gone = await newStudent()
  await db.update(users).set({ closedAt: now() }).where(eq(users.id, gone.id))
  expect(codeOf(await askForMoney(services, ADMIN, asked(gone.id)))).toBe('notFound')
  expect(await listOwnRequests(db, gone)).toEqual([])
})

test('nobody else can pay a request or see it', async () => {
  const { id } = await newRequest()
  const other = await newStudent()
  expect(codeOf(await payRequestNow(services, other.id, id))).toBe('notFound')
})

test('withdrawing first sees the payment cancelled', async () => {
  const request = await newRequest()
  const { intentId } = await begin(request)
  const seen = await rowOf(request.id)
  await fault('fail-calls', 100, { method: 'POST', path: `${intentId}/cancel` })
  expect(codeOf(await voidRequest(services, ADMIN, seen))).toBe('unavailable')
  expect(await rowOf(request.id)).toMatchObject({ payment: 'awaiting', intentId })
  await stripeUp()
  expect(must(await voidRequest(services, ADMIN, seen))).toMatchObject({ status: 'void' })
  expect(await sumsOf(intentId)).toMatchObject({ status: 'canceled' })
  expect(await payRequestNow(services, request.owner.id, request.id)).toEqual({
    ok: true,
    value: null,
  })
  expect((await noticesOf(request.owner)).toSorted()).toEqual(['requestAsked', 'requestVoided'])
})

test('what was paid meanwhile can be neither withdrawn, changed nor recorded as paid outside', async () => {
  const request = await newRequest()
  const { clientSecret } = await begin(request)
  const seen = await rowOf(request.id)
  await fault('drop-events', 100)
  await pay(clientSecret)
  const cash = { how: 'cash', reference: 'Li' } as const
  expect(codeOf(await voidRequest(services, ADMIN, seen))).toBe('versionConflict')
  expect(codeOf(await payOutside(services, ADMIN, seen, cash))).toBe('versionConflict')
  const change = asked(request.owner.id)
  expect(codeOf(await askForMoney(services, ADMIN, change, seen))).toBe('versionConflict')
  await stripeUp()
  expect(await rowOf(request.id)).toMatchObject({ status: 'asked', payment: 'paid' })
  expect(await listOwnRequests(db, request.owner)).toHaveLength(1)
})

test('changing takes back the one and makes the other, and of two changes one wins', async () => {
  const request = await newRequest()
  const { intentId } = await begin(request)
  const seen = await rowOf(request.id)
  const change = asked(request.owner.id, { lines: [{ text: '等候 20 分钟', amount: 900 }] })
  expect(must(await askForMoney(services, ADMIN, change, seen))).toBe(change.id)
  expect(await rowOf(request.id)).toMatchObject({ status: 'void', replacedBy: change.id })
  expect(await rowOf(change.id)).toMatchObject({ status: 'asked', amount: 900 })
  expect(await sumsOf(intentId)).toMatchObject({ status: 'canceled' })
  expect(must(await askForMoney(services, ADMIN, change, seen))).toBe(change.id)
  const late = asked(request.owner.id)
  expect(codeOf(await askForMoney(services, ADMIN, late, seen))).toBe('versionConflict')
  expect(await listOwnRequests(db, request.owner)).toHaveLength(2)
  expect(await noticesOf(request.owner)).toEqual(['requestAsked', 'requestAsked'])
})

test('paid outside is final, and a card payment of it goes back', async () => {
  const request = await newRequest()
  const bank = { how: 'bank', reference: 'TX-1' } as const
  const paid = must(await payOutside(services, ADMIN, await rowOf(request.id), bank))
  expect(paid).toMatchObject({ status: 'outside', outside: bank, payment: 'free' })
  expect(codeOf(await voidRequest(services, ADMIN, paid))).toBe('versionConflict')
  expect(await tasksOf(request.owner.id)).toEqual([])
})

test('a payment that was begun ends after an hour, or pays if it went through', async () => {
  const [left, late] = [await newRequest(), await newRequest()]
  const begun = await begin(left)
  const paid = await begin(late)
  await fault('drop-events', 100)
  await pay(paid.clientSecret)
  await stripeUp()
  await advance(REQUEST_PAYMENT_MS - minutes(5))
  expect(await rowOf(left.id)).toMatchObject({ intentId: begun.intentId })
  await advance(minutes(6))
  expect(await rowOf(left.id)).toMatchObject({ payment: 'awaiting', intentId: null, dueAt: null })
  expect(await sumsOf(begun.intentId)).toMatchObject({ status: 'canceled' })
  expect(await rowOf(late.id)).toMatchObject({ payment: 'paid', dueAt: null })
  expect((await begin(left)).intentId).not.toBe(begun.intentId)
})

test('while Stripe is silent the end of a payment is tried again, later and later', async () => {
  const request = await newRequest()
  const { intentId } = await begin(request)
  await fault('fail-calls', 1000, { path: intentId })
  await advance(REQUEST_PAYMENT_MS + minutes(1))
  const { dueAt, intentId: kept } = await rowOf(request.id)
  expect([kept, (dueAt ?? 0) > now()]).toEqual([intentId, true])
  await stripeUp()
  await advance(hours(1))
  expect(await rowOf(request.id)).toMatchObject({ intentId: null, dueAt: null })
})

test('the student is reminded once, after three days and by day; then it is a task', async () => {
  const { owner, id } = await newRequest()
  const before = (await readDashboard(services)).bills
  await passTime(hours(3 * 24) - minutes(1))
  await advance(0)
  expect(await noticesOf(owner)).toEqual(['requestAsked'])
  // Half of the day is not night.
  await advance(hours(12))
  await advance(hours(12))
  expect((await noticesOf(owner)).toSorted()).toEqual(['requestAsked', 'requestDue'])
  expect((await rowOf(id)).remindAt).toBeNull()
  expect((await readDashboard(services)).bills).toBe(before)
  await passTime(REQUEST_OVERDUE_MS)
  expect((await readDashboard(services)).bills).toBeGreaterThan(before)
  const reminders = await db
    .select()
    .from(notices)
    .where(eq(notices.id, `requestDue:${id}`))
  expect(reminders).toHaveLength(1)
})

test('refunds in the dashboard are shown and told: of a part, of all, and failed', async () => {
  const part = await paidRequest()
  await refund(part.intentId, 500)
  expect(await rowOf(part.id)).toMatchObject({ payment: 'paid', refundedAmount: 500 })
  await refundStep(part.intentId, 'fail')
  expect(await rowOf(part.id)).toMatchObject({
    payment: 'paid',
    refundedAmount: 0,
    refundOwed: 500,
  })
  const all = await paidRequest()
  await refund(all.intentId)
  expect(await rowOf(all.id)).toMatchObject({ payment: 'refunded', status: 'asked' })
  expect(await noticesOf(all.owner)).toContain('requestRefunded')
})

test('an unpaid request keeps the account open; closing it later erases the words', async () => {
  const { owner, id } = await newRequest()
  const open = must(await closeAccount(services, owner.id))
  expect(open).toMatchObject([{ what: 'request', id, why: 'unpaid' }])
  must(await voidRequest(services, ADMIN, await rowOf(id)))
  expect(must(await closeAccount(services, owner.id))).toEqual([])
  const closing = { id: owner.id, closedAt: now() }
  await eraseInD1(db, closing, now())
  expect(await rowOf(id)).toMatchObject({ note: null, lines: [{ text: '', amount: 1950 }] })
})

test('its payments name it at Stripe, so a lost record finds its way back', async () => {
  const { id, owner, intentId } = await paidRequest()
  const { metadata } = await stripe.paymentIntents.retrieve(intentId)
  expect(metadata).toEqual({ purpose: 'request', requestId: id, userId: owner.id, attempt: '1' })
})
