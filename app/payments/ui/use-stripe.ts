import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import type { CardError } from './card-error-kinds.ts'

/** The provider's client; null: its script is still loading. */
export type Opened = Stripe | null | 'failed'

/**
 * Confirms a payment with its secret. Never throws. `keep`: the cardholder allows later charges
 * without them being present.
 */
export type Confirm = (
  clientSecret: string,
  keep: boolean,
) => Promise<{ status: string } | { error: CardError }>

/** The outcome of a confirmation by the provider's client. */
export const outcomeOf = ({ paymentIntent, error }: PaymentIntentResult) =>
  error ? { error } : { status: paymentIntent.status }

/** The payment provider's client in the browser. */
export function useStripe(publishableKey: string): Opened {
  const [opened, setOpened] = useState<Opened>(null)
  useEffect(() => {
    openStripe(publishableKey).then(setOpened, () => setOpened('failed'))
  }, [publishableKey])
  return opened
}

/**
 * The provider's script is part of the document: once the document has loaded, it is available or
 * it has failed.
 */
async function openStripe(publishableKey: string): Promise<Stripe> {
  // A document loaded for another page has a policy that blocks the provider: reload it as this
  // page.
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded && new URL(loaded.name).pathname !== location.pathname) location.reload()
  if (!window.Stripe && document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  if (!window.Stripe) throw new Error('the payment provider’s script did not load')
  return window.Stripe(publishableKey)
}
