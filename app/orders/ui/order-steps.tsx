import { useFormat, useT } from '#app/i18n/context.tsx'
import type { OrderView, OwnOrder } from '#app/orders/service/orders.server.ts'
import { StepDots } from '#app/web/ui/step-dots.tsx'
import { type OrderStepName, orderSteps } from './steps.ts'

/** The order's steps: done, current and next. */
export function OrderSteps({ order, own }: { order: OrderView; own: OwnOrder }) {
  const t = useT()
  const format = useFormat()
  const { kind, sendDate } = order
  const amount = format.money(own.baseAmount)
  const details: Partial<Record<OrderStepName, string>> = {
    placed: own.payment === 'free' ? undefined : amount,
    collected: format.day(sendDate),
    refund: amount,
  }
  const steps = orderSteps(order).map(({ name, state }) => ({
    name,
    state,
    label: t(name === 'collected' ? `order:steps.collected.${kind}` : `order:steps.${name}`),
    detail: details[name] ?? '',
  }))
  return steps.length > 0 && <StepDots label={t('order:steps.label')} steps={steps} />
}
