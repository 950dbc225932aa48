import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openGroup } from '#app/console/service/groups.server.ts'
import { changeOrderStatus } from '#app/console/service/orders.server.ts'
import type { OrderId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import type { OrderStatus } from '#app/orders/rules/order.ts'
import { disputes } from '#db/schema.ts'
import { carOf } from '#tests/worker/world/cars.ts'
import { rowOf } from '#tests/worker/world/orders.ts'
import { advance, db, deliver, eventsOf, must, services } from '#tests/worker/world/services.ts'
import { textOf } from './accounts/visitor.ts'
import { auditOf, newAdmin, visitorOf } from './admin/kit.ts'
import { ADMIN, inCar, keptInAll, ofOrder, ownerReads, PAYMENTS, refundsOf } from './paid.ts'
import { dispute } from './stripe-dashboard.ts'

/**
 * A dispute that was lost and whose money the bank returns after all, whether it calls it won or
 * only moves the money: the loss is taken back wherever it was counted.
 */

const listed = (intentId: string) =>
  db.select().from(disputes).where(eq(disputes.intentId, intentId))
const reversalsOf = async (subjectId: string) =>
  (await auditOf(subjectId)).filter(({ action }) => action === 'disputeReversed')

/** Every event again, the newest first, twice each: the one about the loss comes last. */
async function repeatEvents(intentId: string) {
  for (const event of (await eventsOf(intentId)).toReversed())
    for (let times = 0; times < 2; times++) expect(await deliver(event)).toBe(200)
  await advance(0)
}

const WAYS = ['overturn', 'reinstate'] as const
const ALL = Object.entries(PAYMENTS).flatMap(([what, paid]) =>
  WAYS.map((way) => [what, way, paid] as const),
)

describe.each(ALL)('of %s (%s)', (_, way, paid) => {
  test('what is kept is ours again: in the sums, the record, the console and the log', async () => {
    const one = await paid()
    const { intentId, amount, page, stands } = one
    const read = await ownerReads(one)
    await dispute(intentId, 'open')
    const before = await keptInAll()
    await dispute(intentId, 'lose')
    expect(await keptInAll()).toBe(before - amount)
    await dispute(intentId, way)
    await repeatEvents(intentId)
    expect([await keptInAll(), await stands()]).toEqual([before, true])
    expect(await ownerReads(one)).toBe(read)
    await advance(hours(1))
    expect(await listed(intentId)).toMatchObject([{ state: 'won', withdrawn: 0, moves: 2 }])
    expect(await refundsOf(intentId)).toEqual([])
    const shown = textOf(await visitorOf(await newAdmin(), 'zh').get(page))
    expect(shown).toContain('银行判我们胜诉')
    expect(await reversalsOf(one.subjectId)).toMatchObject([
      { adminId: 'adm_stripe', after: { state: 'won', amount, participantId: one.participantId } },
    ])
    const log = await visitorOf(await newAdmin(), 'zh').get(`/admin/audit?subject=${one.subjectId}`)
    expect(textOf(log)).toContain(`银行把 £${amount / 100} 还给了我们`)
    // From here it can go back as if nothing had happened.
    await one.cancel()
    await advance(0)
    expect(await refundsOf(intentId)).toEqual([amount])
  })
})

test('an order that was moved on after its money was lost stays where it is', async () => {
  const { intentId, subjectId } = await ofOrder('mail')
  const move = async (to: OrderStatus) =>
    must(await changeOrderStatus(services, 'mail', subjectId, to, { by: ADMIN }))
  const read = async () => {
    const { status, payment } = (await rowOf(subjectId as OrderId)) ?? {}
    return [status, payment]
  }
  await move('completed')
  await dispute(intentId, 'open')
  await dispute(intentId, 'lose')
  expect(await read()).toEqual(['completed', 'refunded'])
  await move('processing')
  await dispute(intentId, 'overturn')
  expect(await read()).toEqual(['processing', 'paid'])
})

test('a shortfall that a lost dispute made is none any more', async () => {
  const { id } = await newAdmin()
  const one = await inCar('balance')
  const short = async () => must(await openGroup(services, id, 'carpool', one.subjectId)).shortfall
  const before = await short()
  await dispute(one.intentId, 'open')
  await dispute(one.intentId, 'lose')
  expect(await short()).toBe(before + one.amount)
  await dispute(one.intentId, 'overturn')
  expect(await short()).toBe(before)
  expect((await carOf(one.subjectId)).disputes).toMatchObject([{ state: 'won' }])
})
