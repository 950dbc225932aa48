import { useActionData } from '@remix-run/react'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { recordPath } from '#app/carpool/ui/paths.ts'
import { PaidPlace } from '#app/group/ui/paid-place.tsx'
import { useT } from '#app/i18n/context.tsx'
import { CancelForm } from '#app/payments/ui/cancel-form.tsx'
import { Leave } from '#app/payments/ui/payment-dialog.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { buttonClass } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Sum } from './balance-sum.tsx'
import type { BalanceSum } from './carpool-balance.server.ts'

type PointsDialogProps = BalanceSum & { record: CarpoolRecord }

/** Points cover the whole balance: no card, one button, and it works without scripts. */
export function PointsDialog({ record, ...sum }: PointsDialogProps) {
  const t = useT()
  const answer = useActionData<{ text: string } | undefined>()
  const { amount, points } = sum.quote
  const shown = { intent: 'begin', amount, pointsDeducted: points }
  return (
    <DialogRoute
      title={record.private ? t('pay:balance.titlePrivate') : t('pay:balance.title')}
      closeTo={recordPath(record.participantId)}
      closable={false}
      below
      footer={
        <>
          <Leave>
            <CancelForm label={t('pay:balance.cancel')} variant="quiet" small />
          </Leave>
          <Form method="post" className="contents">
            {Object.entries(shown).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" className={buttonClass({}, 'min-h-12')}>
              {t('pay:balance.submitPoints', { count: points })}
            </button>
          </Form>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {answer && (
          <Banner tone="danger" role="alert" title={t('pay:error.title')}>
            {answer.text}
          </Banner>
        )}
        <PaidPlace place={record} />
        <Sum record={record} sum={sum} />
      </div>
    </DialogRoute>
  )
}
