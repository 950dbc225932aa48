import type { StripeAnswer } from '#app/console/service/stuck.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { REFUND_REASONS } from '#app/payments/rules/refund-part.ts'
import type { RefundByHand } from '#app/payments/service/refunds-read.server.ts'

const KNOWN = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
] as const

/** The refunds of a payment that administrators made here, and why. */
export function RefundsByHand({ refunds }: { refunds: RefundByHand[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <ul className="figures">
      {refunds.map(({ id, amount, reason, createdAt, isFailed }) => {
        const why = REFUND_REASONS.find((one) => one === reason) ?? 'other'
        return (
          <li key={id}>
            {format.money(amount)} · {t(`admin:refundPart.reason.${why}`)} ·{' '}
            {format.dateTime(createdAt)}
            {isFailed && ` · ${t('admin:refundPart.failed')}`}
          </li>
        )
      })}
    </ul>
  )
}

/**
 * The payment provider's current report of a payment, in words and figures; or why there is none.
 */
export function StripeFigures({ stripe }: { stripe: StripeAnswer }) {
  const t = useT()
  const format = useFormat()
  if (stripe.answer !== 'read') return <span>{t(`admin:payment.stripe.${stripe.answer}`)}</span>
  const { status, ...amounts } = stripe.figures
  const known = KNOWN.find((one) => one === status)
  return (
    <span className="flex flex-col">
      <span className="font-medium">{known ? t(`admin:payment.status.${known}`) : status}</span>
      <span className="figures flex flex-wrap justify-end gap-x-3 text-14">
        {(['amount', 'held', 'captured', 'refunded'] as const).map((name) => (
          <span key={name} className="whitespace-nowrap">
            {t(`admin:payment.fact.${name}`)} {format.money(amounts[name])}
          </span>
        ))}
      </span>
    </span>
  )
}
