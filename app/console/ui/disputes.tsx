import { useFormat, useT } from '#app/i18n/context.tsx'
import type { DisputeRow } from '#app/reconciliation/service/disputes.server.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import type { Tone } from '#app/web/ui/tone.ts'
import { IdLink } from './kit.tsx'
import { PaymentRef } from './payment-ref.tsx'
import { pathOfSubject } from './subject.ts'

const TONES: Record<DisputeRow['state'], Tone> = { open: 'danger', won: 'ok', lost: 'warn' }

/** Payments that their owner disputes at the bank: their status, and that refunds wait for it. */
export function Disputes({ disputes }: { disputes: DisputeRow[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <ul className="grid items-start gap-3 lg:grid-cols-2">
      {disputes.map((one) => (
        <Card as="li" key={one.id} className="figures flex flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="text-16">
              {t('admin:dispute.of', { amount: format.money(one.amount) })}
            </h3>
            <Badge tone={TONES[one.state]}>{t(`admin:dispute.state.${one.state}`)}</Badge>
          </div>
          <p>{t(`admin:dispute.means.${one.state}`)}</p>
          <Facts
            items={[
              { term: t('admin:dispute.reason'), detail: `${one.reason} · ${one.status}` },
              { term: t('admin:dispute.withdrawn'), detail: format.money(one.withdrawn) },
              { term: t('admin:dispute.opened'), detail: format.dateTime(one.createdAt) },
              {
                term: t('admin:dispute.dueBy'),
                detail:
                  one.state === 'open' &&
                  one.evidenceDueBy !== null &&
                  format.dateTime(one.evidenceDueBy),
              },
              {
                term: t('admin:dispute.about'),
                detail: <IdLink to={pathOfSubject(one.subjectId)}>{one.subjectId}</IdLink>,
              },
              { term: t('admin:dispute.payment'), detail: <PaymentRef id={one.intentId} /> },
            ]}
          />
        </Card>
      ))}
    </ul>
  )
}
