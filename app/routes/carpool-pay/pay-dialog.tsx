import { Form, Link } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/carpools.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { DepositLines } from '#app/ui/carpool/deposit-lines.tsx'
import { RideLine } from '#app/ui/carpool/ride-line.tsx'
import { DialogRoute } from '#app/ui/dialog.tsx'
import { usePageContext } from '#app/ui/page-context.tsx'
import { CardField } from './card-field.tsx'
import { HoldClock } from './hold-clock.tsx'
import { useCard } from './use-card.ts'
import { usePayment } from './use-payment.ts'

type PayDialogProps = {
  record: CarpoolRecord
  create: boolean
  now: number
  clientSecret: string
  publishableKey: string
  jsUrl: string
  amount: number
  holdExpiresAt: number
}

/** The deposit: what it is for, what happens to it, the card, and the one button that holds it. */
export function PayDialog(props: PayDialogProps) {
  const { record, create, now, clientSecret, publishableKey, jsUrl, amount, holdExpiresAt } = props
  const t = useT()
  const format = useFormat()
  const { nonce } = usePageContext()
  const card = useCard({ publishableKey, locale: useLanguage() })
  const payment = usePayment(card, clientSecret)
  const trouble = useRef<HTMLDivElement>(null)
  const troubled = payment.unconfirmed || payment.error !== null
  useEffect(() => {
    // The buttons stand below; what went wrong must not happen out of sight above them.
    if (troubled) trouble.current?.scrollIntoView({ block: 'nearest' })
  }, [troubled])
  const time = format.time(holdExpiresAt)
  const money = { amount: format.money(amount) }
  return (
    <DialogRoute
      title={create ? t('pay:titleCreate') : t('pay:titleJoin')}
      closeTo="/carpool"
      closable={false}
      below
      footer={
        <>
          <Form method="post" reloadDocument className="contents">
            <button
              type="submit"
              name="intent"
              value="cancel"
              disabled={payment.busy}
              className={buttonClass({ variant: 'secondary' })}
            >
              {t('pay:card.cancel')}
            </button>
          </Form>
          <Button
            disabled={!card.complete || payment.unconfirmed}
            busy={payment.busy && !payment.unconfirmed}
            busyLabel={payment.confirming ? t('pay:card.confirming') : t('pay:card.processing')}
            onClick={payment.pay}
          >
            {create ? t('pay:card.submitCreate', money) : t('pay:card.submitJoin', money)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <payment.Form method="post" ref={payment.form} hidden data-discover="true">
          <input name="intent" value="confirm" readOnly />
          <input name="what" value={create ? 'create' : 'join'} readOnly />
        </payment.Form>
        <Ride record={record} />
        <HoldClock until={holdExpiresAt} now={now} busy={payment.busy} />
        <DepositLines prices={record.prices} maxPassengers={record.maxPassengers} people={record.people} />
        <noscript>
          <Banner tone="warn" title={t('pay:noScript.title')}>
            <p>{t('pay:noScript.text', { time })}</p>
            <p>{t('pay:noScript.other')}</p>
          </Banner>
        </noscript>
        <div ref={trouble} className="empty:hidden">
          {payment.unconfirmed ? (
            <Unconfirmed onCheck={payment.checkAgain} />
          ) : (
            payment.error && (
              <Banner
                tone="danger"
                role="alert"
                title={t('pay:error.title')}
                action={
                  <Button
                    small
                    variant="secondary"
                    onClick={() => {
                      payment.dismiss()
                      card.again()
                    }}
                  >
                    {t('pay:card.retry')}
                  </Button>
                }
              >
                {t(payment.error, { time })}
              </Banner>
            )
          )}
        </div>
        <CardField card={card} busy={payment.busy} keptUntil={time} />
        <p>
          <Link to="/carpool" className="inline-flex min-h-11 items-center text-brand">
            {t('pay:card.later')}
          </Link>
        </p>
        {/* Loaded with the document, beside the page's own scripts; they wait for it. */}
        <script async src={jsUrl} nonce={nonce} suppressHydrationWarning />
      </div>
    </DialogRoute>
  )
}

function Ride({ record }: { record: CarpoolRecord }) {
  const t = useT()
  return (
    <p className="figures">
      {t('pay:what')} <RideLine carpool={record} /> ·{' '}
      {t('carpool:form.peopleOption', { count: record.people })}
    </p>
  )
}

function Unconfirmed({ onCheck }: { onCheck: () => void }) {
  const t = useT()
  return (
    <Banner
      tone="info"
      role="alert"
      title={t('pay:unconfirmed.title')}
      action={
        <Button small onClick={onCheck}>
          {t('pay:unconfirmed.check')}
        </Button>
      }
    >
      {t('pay:unconfirmed.text')}
    </Banner>
  )
}
