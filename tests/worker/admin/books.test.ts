import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { readAccounts } from '#app/console/service/books.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { addDays, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { monthAfter, monthOf } from '#app/payments/rules/book.ts'
import { accountMonths, receipts, settings } from '#db/schema.ts'
import { textOf } from '#tests/worker/accounts/visitor.ts'
import { dispute, payOut, refund, refundStep } from '#tests/worker/stripe-dashboard.ts'
import { completeCar, depositIntentOf, goTo, payBalance } from '#tests/worker/world/cars.ts'
import { paidOrder } from '#tests/worker/world/orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { advance, db, fault, must, now, services, stripe } from '#tests/worker/world/services.ts'
import { openTrip } from '#tests/worker/world/trips.ts'
import { fileOf, newAdmin, visitorOf } from './kit.ts'

/**
 * The books are Stripe's: each month balances, agrees with what Stripe holds, and does not change
 * once it is over. The tests follow one another from month to month.
 */

/** Hours without a request end a session. */
const admin = () => newAdmin(['records'])
const read = async (month = monthOf(now())) => must(await readAccounts(services, month))
const firstOf = (month: string) => startOfLondonDay(`${month}-01`)
const toNextMonth = () => goTo(firstOf(monthAfter(monthOf(now()))) + hours(12))

/** A file's lines, by their columns' names. */
async function linesOf(name: 'ledger' | 'bank', month: string) {
  const to = addDays(`${monthAfter(month)}-01`, -1)
  const answer = await fileOf(await admin(), `${name}?from=${month}-01&to=${to}`)
  expect(answer.status).toBe(200)
  const [header = '', ...lines] = (await answer.text()).replace('\uFEFF', '').trim().split('\r\n')
  const names = header.split(',')
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])),
  )
}
const page = async (month: string) =>
  textOf(await visitorOf(await admin()).get(`/admin/accounts?month=${month}`))

/** A payment that somebody took in Stripe's dashboard. */
const takeUnknown = (amount: number) =>
  stripe.paymentIntents.create({
    ...{ amount, currency: 'gbp', payment_method: 'pm_card_visa', confirm: true },
  })

beforeAll(async () => {
  await db.insert(settings).values([
    { key: 'vatRegistered', value: 1, updatedAt: 0 },
    { key: 'vatCarpool', value: 1, updatedAt: 0 },
  ])
  await toNextMonth()
})

test('without a single movement everything is nothing, and agrees', async () => {
  const { opening, closing, check, book, isKept } = await read()
  expect([opening, closing, check, book?.count, isKept]).toEqual([
    ...[0, 0, { ours: 0, stripe: 0 }, 0, false],
  ])
  expect(await page('2026-01')).toContain('Everything is matched')
})

/** A place in a car, paid in full, as it is in the books of its month. */
let first = ''
let balance = ''
test('a month has what was sold, refunded, disputed and paid out, and comes to Stripe’s balance', async () => {
  first = monthOf(now())
  const [ann, bob] = [await newStudent(), await newStudent()]
  const { carpoolId, seats } = await completeCar([ann, bob])
  const [seat, other] = seats
  if (!seat || !other) throw new Error('no seats')
  await payBalance(seat)
  balance = (await stripe.paymentIntents.list({ limit: 1 })).data[0]?.id ?? ''
  const order = await paidOrder('mail')
  await openTrip({}, await newStudent())
  await advance(0)
  await dispute(await depositIntentOf(carpoolId, other.participantId), 'open')
  await refund(order.intentId, 300)
  const { book, opening, closing, check } = await read()
  if (!book) throw new Error('no book')
  const charged = 2000 + 2000 + 2000 + 1000 + (book.sales.carpoolBalance?.amount ?? 0)
  expect(book.sums).toMatchObject({ charge: charged, refund: -300, dispute: -2000, payout: 0 })
  expect(book.sales.carpoolDeposit).toEqual({ count: 2, amount: 4000, vat: 666 })
  expect(book.sales).toMatchObject({ mailBase: { vat: 0 }, tripDeposit: { count: 1 } })
  expect(book.refunds).toEqual({ stripe: { count: 1, amount: -300, vat: 0 } })
  expect([book.unmatchedCount, book.unpaid]).toEqual([0, []])
  // 1.5 % and 20p of each charge, and £20 for the dispute.
  expect(book.sums.fee).toBeLessThan(-2000 - 5 * 20)
  const moved = Object.values(book.sums).reduce((sum, of) => sum + of, 0)
  expect([opening, closing]).toEqual([0, moved])
  expect(check).toEqual({ ours: moved, stripe: moved })
  expect(await page(first)).toContain('Agrees with Stripe')
})

test('a payout agrees with what is in it, and is in the ledger beside it', async () => {
  await advance(hours(24))
  const waiting = await linesOf('ledger', first)
  expect(waiting.every((line) => line.Payout === '')).toBe(true)
  const { id } = await payOut()
  const lines = await linesOf('ledger', first)
  expect(lines.map((line) => line.Payout)).toEqual(lines.map(() => id))
  const own = lines.find((line) => line.Payment === balance)
  expect(own).toMatchObject({
    Date: londonDay(now() - hours(24)),
    Type: 'Charges',
    Product: 'Carpool balances',
    'Ride day': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    'VAT rate %': '20',
    'Payout day': londonDay(now() + hours(24)),
  })
  const { book, closing } = await read()
  expect([book?.payouts.map(({ is }) => is), closing]).toEqual([['agrees'], 0])
})

