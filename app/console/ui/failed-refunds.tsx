import { useFormat, useT } from '#app/i18n/context.tsx'
import type { FailedRefund } from '#app/reconciliation/service/failed-refunds.server.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { Link } from '#app/web/ui/link.tsx'
import type { Tone } from '#app/web/ui/tone.ts'
import { IdLink } from './kit.tsx'
import { Tel } from './order-lines.tsx'
import { PaymentRef } from './payment-ref.tsx'
import { pathOfSubject } from './subject.ts'

/** owed: to be returned to its owner. made: refunded again. settled: returned another way. */
type State = 'owed' | 'made' | 'settled'
const TONES: Record<State, Tone> = { owed: 'danger', made: 'ok', settled: 'ok' }

const stateOf = ({ missing, settledAt }: FailedRefund): State =>
  settledAt !== null ? 'settled' : missing > 0 ? 'owed' : 'made'

/** Failed refunds: whose money it is, what is left to do, and where. */
export function FailedRefunds({ refunds }: { refunds: FailedRefund[] }) {
  return (
    <ul className="grid items-start gap-3 lg:grid-cols-2">
      {refunds.map((one) => (
        <Card as="li" key={one.id} className="figures flex flex-col gap-2">
          <FailedRefundFacts refund={one} />
        </Card>
      ))}
    </ul>
  )
}

/** `decided`: on the page that settles it, so without the button for that. */
export function FailedRefundFacts({ refund, decided }: { refund: FailedRefund; decided?: true }) {
  const t = useT()
  const format = useFormat()
  const state = stateOf(refund)
  const { id, intentId, subjectId, userId, name, phone, missing } = refund
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-16">
          {t('admin:failedRefund.of', { amount: format.money(refund.amount) })}
        </h3>
        <Badge tone={TONES[state]}>{t(`admin:failedRefund.state.${state}`)}</Badge>
      </div>
      <p>{t(`admin:failedRefund.means.${state}`, { amount: format.money(missing) })}</p>
      <Facts
        items={[
          {
            term: t('admin:failedRefund.who'),
            detail: (
              <>
                <Link to={`/admin/users/${userId}`} className="text-brand underline">
                  {name ?? t('admin:group.nobody')}
                </Link>
                {phone && (
                  <span className="block">
                    <Tel inFacts tel={phone} />
                  </span>
                )}
              </>
            ),
          },
          { term: t('admin:failedRefund.reason'), detail: refund.reason },
          { term: t('admin:failedRefund.failed'), detail: format.dateTime(refund.failedAt) },
          {
            term: t('admin:dispute.about'),
            detail: <IdLink to={pathOfSubject(subjectId)}>{subjectId}</IdLink>,
          },
          {
            term: t('admin:dispute.payment'),
            detail: <PaymentRef id={intentId} />,
          },
        ]}
      />
      {state === 'owed' && !decided && (
        <LinkButton to={`/admin/refunds/${id}`} variant="secondary" className="self-start">
          {t('admin:failedRefund.open')}
        </LinkButton>
      )}
    </>
  )
}
