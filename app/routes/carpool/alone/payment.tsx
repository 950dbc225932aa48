import { useHref } from '@remix-run/react'
import type { AloneMark } from '#app/domain/group/alone-state.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { alonePath } from '#app/routes/carpool/alone-path.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { PaidRide } from '#app/ui/carpool/paid-ride.tsx'
import { recordPath } from '#app/ui/carpool/paths.ts'
import { MoneyLines } from '#app/ui/money-lines.tsx'
import { CancelForm } from '#app/ui/pay/cancel-form.tsx'
import { PaymentDialog, type Provider } from '#app/ui/pay/payment-dialog.tsx'
import { askToBegin } from '#app/ui/pay/use-payment.ts'

type AlonePaymentProps = { record: CarpoolRecord; alone: AloneMark; provider: Provider }

/** The difference by card, after its passenger has agreed to it. */
export function AlonePayment({ record, alone, provider }: AlonePaymentProps) {
  const t = useT()
  const format = useFormat()
  const path = alonePath(record.participantId)
  const begin = useHref(`${path}/begin`)
  const amount = format.money(alone.amount)
  const { people } = record.party
  const seats = { currentPassengers: people, maxPassengers: people }
  const prices = {
    price: format.money(alone.price),
    paid: format.money(alone.price - alone.amount),
  }
  return (
    <PaymentDialog
      title={t('account:alone.pay.title')}
      closeTo={recordPath(record.participantId)}
      provider={provider}
      submit={t('pay:balance.submit', { amount })}
      begin={() => askToBegin(begin, { amount: String(alone.amount) })}
      kept={t('account:alone.pay.kept')}
      about={
        <>
          <PaidRide record={{ ...record, ...seats, private: true, carpoolAt: alone.carpoolAt }} />
          <MoneyLines
            title={t('pay:money.title')}
            today={t('pay:money.today', { amount })}
            note={t('account:alone.pay.note', prices)}
            amount={amount}
            rows={[
              {
                kind: 'next',
                term: t('account:alone.pay.nextTerm'),
                text: t('account:alone.pay.next'),
              },
              {
                kind: 'back',
                term: t('account:alone.pay.backTerm'),
                text: t('account:alone.pay.back'),
              },
              {
                kind: 'final',
                term: t('account:alone.pay.finalTerm'),
                text: t('account:alone.pay.final'),
              },
            ]}
          />
        </>
      }
      leave={(busy) => (
        <CancelForm label={t('account:alone.keep')} busy={busy} variant="quiet" small />
      )}
    />
  )
}
