import type { Call } from './call.ts'
import { invalidParameter } from './errors.ts'
import type { Form } from './form.ts'
import { allowOnly, integer, part, text } from './params.ts'
import { transactionsIn } from './payouts.ts'
import type { Kind } from './store.ts'

const LIMIT = { default: 10, max: 100 }

/** A call that lists objects, newest first; `filters` are its query fields. */
export const listCall =
  (kind: Kind, url: string, ...filters: string[]) =>
  (call: Call, form: Form) => {
    const { payout, ...rest } = form
    const ofPayout = kind === 'balance_transaction' && payout !== undefined
    allowOnly(ofPayout ? rest : form, ['limit', 'starting_after', 'created', 'expand', ...filters])
    const created = part(form, 'created')
    const where = Object.fromEntries(filters.map((name) => [name, text(form, name)]))
    const page = call.store.list(kind, where, {
      limit: readLimit(form),
      startingAfter: text(form, 'starting_after'),
      createdFrom: created && integer(created, 'gte'),
      createdBefore: created && integer(created, 'lt'),
      ids: ofPayout ? transactionsIn(call, String(payout)) : null,
    })
    return { object: 'list', data: page.data, has_more: page.hasMore, url }
  }

function readLimit(form: Form): number {
  const limit = integer(form, 'limit') ?? LIMIT.default
  if (limit < 1 || limit > LIMIT.max)
    throw invalidParameter(
      'parameter_invalid_integer',
      'limit',
      `Limit must be between 1 and ${LIMIT.max}.`,
    )
  return limit
}
