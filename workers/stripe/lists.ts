import type { Call } from './call.ts'
import { invalidParameter } from './errors.ts'
import type { Form } from './form.ts'
import { allowOnly, integer, part, text } from './params.ts'
import type { Kind } from './store.ts'

const LIMIT = { default: 10, max: 100 }

/**
 * A `list` object as every listing call returns it; `filters` are the fields by which the call can
 * be filtered.
 */
export function list<K extends Kind>(
  call: Call,
  kind: K,
  url: string,
  form: Form,
  filters: readonly string[] = [],
) {
  allowOnly(form, ['limit', 'starting_after', 'ending_before', 'created', 'expand', ...filters])
  const created = part(form, 'created')
  const exactly = created ? null : integer(form, 'created')
  const bound = (inclusive: string, exclusive: string, step: number) => {
    const outer = created && integer(created, exclusive)
    return outer === null || outer === undefined
      ? created && integer(created, inclusive)
      : outer + step
  }
  const page = call.store.list(kind, {
    limit: readLimit(form),
    startingAfter: text(form, 'starting_after'),
    endingBefore: text(form, 'ending_before'),
    where: Object.fromEntries(filters.map((name) => [name, text(form, name)])),
    createdFrom: exactly ?? bound('gte', 'gt', 1),
    createdTo: exactly ?? bound('lte', 'lt', -1),
  })
  return { object: 'list' as const, data: page.data, has_more: page.hasMore, url }
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
