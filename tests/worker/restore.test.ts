import { env } from 'cloudflare:workers'
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { startSession } from '#app/account/service/sessions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { reinstateAccount, suspendAccount } from '#app/console/service/members.server.ts'
import { leaveGroup } from '#app/group/service/groups.server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { CLOSING_SETTLED_MS } from '#app/kernel/limits.ts'
import { setOrderStatus } from '#app/orders/service/order-status.server.ts'
import { closeAccount } from '#app/privacy/service/closing.server.ts'
import { sweepRecovery } from '#app/reconciliation/service/recovery.server.ts'
import { carpools as carpoolTable } from '#db/kinds.ts'
import { groups, lostPayments, participants, recoveries, sessions, users } from '#db/schema.ts'
import { carOf, joinCar, openCar, placeIn } from '#tests/worker/world/cars.ts'
import * as order from '#tests/worker/world/orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import {
  advance,
  db,
  fault,
  must,
  now,
  passTime,
  pay,
  services,
  stripe,
  sumsOf,
} from '#tests/worker/world/services.ts'
import { recoverySql, type Standing, standingSql } from '../../scripts/after-restore-sql.ts'
import { textOf } from './accounts/visitor.ts'
import { auditOf, newAdmin, visitorOf } from './admin/kit.ts'
import { ADMIN } from './paid.ts'
import { refund } from './stripe-dashboard.ts'

/**
 * D1 is put back to an earlier moment while objects and Stripe go on (docs/restore.md). No seat and
 * no payment is lost: each has its account, order and place again, or is a task.
 */

