import type { Call } from './call.ts'
import { invalidRequest } from './errors.ts'
import type { Kind } from './store.ts'

const KINDS: Record<string, Kind> = {
  pi: 'payment_intent',
  ch: 'charge',
  txn: 'balance_transaction',
  re: 'refund',
  dp: 'dispute',
  po: 'payout',
  pm: 'payment_method',
  cus: 'customer',
}

/** Expandable fields that are omitted while they have no value. */
const SOMETIMES = ['refund.failure_balance_transaction']

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/**
 * Replaces ids in an answer by whole objects, for each path such as `latest_charge` or
 * `data.customer`.
 */
export function expand(call: Call, answer: object, paths: readonly string[]): object {
  const expanded = structuredClone(answer) as Fields
  for (const path of paths) expandPath(call, expanded, path.split('.'))
  return expanded
}

/** `isAnyKind`: a field that only some kinds of object have may be missing. */
function expandPath(call: Call, value: unknown, path: string[], isAnyKind = false): void {
  const [field, ...rest] = path
  if (field === undefined || value === null || value === undefined) return
  if (Array.isArray(value)) {
    for (const item of value) expandPath(call, item, path, isAnyKind)
    return
  }
  if (!isFields(value)) return
  if (value.object === 'charge' && field === 'refunds')
    value.refunds = refundsOf(call, String(value.id))
  else if (!(field in value) && !isAnyKind && !SOMETIMES.includes(`${value.object}.${field}`))
    throw invalidRequest(`This property cannot be expanded (${field}).`, { param: 'expand' })
  const inner = value[field]
  if (typeof inner === 'string') value[field] = objectOf(call, inner) ?? inner
  expandPath(call, value[field], rest, field === 'source')
}

function objectOf(call: Call, id: string): object | null {
  const kind = KINDS[id.slice(0, id.indexOf('_'))]
  return kind ? call.store.find(kind, id) : null
}

function refundsOf(call: Call, chargeId: string) {
  const page = call.store.list('refund', { charge: chargeId }, { limit: 10 })
  return {
    object: 'list',
    data: page.data,
    has_more: page.hasMore,
    url: `/v1/charges/${chargeId}/refunds`,
  }
}
