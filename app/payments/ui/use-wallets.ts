import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Provider } from './provider.ts'
import type { Payment } from './use-payment.ts'
import { type Opened, outcomeOf } from './use-stripe.ts'

/** As high as the button that pays. */
const BUTTON_PX = 48

type WalletOptions = {
  opened: Opened
  locale: 'zh' | 'en'
  provider: Provider
  /** What the wallet shows, in pence: what the payment will be made for. */
  amount: number
  payment: Payment
}
/** `shown`: whether this browser can pay with a wallet at all. */
export type Wallets = { box: RefObject<HTMLDivElement>; shown: boolean }

/**
 * Apple Pay and Google Pay, as the provider's own buttons. Their press is the press that pays: the
 * payment is only begun once the student has agreed in the wallet.
 */
export function useWallets({ opened, locale, provider, amount, payment }: WalletOptions): Wallets {
  const box = useRef<HTMLDivElement>(null)
  const now = useRef(payment)
  now.current = payment
  const [shown, setShown] = useState(false)
  const { isHold } = provider
  const methods = provider.methods.join()
  useEffect(() => {
    if (!box.current || !opened || opened === 'failed') return
    // The provider compares all of this with the payment when it is confirmed.
    const elements = opened.elements({
      mode: 'payment',
      amount,
      currency: 'gbp',
      captureMethod: isHold ? 'manual' : 'automatic',
      allowedPaymentMethodTypes: methods.split(','),
      locale,
      appearance: { variables: { borderRadius: '12px' } },
    })
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches
    const theme = isDark ? 'white' : 'black'
    const buttons = elements.create('expressCheckout', {
      buttonHeight: BUTTON_PX,
      buttonTheme: { applePay: theme, googlePay: theme },
      layout: { maxColumns: 2, maxRows: 1, overflow: 'never' },
      paymentMethods: { link: 'never', amazonPay: 'never', paypal: 'never', klarna: 'never' },
    })
    buttons.on('ready', ({ availablePaymentMethods }) => setShown(!!availablePaymentMethods))
    buttons.on('click', (click) => (now.current.busy ? click.reject() : click.resolve()))
    buttons.on('confirm', async (agreed) => {
      let asked = false
      await now.current.pay({
        async confirm(clientSecret, keep) {
          asked = true
          const { error } = await elements.submit()
          if (error) return { error }
          const confirmParams = {
            return_url: `${location.origin}${location.pathname}/return`,
            ...(keep && { setup_future_usage: 'off_session' as const }),
          }
          return outcomeOf(
            await opened.confirmPayment({
              elements,
              clientSecret,
              confirmParams,
              redirect: 'if_required',
            }),
          )
        },
      })
      // Nothing was begun: the page says why, and the wallet closes.
      if (!asked) agreed.paymentFailed()
    })
    buttons.mount(box.current)
    return () => {
      setShown(false)
      buttons.destroy()
    }
  }, [opened, locale, amount, isHold, methods])
  return { box, shown }
}
