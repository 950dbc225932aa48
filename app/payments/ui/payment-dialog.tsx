import { useActionData } from '@remix-run/react'
import { type ReactNode, useRef } from 'react'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { usePageContext } from '#app/web/ui/page-context.tsx'
import { CardField } from './card-field.tsx'
import { type Card, useCard } from './use-card.ts'
import { type Payment, usePayment } from './use-payment.ts'

/** What the browser needs to draw the provider's card field. */
export type Provider = { publishableKey: string; jsUrl: string }

export type PaymentDialogProps = {
  title: string
  closeTo: string
  provider: Provider
  /** The label of the button that pays. */
  submit: string
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
  /** Asks whether the card may be stored, with a checkbox named `keepCard`. */
  consent?: ReactNode
  /** The links and buttons to leave, below the pay button. */
  leave(busy: boolean): ReactNode
}

/** Any payment by card: its subject, the card, the one pay button, and every possible error. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { title, closeTo, provider, begun, shown, kept, clock, about, consent } = props
  const t = useT()
  const { nonce } = usePageContext()
  const card = useCard({ publishableKey: provider.publishableKey, locale: useLanguage() })
  const question = useRef<HTMLDivElement>(null)
  const keepCard = () => question.current?.querySelector('input')?.checked ?? false
  const payment = usePayment({ card, shown, keepCard, kept })
  return (
    <DialogRoute
      title={title}
      aside={clock?.(payment.busy)}
      closeTo={closeTo}
      closable={false}
      below
      footer={<Buttons {...props} card={card} payment={payment} />}
    >
      <div className="flex flex-col gap-3">
        {about}
        <noscript>
          <Banner tone="warn" title={t('pay:noScript.title')}>
            <p>{t('pay:noScript.text', { kept })}</p>
            <p>{t('pay:noScript.other')}</p>
          </Banner>
        </noscript>
        <div key={payment.error} ref={scrollTo} className="empty:hidden">
          <PaymentError payment={payment} />
        </div>
        {begun && payment.isFirst && <PendingPayment shown={shown} />}
        <CardField card={card} busy={payment.busy} kept={kept} />
        {consent && <div ref={question}>{consent}</div>}
        {/* Loaded with the document, alongside the page's own scripts, which wait for it. */}
        <script async src={provider.jsUrl} nonce={nonce} suppressHydrationWarning />
      </div>
    </DialogRoute>
  )
}

type ButtonsProps = PaymentDialogProps & { card: Card; payment: Payment }

function Buttons({ submit, leave, card, payment }: ButtonsProps) {
  const t = useT()
  const busy = payment.busy && !payment.unconfirmed
  return (
    <>
      <Leave>{leave(payment.busy)}</Leave>
      <Button
        disabled={!card.complete || payment.unconfirmed}
        busy={busy}
        onClick={payment.pay}
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

/** Asks for the result of a payment that was begun before, so that nobody enters a card in vain. */
function PendingPayment({ shown = {} }: { shown?: Record<string, string> }) {
  const t = useT()
  const isUnpaid = useActionData() !== undefined
  if (isUnpaid)
    return (
      <Banner tone="info" role="status">
        {t('pay:begun.unpaid')}
      </Banner>
    )
  return (
    <Banner
      tone="info"
      title={t('pay:begun.title')}
      action={
        <Form method="post">
          {Object.entries(shown).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button small type="submit" name="intent" value="confirm" variant="secondary">
            {t('pay:begun.check')}
          </Button>
        </Form>
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
