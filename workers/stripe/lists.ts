import type { Call } from './call.ts'
import { invalidParameter, invalidRequest } from './errors.ts'
import type { Form } from './form.ts'
import { allowOnly, integer, part, requiredText, text } from './params.ts'
import type { Kind, Objects } from './store.ts'

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

const CLAUSE =
  /^(?:metadata\[["']([^"']+)["']\]|(status|currency|customer|amount))\s*:\s*["']?([^"']*)["']?$/

/**
 * `GET /v1/payment_intents/search`: clauses on metadata, status, currency, customer and amount,
 * joined by AND.
 */
export function searchIntents(call: Call, form: Form) {
  allowOnly(form, ['query', 'limit', 'page', 'expand'])
  const clauses = requiredText(form, 'query')
    .split(/\s+AND\s+/i)
    .map(readClause)
  const limit = readLimit(form)
  const skip = Number(text(form, 'page') ?? 0)
  const found = [...allIntents(call)].filter((intent) =>
    clauses.every((matches) => matches(intent)),
  )
  const data = found.slice(skip, skip + limit)
  const hasMore = found.length > skip + limit
  return {
    object: 'search_result' as const,
    data,
    has_more: hasMore,
    next_page: hasMore ? String(skip + limit) : null,
    url: '/v1/payment_intents/search',
  }
}

type Intent = Objects['payment_intent']

function readClause(clause: string): (intent: Intent) => boolean {
  const match = CLAUSE.exec(clause.trim())
  if (!match)
    throw invalidRequest(`We were unable to parse your search query: ${clause}`, { param: 'query' })
  const [, key, field, value = ''] = match
  if (key) return (intent) => intent.metadata[key] === value
  return (intent) =>
    String(intent[field as 'status' | 'currency' | 'customer' | 'amount']) === value
}

function* allIntents(call: Call): Generator<Intent> {
  let startingAfter: string | null = null
  for (;;) {
    const page: { data: Intent[]; hasMore: boolean } = call.store.list('payment_intent', {
      limit: 100,
      startingAfter,
      endingBefore: null,
      where: {},
    })
    yield* page.data
    startingAfter = page.data.at(-1)?.id ?? null
    if (!page.hasMore) return
  }
}
