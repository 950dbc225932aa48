import { useFormat, useT } from '#app/i18n/context.tsx'
import type { readLostPayments } from '#app/reconciliation/service/recovery.server.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { IdLink } from './kit.tsx'
import { PaymentRef } from './payment-ref.tsx'
import { pathOfSubject } from './subject.ts'

type Lost = Awaited<ReturnType<typeof readLostPayments>>[number]

/** Payments whose subject was lost in a restore, with links to handle each. */
export function LostPayments({ payments }: { payments: Lost[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <ul className="grid items-start gap-3 lg:grid-cols-2">
      {payments.map(({ intentId, subjectId, userId, name, amount, missing }) => (
        <Card as="li" key={intentId} className="figures flex flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="text-16">
              {amount === null ? t('admin:payment.one') : format.money(amount)}
            </h3>
            <Badge tone="danger">{t(`admin:lostPayment.missing.${missing}`)}</Badge>
          </div>
          <p>{t(`admin:lostPayment.means.${missing}`)}</p>
          <Facts
            items={[
              userId !== null && {
                term: t('admin:payment.fact.user'),
                detail: <IdLink to={`/admin/users/${userId}`}>{name ?? userId}</IdLink>,
              },
              subjectId !== null && {
                term: t('admin:payment.fact.what'),
                detail: <IdLink to={pathOfSubject(subjectId)}>{subjectId}</IdLink>,
              },
              { term: t('admin:payment.fact.intent'), detail: <PaymentRef id={intentId} /> },
            ].filter((one) => one !== false)}
          />
        </Card>
      ))}
    </ul>
  )
}
