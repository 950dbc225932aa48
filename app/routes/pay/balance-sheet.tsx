import { useHref } from '@remix-run/react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { PaidRide } from '#app/ui/carpool/paid-ride.tsx'
import { balancePath, recordPath } from '#app/ui/carpool/paths.ts'
import { CancelForm } from '#app/ui/pay/cancel-form.tsx'
import { PaymentDialog, type Provider } from '#app/ui/pay/payment-dialog.tsx'
import { askToBegin } from '#app/ui/pay/use-payment.ts'
import { Sum } from './sum.tsx'
import type { BalanceSum } from './view.server.ts'

type BalanceDialogProps = { record: CarpoolRecord; sum: BalanceSum; provider: Provider }

/**
 * The balance by card. The payment begins only when the button is pressed, with the amount shown at
 * that moment.
 */
export function BalanceDialog({ record, sum, provider }: BalanceDialogProps) {
  const t = useT()
  const format = useFormat()
  const begin = useHref(`${balancePath(record.participantId)}/begin`)
  const { amount, points } = sum.quote
  const shown = { amount: String(amount), pointsDeducted: String(points) }
  return (
    <PaymentDialog
      title={record.private ? t('pay:balance.titlePrivate') : t('pay:balance.title')}
      closeTo={recordPath(record.participantId)}
      provider={provider}
      submit={t('pay:balance.submit', { amount: format.money(amount) })}
      begin={() => askToBegin(begin, shown)}
      kept={t('pay:kept.balance', { time: format.dateTime(record.balanceDueAt) })}
      about={
        <>
          <PaidRide record={record} />
          <Sum record={record} sum={sum} />
        </>
      }
      leave={(busy) => (
        <CancelForm label={t('pay:balance.cancel')} busy={busy} variant="quiet" small />
      )}
    />
  )
}
