import { useFormat, useT } from '#app/i18n/context.tsx'
import type { OwnTripPlace, TripView } from '#app/services/groups/trip-views.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { DialogRoute } from '#app/ui/dialog.tsx'
import { MoneyLines } from '#app/ui/money-lines.tsx'
import { CancelForm } from '#app/ui/pay/cancel-form.tsx'
import { PaymentDialog, type Provider } from '#app/ui/pay/payment-dialog.tsx'
import { PaidTrip } from '#app/ui/trip/paid-trip.tsx'
import { tabPath } from '#app/ui/trip/query.ts'
import { TripLine } from '#app/ui/trip/trip-line.tsx'

type TripBalanceSheetProps = {
  trip: TripView & { own: OwnTripPlace }
  amount: number
  begun: boolean
  provider: Provider
}

/**
 * The balance by card. The payment begins only when the button is pressed, with the amount shown at
 * that moment.
 */
export function TripBalanceSheet({ trip, amount, begun, provider }: TripBalanceSheetProps) {
  const t = useT()
  const format = useFormat()
  const due = { time: format.dateTime(trip.balanceDueAt) }
  const money = { amount: format.money(amount) }
  return (
    <PaymentDialog
      title={t('trip:balance.title')}
      closeTo={tabPath('end')}
      provider={provider}
      begun={begun}
      submit={t('trip:balance.submit', money)}
      shown={{ amount: String(amount) }}
      kept={t('pay:kept.balance', due)}
      about={
        <>
          <PaidTrip trip={trip} people={trip.own.party.people} />
          <MoneyLines
            title={t('trip:money.title')}
            today={t('pay:money.today', money)}
            note={t('trip:balance.price', {
              each: format.money(trip.balancePrice),
              count: trip.own.party.people,
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

/** Nothing can be paid here, or no longer: why, and where to go next. */
export function TripRefused({ trip, text }: { trip: TripView; text: string }) {
  const t = useT()
  return (
    <DialogRoute
      title={t('trip:balance.refusedTitle')}
      closeTo={tabPath('end')}
      footer={
        <LinkButton wide to={tabPath('end')}>
          {t('trip:balance.back')}
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          <TripLine trip={trip} />
        </p>
        <Banner tone="warn" role="alert">
          {text}
        </Banner>
      </div>
    </DialogRoute>
  )
}
