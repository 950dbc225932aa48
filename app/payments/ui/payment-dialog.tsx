import { useActionData, useLocation } from '@remix-run/react'
import { type ReactNode, useRef, useState } from 'react'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import type { Method } from '#app/payments/rules/payment.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { usePageContext } from '#app/web/ui/page-context.tsx'
import { CardField } from './card-field.tsx'
import { Methods } from './methods.tsx'
import { returnPath } from './paths.ts'
import type { Provider } from './provider.ts'
import { useCard } from './use-card.ts'
import { type Payment, usePayment } from './use-payment.ts'
import { useStripe } from './use-stripe.ts'
import { useWallets } from './use-wallets.ts'

export type { Provider }

export type PaymentDialogProps = {
  title: string
  closeTo: string
  provider: Provider
  /** The label of the button that pays. */
  submit: string
  /** The pence that the payment is made for, held or charged. */
  amount: number
  /** Whether an earlier payment was begun and its result is unknown. */
  begun: boolean
  /** The values on the page that must still be true when the payment begins; posted then. */
  shown?: Record<string, string>
  /** What is not lost during an error, as part of a sentence; shown with every error. */
  kept: string
  /** The clock of the hold, for the head of the dialog. */
  clock?(busy: boolean): ReactNode
  /** The subject and its price, shown above the card. */
  about: ReactNode
  /** Asks whether the card may be stored, and what for: checkboxes whose names are posted. */
  consent?: ReactNode
  /** The links and buttons to leave, below the pay button. */
  leave(busy: boolean): ReactNode
}

/** Any payment: its subject, how to pay, the one pay button, and every possible error. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { title, closeTo, provider, begun, shown, kept, clock, about, consent, amount } = props
  const { nonce } = usePageContext()
  const locale = useLanguage()
  const [method, choose] = useState<Method>('card')
  const opened = useStripe(provider.publishableKey)
  const card = useCard(opened, locale)
  const question = useRef<HTMLDivElement>(null)
  const consents = () =>
    [...(question.current?.querySelectorAll('input') ?? [])].filter(({ checked }) => checked)
  const payment = usePayment({ shown, consents, kept })
  const wallets = useWallets({ opened, locale, provider, amount, payment })
  const pay = () => payment.pay(method === 'card' ? card : { method })
  const complete = method !== 'card' || card.complete
  return (
    <DialogRoute
      title={title}
      aside={clock?.(payment.busy)}
      closeTo={closeTo}
      closable={false}
      below
      footer={<Buttons {...props} pay={pay} complete={complete} payment={payment} />}
    >
      <div className="flex flex-col gap-3">
        {about}
        <noscript>
          <NoScript {...props} />
        </noscript>
        <div key={payment.error} ref={scrollTo} className="empty:hidden">
          <PaymentError payment={payment} />
        </div>
        {begun && payment.isFirst && <PendingPayment again={shown?.again !== undefined} />}
        <Methods provider={provider} wallets={wallets} method={method} choose={choose}>
          <CardField card={card} busy={payment.busy} kept={kept} />
        </Methods>
        {consent && <div ref={question}>{consent}</div>}
        {/* Loaded with the document, alongside the page's own scripts, which wait for it. */}
        <script async src={provider.jsUrl} nonce={nonce} suppressHydrationWarning />
      </div>
    </DialogRoute>
  )
}

type ButtonsProps = PaymentDialogProps & { pay(): void; complete: boolean; payment: Payment }

function Buttons({ submit, leave, pay, complete, payment }: ButtonsProps) {
  const t = useT()
  const busy = payment.busy && !payment.unconfirmed
  return (
    <>
      <Leave>{leave(payment.busy)}</Leave>
      <Button
        disabled={!complete || payment.unconfirmed}
        busy={busy}
        onClick={pay}
        className="min-h-12"
      >
        {busy ? t(payment.confirming ? 'pay:card.confirming' : 'pay:card.processing') : submit}
      </Button>
    </>
  )
}

/** The links and buttons to leave a payment, in one row. */
export const Leave = ({ children }: { children: ReactNode }) => (
  <div className="-my-2 flex flex-wrap justify-center sm:mr-auto">{children}</div>
)

/** Without scripts a card cannot be entered. Other apps can be paid with. */
function NoScript({ provider, shown = {}, kept }: PaymentDialogProps) {
  const t = useT()
  const refused = useActionData<{ text?: string } | undefined>()?.text
  const [, ...others] = provider.methods
  return (
    <Banner
      tone="warn"
      title={t('pay:noScript.title')}
      action={
        others.length > 0 && (
          <Form method="post" className="flex flex-wrap gap-2">
            {Object.entries({ ...shown, intent: 'begin' }).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {others.map((of) => (
              <Button key={of} type="submit" name="method" value={of} variant="secondary">
                {t('pay:method.with', { method: t(`pay:method.${of}`) })}
              </Button>
            ))}
          </Form>
        )
      }
    >
      {refused && <p role="alert">{refused}</p>}
      <p>{t('pay:noScript.text', { kept })}</p>
      <p>{t('pay:noScript.other')}</p>
    </Banner>
  )
}

/** Leads to the result of a payment that was begun before, so that nobody pays in vain. */
function PendingPayment({ again }: { again: boolean }) {
  const t = useT()
  const { pathname } = useLocation()
  return (
    <Banner
      tone="info"
      title={t('pay:begun.title')}
      action={
        <LinkButton small to={returnPath(pathname, again)} variant="secondary">
          {t('pay:begun.check')}
        </LinkButton>
      }
    >
      {t('pay:begun.text')}
    </Banner>
  )
}

const scrollTo = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'nearest' })

/** The error. There is one way forward: the pay button, or asking the bank again. */
function PaymentError({ payment }: { payment: Payment }) {
  const { unconfirmed, error, unsure, checkAgain } = payment
  const t = useT()
  if (unconfirmed)
    return (
      <Banner
        tone="info"
        role="alert"
        title={t('pay:unconfirmed.title')}
        action={
          <Button small onClick={checkAgain}>
            {t('pay:unconfirmed.check')}
          </Button>
        }
      >
        {t('pay:unconfirmed.text')}
      </Banner>
    )
  if (!error) return null
  return (
    <Banner
      tone={unsure ? 'info' : 'danger'}
      role="alert"
      title={t(unsure ? 'pay:error.unsureTitle' : 'pay:error.title')}
    >
      {error}
    </Banner>
  )
}
