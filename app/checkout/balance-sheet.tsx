import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { recordPath } from '#app/carpool/ui/paths.ts'
import { PaidPlace } from '#app/group/ui/paid-place.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { CancelForm } from '#app/payments/ui/cancel-form.tsx'
import { PaymentDialog, type Provider } from '#app/payments/ui/payment-dialog.tsx'
import { Sum } from './balance-sum.tsx'
import type { BalanceSum } from './carpool-balance.server.ts'

type BalanceSheetProps = BalanceSum & { record: CarpoolRecord; provider: Provider }

/**
 * The balance by card. The payment begins only when the button is pressed, with the amount shown at
 * that moment.
 */
export function BalanceSheet({ record, provider, ...sum }: BalanceSheetProps) {
  const t = useT()
  const format = useFormat()
  const { amount, points } = sum.quote
  const shown = { amount: String(amount), pointsDeducted: String(points) }
  return (
    <PaymentDialog
      title={record.private ? t('pay:balance.titlePrivate') : t('pay:balance.title')}
      closeTo={recordPath(record.participantId)}
      provider={provider}
      amount={amount}
      begun={record.begun.balance}
      submit={t('pay:balance.submit', { amount: format.money(amount) })}
      shown={shown}
      kept={t('pay:kept.balance', { time: format.dateTime(record.balanceDueAt) })}
      about={
        <>
          <PaidPlace place={record} />
          <Sum record={record} sum={sum} />
        </>
      }
      leave={(busy) => (
        <CancelForm label={t('pay:balance.cancel')} busy={busy} variant="quiet" small />
      )}
    />
  )
}
