import { PaidPlace } from '#app/group/ui/paid-place.tsx'
import { recordPathOf } from '#app/group/ui/place.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { CancelForm } from '#app/payments/ui/cancel-form.tsx'
import { PaymentDialog, type Provider } from '#app/payments/ui/payment-dialog.tsx'
import type { BareTripRecord } from '#app/trip/service/trips.server.ts'
import { MoneyLines } from '#app/web/ui/money-lines.tsx'

type TripBalanceSheetProps = {
  trip: BareTripRecord
  amount: number
  provider: Provider
}

/**
 * The balance by card. The payment begins only when the button is pressed, with the amount shown at
 * that moment.
 */
export function TripBalanceSheet({ trip, amount, provider }: TripBalanceSheetProps) {
  const t = useT()
  const format = useFormat()
  const due = { time: format.dateTime(trip.balanceDueAt) }
  const money = { amount: format.money(amount) }
  return (
    <PaymentDialog
      title={t('trip:balance.title')}
      closeTo={recordPathOf(trip)}
      provider={provider}
      amount={amount}
      begun={trip.begun.balance}
      submit={t('trip:balance.submit', money)}
      shown={{ amount: String(amount) }}
      kept={t('pay:kept.balance', due)}
      about={
        <>
          <PaidPlace place={trip} />
          <MoneyLines
            title={t('trip:money.title')}
            today={t('pay:money.today', money)}
            note={t('trip:balance.price', {
              each: format.money(trip.balancePrice),
              count: trip.party.people,
            })}
            amount={money.amount}
            rows={[
              {
                kind: 'next',
                term: t('trip:balance.becomesTerm'),
                text: t('trip:balance.becomes', { deposit: format.money(trip.basePrice) }),
              },
              { kind: 'due', term: t('trip:balance.restTerm', due), text: t('trip:balance.rest') },
              {
                kind: 'final',
                term: t('pay:balance.finalTerm'),
                text: t('trip:balance.returns'),
              },
            ]}
          />
        </>
      }
      leave={(busy) => (
        <CancelForm label={t('trip:balance.cancel')} busy={busy} variant="quiet" small />
      )}
    />
  )
}
