import { PaidPlace } from '#app/group/ui/paid-place.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { CancelForm } from '#app/payments/ui/cancel-form.tsx'
import { AutoPay } from '#app/payments/ui/consent.tsx'
import { HoldClock } from '#app/payments/ui/hold-clock.tsx'
import { PaymentDialog, type Provider } from '#app/payments/ui/payment-dialog.tsx'
import { CheckingView } from '#app/payments/ui/views.tsx'
import type { BareTripRecord } from '#app/trip/service/trips.server.ts'
import { DepositLines } from '#app/trip/ui/deposit-lines.tsx'
import { tabPath } from '#app/trip/ui/query.ts'
import { LinkButton } from '#app/web/ui/button.tsx'
import { LostSeat } from './lost-seat.tsx'

type TripPlace = {
  state: { kind: 'open' | 'checking' | 'gone'; until: number }
  trip: BareTripRecord
  formTo: string
}
type TripSheetProps = TripPlace & { now: number; provider: Provider }

/** The deposit of the viewer's own place, or why there is nothing to pay. */
export function TripSheet(place: TripSheetProps) {
  const t = useT()
  const closeTo = tabPath('start')
  switch (place.state.kind) {
    case 'open':
      return <PayDeposit {...place} />
    case 'checking':
      return <CheckingView closeTo={closeTo} text={t('trip:pay.checking')} />
    case 'gone':
      return (
        <LostSeat
          kind="trip"
          leaving={place.trip.leaving}
          formTo={place.formTo}
          again={t('trip:pay.again')}
        />
      )
  }
}

/** The deposit: its purpose and conditions, the card, and the one button that charges it. */
function PayDeposit(props: TripSheetProps) {
  const { trip, now, provider } = props
  const { creates } = trip
  const { until } = props.state
  const t = useT()
  const format = useFormat()
  const money = { amount: format.money(trip.basePrice) }
  return (
    <PaymentDialog
      title={creates ? t('trip:pay.titleCreate') : t('trip:pay.titleJoin')}
      closeTo={tabPath('start')}
      provider={provider}
      amount={DEPOSIT_PENCE}
      begun={trip.begun.deposit}
      submit={creates ? t('trip:pay.submitCreate', money) : t('trip:pay.submitJoin', money)}
      kept={t('pay:kept.trip', { time: format.time(until) })}
      clock={(busy) => <HoldClock until={until} now={now} busy={busy} what="trip" />}
      about={
        <>
          <PaidPlace place={trip} />
          <DepositLines balancePrice={trip.balancePrice} people={trip.party.people} />
        </>
      }
      consent={trip.balancePrice > 0 && <AutoPay points={false} renews={false} />}
      leave={(busy) => (
        <>
          <CancelForm label={t('trip:pay.cancel')} busy={busy} variant="quiet" small />
          <LinkButton to={tabPath('start')} variant="quiet" small>
            {t('trip:pay.later')}
          </LinkButton>
        </>
      )}
    />
  )
}
