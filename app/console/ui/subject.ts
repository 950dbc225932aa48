import { isOrderKind } from '#app/orders/rules/order.ts'

/** The console page of a payment's subject: a carpool, a trip or an order. */
export function pathOfSubject(subjectId: string): string {
  const [kind = ''] = subjectId.split('_', 1)
  if (isOrderKind(kind)) return `/admin/orders/${kind}/${subjectId}`
  return `/admin/${kind === 'trip' ? 'trips' : 'carpools'}/${subjectId}`
}