/** The tables that a restore puts back; the audit log cannot be emptied, which changes nothing. */
async function tables(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'
     AND name NOT LIKE 'd1\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
     AND name <> 'audit_log'`,
  ).all<{ name: string }>()
  return results.map(({ name }) => name)
}
type Copy = { table: string; columns: string[]; rows: Record<string, unknown>[] }[]

const copyOfD1 = async (): Promise<Copy> =>
  Promise.all(
    (await tables()).map(async (table) => {
      const columns = await env.DB.prepare(
        `SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`,
      ).all<{ name: string }>()
      const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all()
      return { table, columns: columns.results.map(({ name }) => name), rows: results }
    }),
  )

async function putBack(copy: Copy): Promise<void> {
  const statements = copy.flatMap(({ table, columns, rows }) => [
    env.DB.prepare(`DELETE FROM ${table}`),
    ...rows.map((row) =>
      env.DB.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      ).bind(...columns.map((column) => row[column] ?? null)),
    ),
  ])
  await env.DB.batch([env.DB.prepare('PRAGMA defer_foreign_keys = true'), ...statements])
}

/** What `npm run after-restore` does, and `read-model:rebuild` after it. */
async function afterRestore(since: number, standing: Standing[] = []): Promise<void> {
  for (const statement of standingSql(standing)) await env.DB.prepare(statement).run()
  await env.DB.prepare(recoverySql(`rec_${crypto.randomUUID()}`, since)).run()
  for (let sweeps = 0; (await open()) > 0; sweeps++) {
    if (sweeps > 40) throw new Error('the recovery does not end')
    await advance(0)
  }
  await db.update(participants).set({ version: 0 })
  await db.update(groups).set({ version: 0, nextDueAt: 0 })
  await advance(0)
}
const open = async () =>
  (await db.select().from(recoveries).where(isNull(recoveries.doneAt))).length

const lostOf = async (intentId: string) =>
  (await db.select().from(lostPayments).where(eq(lostPayments.intentId, intentId))).map(
    ({ missing, amount, settledAt }) => ({ missing, amount, isOpen: settledAt === null }),
  )
const accountOf = (id: UserId) => db.select().from(users).where(eq(users.id, id)).get()
const seatsInList = async (id: string) =>
  (await db.select().from(carpoolTable).where(sql`id = ${id}`).get())?.currentPassengers

describe('the database is put back, and everything since is applied again', () => {
  let s: Awaited<ReturnType<typeof history>>

  async function history() {
    const [closing, suspended, reinstated, leaver] = await Promise.all([
      newStudent(),
      newStudent(),
      newStudent(),
      newStudent(),
    ])
    must(await suspendAccount(services, ADMIN, reinstated.id, 'before'))
    const car = await openCar({ maxPassengers: 4 }, { as: await newStudent() })
    const leaving = await joinCar(car, { as: leaver })
    const awaiting = await order.newOrder('mail')
    const failing = await order.paidOrder('mail')
    const refunded = await order.paidOrder('move')
    await advance(0)

    const moment = now()
    const copy = await copyOfD1()

    const joiner = await newStudent()
    const joined = await joinCar(car, { as: joiner })
    must(await leaveGroup(carpoolKind, services, leaver, car.carpoolId))
    const newCar = await openCar({ maxPassengers: 3 }, { as: await newStudent() })
    const lostOrder = await order.paidOrder('mail')
    const begun = await order.begin(awaiting)
    await pay(begun.clientSecret)
    must(await order.confirm(awaiting))
    must(await setOrderStatus(services, failing.id, 'failed', { by: ADMIN }))
    await refund(refunded.intentId, 500)
    must(await closeAccount(services, closing.id))
    must(await suspendAccount(services, ADMIN, suspended.id, "it's spam"))
    must(await reinstateAccount(services, ADMIN, reinstated.id))
    await advance(0)
    const standing = (
      await db
        .select()
        .from(users)
        .where(inArray(users.id, [closing.id, suspended.id, reinstated.id]))
    ).map(({ id, closedAt, suspendedAt, suspendedReason: reason }) => ({
      id,
      closedAt,
      suspendedAt,
      reason,
    }))

    await putBack(copy)
    await passTime(CLOSING_SETTLED_MS)
    // Somebody whose account is open and suspended again may still have a session of that time.
    const session = await startSession(services, suspended.id)
    await afterRestore(moment, standing)
    const people = { closing, suspended, reinstated, joiner }
    return { people, session, car, joined, leaving, newCar, lostOrder, awaiting, failing, refunded }
  }
  beforeAll(async () => {
    s = await history()
  })

  test('lists say again who is in which car, also of a car opened since', async () => {
    expect(await seatsInList(s.car.carpoolId)).toBe(2)
    expect(await seatsInList(s.newCar.carpoolId)).toBe(1)
    expect((await carOf(s.car.carpoolId)).participants.map(({ seat }) => seat)).toEqual([
      'taken',
      'gone',
      'taken',
    ])
    const row = (id: string) => db.select().from(participants).where(sql`id = ${id}`).get()
    expect((await row(s.leaving.participantId))?.seat).toBe('gone')
    expect((await row(s.joined.participantId))?.seat).toBe('taken')
  })

  test('a seat whose owner registered since keeps its hold, and is a task', async () => {
    expect(await accountOf(s.people.joiner.id)).toBeUndefined()
    expect((await placeIn(s.car.carpoolId, s.joined.participantId)).deposit.state).toBe('held')
    expect(await lostOf(s.joined.intentId)).toEqual([
      { missing: 'account', amount: 2000, isOpen: true },
    ])
  })

  test('an order paid since that D1 does not know is a task, and keeps its money', async () => {
    expect(await order.rowOf(s.lostOrder.id)).toBeNull()
    expect(await lostOf(s.lostOrder.intentId)).toEqual([
      { missing: 'order', amount: 1000, isOpen: true },
    ])
    expect(await sumsOf(s.lostOrder.intentId)).toMatchObject({ refunded: 0 })
  })

  test('an order that was unpaid at the moment and paid since is paid', async () => {
    expect(await order.rowOf(s.awaiting.id)).toMatchObject({ payment: 'paid' })
  })

  test('an order refunded since says so, whoever refunded it', async () => {
    expect(await order.rowOf(s.refunded.id)).toMatchObject({ refundedAmount: 500 })
    const { refunded } = await sumsOf(s.failing.intentId)
    expect(refunded).toBe(1000)
    expect(await order.rowOf(s.failing.id)).toMatchObject({ payment: 'refunded' })
    expect(await order.refundsOf(s.failing.intentId)).toBe(1)
  })

  test('a closed account is closed and erased, a suspension holds, a lifted one does not', async () => {
    const { closing, suspended, reinstated } = s.people
    expect(await accountOf(closing.id)).toMatchObject({ name: '', phone: `closed:${closing.id}` })
    expect((await accountOf(closing.id))?.erasedAt).not.toBeNull()
    expect(await accountOf(suspended.id)).toMatchObject({ suspendedReason: "it's spam" })
    expect(await db.select().from(sessions).where(eq(sessions.userId, suspended.id))).toEqual([])
    expect((await accountOf(reinstated.id))?.suspendedAt).toBeNull()
  })

  test('Today shows each task; checked with Stripe and seen to, it is gone and on record', async () => {
    const admin = visitorOf(await newAdmin(['records']))
    const shown = async () => textOf(await admin.get('/admin'))
    expect(await shown()).toContain(s.lostOrder.intentId)
    expect(await shown()).toContain(s.joined.intentId)
    const page = `/admin/payments/${s.lostOrder.intentId}`
    expect(textOf(await admin.get(page))).toContain('Seen to')
    await admin.post(page, {})
    expect(await sumsOf(s.lostOrder.intentId)).toMatchObject({ refunded: 1000 })
    await admin.post(page, { intent: 'settle' })
    expect(await shown()).not.toContain(s.lostOrder.intentId)
    expect((await auditOf(s.lostOrder.intentId)).map(({ action }) => action)).toContain(
      'lostPaymentSettled',
    )
    await admin.post(page, { intent: 'settle' })
    expect(await lostOf(s.lostOrder.intentId)).toMatchObject([{ isOpen: false }])
  })

  test('doing it again changes nothing, and settled tasks stay settled', async () => {
    const before = await db.select().from(lostPayments)
    await afterRestore(now() - 3_600_000)
    expect(await db.select().from(lostPayments)).toEqual(before)
    expect(await order.refundsOf(s.failing.intentId)).toBe(1)
  })
})

test('a payment that cannot be read waits, then becomes a task, and the others go on', async () => {
  const since = now()
  const broken = await order.paidOrder('mail')
  const whole = await order.paidOrder('mail')
  await advance(0)
  await db.delete(lostPayments)
  await env.DB.prepare(`DELETE FROM orders WHERE id = '${whole.id}'`).run()
  await env.DB.prepare(recoverySql(`rec_${crypto.randomUUID()}`, since)).run()
  const read = { path: `/v1/payment_intents/${broken.intentId}` }

  await fault('fail-calls', 1000, read)
  await sweepRecovery(services)
  expect(await lostOf(whole.intentId)).toMatchObject([{ missing: 'order' }])
  expect(await lostOf(broken.intentId)).toEqual([])
  for (let tries = 0; tries < 10; tries++) await sweepRecovery(services)
  expect(await lostOf(broken.intentId)).toMatchObject([{ missing: 'answer', amount: null }])
  expect(await open()).toBe(0)
})

test('a payment for a group that nobody knows is a task, and keeps no other waiting', async () => {
  const since = now()
  const car = await openCar({}, { as: await newStudent() })
  const unknown = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
  const { id: intentId } = await stripe.paymentIntents.create({
    ...{ amount: 2000, currency: 'gbp', capture_method: 'manual', confirm: true },
    payment_method: 'pm_card_visa',
    metadata: {
      ...{ purpose: 'carpoolDeposit', attempt: '1', userId: (await newStudent()).id },
      ...{ carpoolId: unknown(car.carpoolId), participantId: unknown(car.participantId) },
    },
  })
  await env.DB.prepare(recoverySql(`rec_${crypto.randomUUID()}`, since)).run()
  await sweepRecovery(services)
  expect(await lostOf(intentId)).toMatchObject([{ missing: 'place', amount: 2000 }])
  expect(await open()).toBe(0)
})
