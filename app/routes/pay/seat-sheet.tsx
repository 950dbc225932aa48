import { useHref } from '@remix-run/react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { DepositLines, depositAct } from '#app/ui/carpool/deposit-lines.tsx'
import { InFullLines, inFullPrice } from '#app/ui/carpool/in-full-lines.tsx'
import { PaidRide } from '#app/ui/carpool/paid-ride.tsx'
import { CancelForm } from '#app/ui/pay/cancel-form.tsx'
import { KeepCard } from '#app/ui/pay/consent.tsx'
import { HoldClock } from '#app/ui/pay/hold-clock.tsx'
import { PaymentDialog, type Provider } from '#app/ui/pay/payment-dialog.tsx'
import { askToBegin } from '#app/ui/pay/use-payment.ts'

type PayDialogProps = {
  record: CarpoolRecord
  create: boolean
  now: number
  provider: Provider
  until: number
  askToKeep: boolean
}

/**
 * The deposit: what it is for, what happens to it, the card, and the one button that holds or
 * charges it.
 */
export function PayDialog(props: PayDialogProps) {
  const { record, create, now, provider, until, askToKeep } = props
  const t = useT()
  const format = useFormat()
  const begin = useHref(`/carpool/pay/${record.participantId}/begin`)
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
      submit={t(`pay:deposit.submit.${act}`, { amount: format.money(amount) })}
      begin={() => askToBegin(begin, { filling })}
      kept={t('pay:kept.seat', { time: format.time(until) })}
      confirmWith={{ what: create ? 'create' : 'join' }}
      clock={(busy) => <HoldClock until={until} now={now} busy={busy} />}
      about={
        <>
          <PaidRide record={record} />
          {inFull === null ? (
            <DepositLines
              prices={prices}
              maxPassengers={maxPassengers}
              people={people}
              filling={filling}
              cutoffAt={record.cutoffAt}
            />
          ) : (
            <InFullLines {...inFullPrice(record.basePrice, people)} />
          )}
        </>
      }
      consent={askToKeep && !charged && <KeepCard departure={record.carpoolAt} />}
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
