import type { PaymentView } from '#app/http/payment-view.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { BareTrip } from '#app/services/groups/trips.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CancelForm } from '#app/ui/pay/cancel-form.tsx'
import { whyGone } from '#app/ui/pay/gone.ts'
import { HoldClock } from '#app/ui/pay/hold-clock.tsx'
import { PaymentDialog } from '#app/ui/pay/payment-dialog.tsx'
import { CheckingView, FailedView, GoneView } from '#app/ui/pay/views.tsx'
import { DepositLines } from '#app/ui/trip/deposit-lines.tsx'
import { PaidTrip } from '#app/ui/trip/paid-trip.tsx'
import { createPath, joinPath, tabPath } from '#app/ui/trip/query.ts'

type Place = {
  trip: BareTrip
  people: number
  /** Whether this deposit opens the trip. */
  creates: boolean
  holdExpiresAt: number
  /** Why the place is gone; null: it is not. */
  leaving: string | null
  now: number
}
type Open = Extract<PaymentView, { kind: 'open' }>
type PayDialogProps = Place & {
  view: Exclude<PaymentView, { kind: 'paid' }>
}

/** The deposit of the viewer's own place, or why there is nothing to pay. */
export function PayDialog({ view, ...place }: PayDialogProps) {
  const t = useT()
  const format = useFormat()
  const closeTo = tabPath('start')
  const why = whyGone(place.leaving)
  switch (view.kind) {
    case 'open':
      return <PayDeposit {...place} {...view} />
    case 'checking':
      return <CheckingView closeTo={closeTo} text={t('trip:pay.checking')} />
    case 'gone':
      return (
        <GoneView
          closeTo={closeTo}
          title={t(`trip:gone.${why}.title`)}
          text={t(`trip:gone.${why}.text`)}
          back={t('trip:pay.back')}
          again={
            <CancelForm
              label={t('trip:pay.again')}
              variant="primary"
              {...formOf(place, { why: 'expired' })}
            />
          }
        />
      )
    case 'failed': {
      const kept = t('trip:pay.kept', { time: format.time(place.holdExpiresAt) })
      return <FailedView closeTo={closeTo} text={view.text} kept={kept} />
    }
  }
}

/**
 * The form that the place was made with. Cancelling posts to it, since it is what is shown next.
 */
const formOf = ({ trip, creates }: Place, more: Record<string, string> = {}) =>
  creates
    ? { action: createPath(), fields: { tripId: trip.id, ...more } }
    : { action: joinPath(trip.id), fields: more }

/**
 * The deposit: what it is for, what happens to it, the card, and the one button that charges it.
 */
function PayDeposit(props: Place & Open) {
  const { trip, people, creates, now, clientSecret, provider, amount, until } = props
  const t = useT()
  const format = useFormat()
  const money = { amount: format.money(amount) }
  return (
    <PaymentDialog
      title={creates ? t('trip:pay.titleCreate') : t('trip:pay.titleJoin')}
      closeTo={tabPath('start')}
      provider={provider}
      submit={creates ? t('trip:pay.submitCreate', money) : t('trip:pay.submitJoin', money)}
      begin={async () => ({ kind: 'ready', clientSecret })}
      kept={t('pay:kept.trip', { time: format.time(until) })}
      clock={(busy) => <HoldClock until={until} now={now} busy={busy} what="trip" />}
      about={
        <>
          <PaidTrip trip={trip} people={people} />
          <DepositLines balancePrice={trip.balancePrice} people={people} />
        </>
      }
      leave={(busy) => (
        <>
          <CancelForm
            label={t('trip:pay.cancel')}
            busy={busy}
            variant="quiet"
            small
            {...formOf(props)}
          />
          <LinkButton to={tabPath('start')} variant="quiet" small>
            {t('trip:pay.later')}
          </LinkButton>
        </>
      )}
    />
  )
}
