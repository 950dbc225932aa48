import { DepositLines, depositAct } from '#app/carpool/ui/deposit-lines.tsx'
import { InFullLines, inFullPrice } from '#app/carpool/ui/in-full-lines.tsx'
import { PaidPlace } from '#app/group/ui/paid-place.tsx'
import { restOf } from '#app/group/ui/step-words.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { CancelForm } from '#app/payments/ui/cancel-form.tsx'
import { AutoPay, KeepCard } from '#app/payments/ui/consent.tsx'
import { HoldClock } from '#app/payments/ui/hold-clock.tsx'
import { PaymentDialog, type Provider } from '#app/payments/ui/payment-dialog.tsx'
import { CheckingView } from '#app/payments/ui/views.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import type { carpoolDeposit } from './carpool-deposit.server.ts'
import { LostSeat } from './lost-seat.tsx'

type SeatView = Extract<Awaited<ReturnType<typeof carpoolDeposit.read>>, { about: 'seat' }>
type SeatSheetProps = SeatView & { now: number; provider: Provider }

/** The deposit of a held seat, or why there is nothing to pay. */
export function SeatSheet(props: SeatSheetProps) {
  const t = useT()
  switch (props.state.kind) {
    case 'open':
      return <PaySeat {...props} until={props.state.until} />
    case 'checking':
      return <CheckingView closeTo="/carpool" text={t('pay:checking.text')} />
    case 'gone':
      return (
        <LostSeat
          kind="carpool"
          leaving={props.record.leaving}
          formTo={props.formTo}
          again={props.create ? t('pay:expired.createAgain') : t('pay:expired.joinAgain')}
        />
      )
  }
}

/**
 * The deposit: its purpose and conditions, the card, and the one button that holds or charges it.
 */
function PaySeat(props: SeatSheetProps & { until: number }) {
  const { record, create, now, provider, until, askToKeep, isMember } = props
  const t = useT()
  const format = useFormat()
  const { prices, maxPassengers, party } = record
  const { people } = party
  const filling = record.filling ?? 'open'
  const { inFull } = record
  const { act, amount, charged } =
    inFull === null
      ? depositAct({ prices, maxPassengers, people }, filling, create)
      : ({ act: 'inFull', amount: inFull, charged: true } as const)
  return (
    <PaymentDialog
      title={t(`pay:deposit.title.${act}`)}
      closeTo="/carpool"
      provider={provider}
      amount={inFull ?? DEPOSIT_PENCE}
      begun={record.begun.deposit}
      submit={t(`pay:deposit.submit.${act}`, { amount: format.money(amount) })}
      shown={{ filling }}
      kept={t('pay:kept.seat', { time: format.time(until) })}
      clock={(busy) => <HoldClock until={until} now={now} busy={busy} />}
      about={
        <>
          <PaidPlace place={record} />
          {inFull === null ? (
            <DepositLines
              prices={prices}
              maxPassengers={maxPassengers}
              people={people}
              filling={filling}
              cutoffAt={record.cutoffAt}
              fewer={record.fewer?.most}
            />
          ) : (
            <InFullLines {...inFullPrice(record.basePrice, people)} />
          )}
        </>
      }
      consent={
        <div className="-my-2">
          {askToKeep && !charged && <KeepCard departure={record.carpoolAt} />}
          {inFull === null && restOf(record) > 0 && <AutoPay points={isMember} renews={!charged} />}
        </div>
      }
      leave={(busy) => (
        <>
          <CancelForm label={t('pay:card.cancel')} busy={busy} variant="quiet" small />
          <LinkButton to="/carpool" variant="quiet" small>
            {t('pay:card.later')}
          </LinkButton>
        </>
      )}
    />
  )
}
