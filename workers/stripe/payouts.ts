import type Stripe from 'stripe'
import { book } from './bookings.ts'
import { type Call, seconds } from './call.ts'
import { invalidRequest, missing } from './errors.ts'
import { newId } from './id.ts'

/** From a payout until the bank has it. */
const ARRIVES_AFTER_SECONDS = 24 * 3600

/** The transactions that an automatic payout has paid out, its own included. */
type Contents = { ids: string[] }

const sumIn = (call: Call, where: string): number =>
  call.store.sql
    .exec<{ net: number | null }>(
      `SELECT sum(json_extract(json, '$.net')) AS net FROM objects WHERE kind = 'balance_transaction' AND ${where}`,
    )
    .one().net ?? 0

/** `GET /v1/balance`. */
export function balanceNow(call: Call): Stripe.Balance {
  const of = (amount: number) => [{ amount, currency: 'gbp', source_types: { card: amount } }]
  return { object: 'balance', available: of(sumIn(call, '1')), livemode: false, pending: of(0) }
}

/** Transactions that no automatic payout has paid out. */
const waitingIn = (call: Call): string[] =>
  call.store.sql
    .exec<{ id: string }>(
      `SELECT id FROM objects WHERE kind = 'balance_transaction' AND id NOT IN
       (SELECT value FROM notes, json_each(notes.json, '$.ids') WHERE notes.id LIKE 'po\\_%' ESCAPE '\\')`,
    )
    .toArray()
    .map(({ id }) => id)

/**
 * Pays out. By Stripe's schedule, that is everything not paid out yet; with an `amount`, as
 * somebody asked for in the dashboard, and then nobody knows what is in it.
 */
export function makePayout(call: Call, asked?: number): Stripe.Payout {
  const ids = asked === undefined ? waitingIn(call) : []
  const waiting = sumIn(call, `id IN (SELECT value FROM json_each('${JSON.stringify(ids)}'))`)
  const amount = asked ?? waiting
  if (amount <= 0 || amount > sumIn(call, '1'))
    throw invalidRequest('You have insufficient funds in your Stripe account for this transfer.', {
      code: 'balance_insufficient',
    })
  const payout = payoutObject(call, amount, asked === undefined)
  const booked = book(call, payout, -amount, 'payout')
  if (payout.automatic) call.store.putNote(payout.id, { ids: [...ids, booked.id] })
  return call.store.put<Stripe.Payout>({ ...payout, balance_transaction: booked.id })
}

/** The bank does not take a payout: its money is back in the balance. */
export function failPayout(call: Call, id: string): Stripe.Payout {
  const payout = call.store.find('payout', id)
  if (!payout) throw missing('payout', id)
  const booked = book(call, payout, payout.amount, 'payout_reversal')
  return call.store.put<Stripe.Payout>({
    ...payout,
    status: 'failed',
    failure_code: 'account_closed',
    failure_balance_transaction: booked.id,
  })
}

/** The ids of a payout's transactions, which only an automatic one knows. */
export function transactionsIn(call: Call, id: string): string[] {
  const payout = call.store.find('payout', id)
  if (!payout) throw missing('payout', id)
  if (!payout.automatic)
    throw invalidRequest(
      'Balance transaction history can only be filtered on automatic transfers, not manual.',
    )
  return call.store.note<Contents>(id)?.ids ?? []
}

const payoutObject = (call: Call, amount: number, automatic: boolean): Stripe.Payout => ({
  id: newId('po'),
  object: 'payout',
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: seconds(call.now) + ARRIVES_AFTER_SECONDS,
  automatic,
  balance_transaction: null,
  created: seconds(call.now),
  currency: 'gbp',
  description: 'STRIPE PAYOUT',
  destination: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: automatic ? 'completed' : 'not_applicable',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: 'paid',
  trace_id: null,
  type: 'bank_account',
})
