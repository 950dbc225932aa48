import { Link } from '@remix-run/react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/carpools.server.ts'
import { DepositLines } from '#app/ui/carpool/deposit-lines.tsx'
import { CancelForm } from '#app/ui/pay/cancel-form.tsx'
import { KeepCard } from '#app/ui/pay/consent.tsx'
import { HoldClock } from '#app/ui/pay/hold-clock.tsx'
import { PaymentDialog, type Provider } from '#app/ui/pay/payment-dialog.tsx'
import { PaidRide } from '#app/ui/pay/ride.tsx'

type PayDialogProps = {
  record: CarpoolRecord
  create: boolean
  now: number
  clientSecret: string
  provider: Provider
  amount: number
  holdExpiresAt: number
  askToKeep: boolean
}

/** The deposit: what it is for, what happens to it, the card, and the one button that holds it. */
export function PayDialog(props: PayDialogProps) {
  const { record, create, now, clientSecret, provider, amount, holdExpiresAt, askToKeep } = props
  const t = useT()
  const format = useFormat()
  const money = { amount: format.money(amount) }
  return (
    <PaymentDialog
      title={create ? t('pay:titleCreate') : t('pay:titleJoin')}
      closeTo="/carpool"
      provider={provider}
      submit={create ? t('pay:card.submitCreate', money) : t('pay:card.submitJoin', money)}
      begin={async () => ({ kind: 'ready', clientSecret })}
      kept={t('pay:kept.seat', { time: format.time(holdExpiresAt) })}
      confirmWith={{ what: create ? 'create' : 'join' }}
      about={(busy) => (
        <>
          <PaidRide record={record} />
          <HoldClock until={holdExpiresAt} now={now} busy={busy} />
          <DepositLines prices={record.prices} maxPassengers={record.maxPassengers} people={record.people} />
        </>
      )}
      consent={askToKeep && <KeepCard departure={record.carpoolAt} />}
      later={
        <p>
          <Link to="/carpool" className="inline-flex min-h-11 items-center text-brand">
            {t('pay:card.later')}
          </Link>
        </p>
      }
      cancel={(busy) => <CancelForm label={t('pay:card.cancel')} busy={busy} />}
    />
  )
}
