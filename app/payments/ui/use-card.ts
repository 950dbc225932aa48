import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CardError } from './card-error-kinds.ts'

type CardOptions = { publishableKey: string; locale: 'zh' | 'en' }

export type Card = {
  /** Where the provider renders its own field. */
  box: RefObject<HTMLDivElement>
  state: 'loading' | 'ready' | 'failed'
  /** Whether everything a payment needs has been entered. */
  complete: boolean
  /** The error in the card details typed so far. */
  problem: CardError | null
  /**
   * Confirms a payment with this card, including 3-D Secure. Never throws. `keep`: the cardholder
   * allows later charges without them being present.
   */
  confirm(clientSecret: string, keep?: boolean): Promise<{ status: string } | { error: CardError }>
  /** Clears the field for another card. */
  again(): void
}

/**
 * The payment provider's card field: card numbers go directly from its own frame to the provider,
 * never through this page.
 */
export function useCard({ publishableKey, locale }: CardOptions): Card {
  const box = useRef<HTMLDivElement>(null)
  const made = useRef<{ stripe: Stripe; card: StripeCardElement } | null>(null)
  const [state, setState] = useState<Card['state']>('loading')
  const [complete, setComplete] = useState(false)
  const [problem, setProblem] = useState<CardError | null>(null)

  useEffect(() => {
    let left = false
    openStripe(publishableKey).then(
      (stripe) => {
        if (left || !box.current) return
        const card = stripe
          .elements({ locale })
          .create('card', { hidePostalCode: true, style: cardStyle() })
        made.current = { stripe, card }
        // The provider's input is only one line high: a tap anywhere in the box focuses it, and one
        // that comes before the provider's frame listens does so once it does.
        let tapped = false
        card.on('ready', () => {
          setState('ready')
          if (tapped) card.focus()
        })
        box.current.addEventListener('click', () => {
          tapped = true
          card.focus()
        })
        card.on('change', (change) => {
          setComplete(change.complete)
          setProblem(change.error ?? null)
        })
        card.mount(box.current)
      },
      () => !left && setState('failed'),
    )
    return () => {
      left = true
      made.current?.card.destroy()
      made.current = null
    }
  }, [publishableKey, locale])

  const confirm: Card['confirm'] = async (clientSecret, keep = false) => {
    if (!made.current) return { error: {} }
    const { stripe, card } = made.current
    const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card },
      ...(keep && { setup_future_usage: 'off_session' }),
    })
    return error ? { error } : { status: paymentIntent.status }
  }
  const again = () => {
    made.current?.card.clear()
    made.current?.card.focus()
  }
  return { box, state, complete, problem, confirm, again }
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

/** The page's own colours, since the provider's frame cannot read its styles. */
function cardStyle() {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(name).trim()
  return {
    base: {
      color: color('--ink'),
      iconColor: color('--muted'),
      fontSize: '16px',
      '::placeholder': { color: color('--muted') },
    },
    invalid: { color: color('--danger'), iconColor: color('--danger') },
  }
}
