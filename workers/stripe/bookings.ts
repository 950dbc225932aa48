import type Stripe from 'stripe'
import { type Call, seconds } from './call.ts'
import { newId } from './id.ts'

/** What a movement of the balance is, as Stripe's reports say it. */
type Category =
  | 'charge'
  | 'refund'
  | 'refund_failure'
  | 'dispute'
  | 'dispute_reversal'
  | 'payout'
  | 'payout_reversal'
/** The types that are not called like their category. */
const TYPES: { [C in Category]?: Stripe.BalanceTransaction.Type } = {
  dispute: 'adjustment',
  dispute_reversal: 'adjustment',
  payout_reversal: 'payout_failure',
}

/** Records money received or paid because of an object, and Stripe's fee for it. */
export const book = (
  call: Call,
  { id, currency }: { id: string; currency: string },
  amount: number,
  category: Category,
  fee = 0,
): Stripe.BalanceTransaction =>
  call.store.put<Stripe.BalanceTransaction>({
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: seconds(call.now),
    balance_type: 'payments',
    created: seconds(call.now),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: category,
    source: id,
    status: 'available',
    type: TYPES[category] ?? category,
  })