test('what happens later changes neither the file nor the sums of a month that is over', async () => {
  const [file, before] = [await linesOf('ledger', first), await read(first)]
  await toNextMonth()
  expect((await read(first)).isKept).toBe(false)
  await advance(hours(24))
  const closed = await read(first)
  expect([closed.isKept, closed.book]).toEqual([true, before.book])
  // The bank gives the disputed money back, and a paid balance is refunded after its payout.
  const disputed = (await stripe.disputes.list({ limit: 1 })).data[0]
  await dispute(String(disputed?.payment_intent), 'win')
  await refund(balance)
  await advance(hours(1))
  const month = monthOf(now())
  const { book, opening, closing, check } = await read(month)
  expect(book?.sums).toMatchObject({ charge: 0, dispute: 2000, fee: 0 })
  const { amount = 0, ...back } = book?.refunds.stripe ?? {}
  expect(back).toEqual({ count: 1, vat: Math.round(amount / 6) })
  expect([opening, closing]).toEqual([closed.closing, check?.stripe])
  expect(await linesOf('ledger', first)).toEqual(file)
  expect((await read(first)).book).toEqual(closed.book)
})

test('a refund that fails is taken back in its own month, and a payout that fails, too', async () => {
  await toNextMonth()
  await takeUnknown(50_000)
  const { intentId } = await paidOrder('move')
  await advance(0)
  await refund(intentId, 500)
  await payOut(700)
  const failing = await payOut()
  await payOut({ payout: failing.id, step: 'fail' })
  await refundStep(intentId, 'fail')
  const { book, check } = await read()
  expect([book?.sums.refund, book?.sums.payout]).toEqual([0, -700])
  expect(book?.payouts.map(({ is }) => is)).toEqual(['failed', 'byHand'])
  expect(check?.ours).toBe(check?.stripe)
  const bank = await linesOf('bank', monthOf(now()))
  const left = bank.map(({ Description, Amount }) => `${Description} ${Amount}`)
  expect(left).toEqual(expect.arrayContaining(['Payout -7.00', expect.stringContaining('fees -')]))
  const sum = bank.reduce((all, { Amount }) => all + Math.round(Number(Amount) * 100), 0)
  expect(sum).toBe((book?.sums.payout ?? 0) + (book?.sums.fee ?? 0))
})

test('what is not ours is listed, of 101 the first ones; the file has all', async () => {
  await toNextMonth()
  for (let n = 0; n < 101; n++) await takeUnknown(100)
  const month = monthOf(now())
  const { book, check } = await read()
  expect([book?.count, book?.unmatchedCount, book?.unmatched.length]).toEqual([101, 101, 50])
  expect([book?.sales.unknown?.amount, check?.ours]).toEqual([10_100, check?.stripe])
  expect(await page(month)).toContain('and 51 more, in the ledger')
  const ids = (await linesOf('ledger', month)).map((line) => line.Movement)
  expect([ids.length, new Set(ids).size]).toEqual([101, 101])
})

test('a receipt of a payment that Stripe does not know is listed, and none that it took in another month', async () => {
  await toNextMonth()
  const [known] = await db.select().from(receipts).limit(1)
  if (!known) throw new Error('no receipt')
  const paidAt = now()
  await db.update(receipts).set({ paidAt })
  await db
    .insert(receipts)
    .values({ ...known, intentId: 'pi_lost', subjectId: 'mail_lost', paidAt })
  const { book } = await read()
  expect(book?.unpaid.map(({ intentId }) => intentId)).toEqual(['pi_lost'])
  expect(await page(monthOf(now()))).toContain('mail_lost')
})

describe('a closed month', () => {
  const again = async () => {
    const browser = visitorOf(await admin())
    await browser.post(`/admin/accounts?month=${first}`, {})
    return textOf(await browser.get(`/admin/accounts?month=${first}`))
  }
  test('can be read again, and is said to be the same', async () => {
    expect(await again()).toContain('Read again from Stripe: the same.')
  })
  test('says so if Stripe’s movements are others, stays as it is, and differs from the balance', async () => {
    const [row] = await db.select().from(accountMonths).limit(1)
    if (!row) throw new Error('no month')
    const sums = { ...row.book.sums, charge: row.book.sums.charge - 1 }
    const book = { ...row.book, sums, net: row.book.net - 1 }
    await db.update(accountMonths).set({ book }).where(eq(accountMonths.month, row.month))
    expect(await again()).toContain('are not the ones it was closed with')
    expect(await page(first)).toContain('Differs from Stripe by £0.01')
    await db.update(accountMonths).set({ book: row.book }).where(eq(accountMonths.month, row.month))
  })
})

test('a silent Stripe means no figures and no file', async () => {
  await fault('fail-calls', 1000)
  expect(await page(monthOf(now()))).toContain('We show no figures rather than wrong ones')
  for (const name of ['ledger', 'bank'])
    expect((await fileOf(await admin(), `${name}?from=${first}-01&to=${first}-02`)).status).toBe(
      303,
    )
})
