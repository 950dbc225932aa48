import { isOrderKind, type OrderKind } from '#app/domain/order/order.ts'
import { addDays, isLondonDay, type LondonDay } from '#app/domain/time.ts'
import type { Translate } from '#app/i18n/keys.ts'
import {
  type AdminOrder,
  type AdminOrderFilter,
  ORDER_VIEWS,
} from '#app/services/admin/orders.server.ts'
import { placeName } from '#app/services/orders/places.server.ts'
import type { OrderLine } from '#app/ui/admin/order-lines.tsx'
import { PAYMENTS } from '#app/ui/admin/order-status.tsx'

/** The kind in a console address; 404 for any other. */
export function kindOf(text: string | undefined): OrderKind {
  if (text !== undefined && isOrderKind(text)) return text
  throw new Response(null, { status: 404 })
}

/** The filter in the address. Values it does not understand are ignored. */
export function readFilter(search: URLSearchParams): Omit<AdminOrderFilter, 'limit'> {
  const day = (name: string) => {
    const text = search.get(name) ?? ''
    return isLondonDay(text) ? text : undefined
  }
  const payment = PAYMENTS.find((one) => one === search.get('payment'))
  return {
    view: ORDER_VIEWS.find((view) => view === search.get('view')) ?? 'todo',
    ...(payment && { payment }),
    from: day('from'),
    to: day('to'),
    search: search.get('search')?.trim().slice(0, 200) || undefined,
    cursor: search.get('cursor') ?? undefined,
  }
}

/** What the list shows of an order; `way` names the two towns where full addresses do not fit. */
export const lineOf = (t: Translate, order: AdminOrder): OrderLine => ({
  ...order,
  way: {
    from: `${placeName(t, order.fromPlace)} ${order.fromZip}`,
    to: `${placeName(t, order.toPlace)} ${order.toZip}`,
  },
  boxes:
    order.isBuyBox && order.boxDate ? { count: order.buyBoxNum ?? 0, day: order.boxDate } : null,
})

export type GroupName = 'overdue' | 'today' | 'tomorrow' | 'later' | 'list'

/** The lines grouped by when their work is due; finished orders form one list. */
export function groupsOf(
  lines: OrderLine[],
  view: string,
  today: LondonDay,
): { name: GroupName; lines: OrderLine[] }[] {
  const isWork = ['todo', 'boxes', 'open', 'processing'].includes(view)
  const tomorrow = addDays(today, 1)
  const nameOf = ({ sendDate }: OrderLine): GroupName => {
    if (!isWork) return 'list'
    if (sendDate < today) return 'overdue'
    return sendDate === today ? 'today' : sendDate === tomorrow ? 'tomorrow' : 'later'
  }
  const names: GroupName[] = ['overdue', 'today', 'tomorrow', 'later', 'list']
  return names
    .map((name) => ({ name, lines: lines.filter((line) => nameOf(line) === name) }))
    .filter(({ lines }) => lines.length > 0)
}
