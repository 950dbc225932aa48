import type Stripe from 'stripe'
import { type Call, seconds } from './call.ts'
import { newId } from './id.ts'

/** Records money received or paid because of an object, and Stripe's fee for it. */
export const book = (
  call: Call,
  { id, currency }: { id: string; currency: string },
  amount: number,
  fee = 0,
  type: 'charge' | 'adjustment' = 'adjustment',
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
    reporting_category: type,
    source: id,
    status: 'available',
    type,
  })
