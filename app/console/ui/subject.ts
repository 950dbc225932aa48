import { isOrderKind } from '#app/orders/rules/order.ts'

/** The console page of a payment's subject: a carpool, a trip, an order or a request. */
export function pathOfSubject(subjectId: string): string {
  const [kind = ''] = subjectId.split('_', 1)
  if (isOrderKind(kind)) return `/admin/orders/${kind}/${subjectId}`
  if (kind === 'req') return `/admin/requests/${subjectId}`
  return `/admin/${kind === 'trip' ? 'trips' : 'carpools'}/${subjectId}`
}
