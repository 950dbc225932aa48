import * as z from 'zod'
import {
  type AdminOrder,
  type AdminOrderFilter,
  ORDER_VIEWS,
} from '#app/console/service/orders.server.ts'
import type { OrderLine } from '#app/console/ui/order-lines.tsx'
import type { Translate } from '#app/i18n/keys.ts'
import { addDays, type LondonDay } from '#app/kernel/time.ts'
import { isOrderKind, type OrderKind } from '#app/orders/rules/order.ts'
import { placeName } from '#app/orders/service/places.server.ts'
import { dayFilter } from '#app/schemas/common.server.ts'
import { readFilters } from '#app/web/http/filters.server.ts'

/** The kind in a console address; 404 for any other. */
export function kindOf(text: string | undefined): OrderKind {
  if (text !== undefined && isOrderKind(text)) return text
  throw new Response(null, { status: 404 })
}

const SEARCH_MAX = 200
const filters = z.object({
  view: z.enum(ORDER_VIEWS).default('todo'),
  from: dayFilter,
  to: dayFilter,
  search: z
    .string()
    .transform((text) => text.trim().slice(0, SEARCH_MAX))
    .optional(),
  cursor: z.string().optional(),
})

/** The filter in the address. */
export const readFilter = (request: Request): Omit<AdminOrderFilter, 'limit'> =>
  readFilters(filters, new URL(request.url), {})

/** An order's line in the list; `way` names the two towns where full addresses do not fit. */
export const lineOf = (t: Translate, order: AdminOrder): OrderLine => ({
  ...order,
  way: {
    from: `${placeName(t, order.fromZip, null)} ${order.fromZip}`,
    to: `${placeName(t, order.toZip, order.shipCompany)} ${order.toZip}`,
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
  const isWork = !['done', 'failed', 'all'].includes(view)
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
