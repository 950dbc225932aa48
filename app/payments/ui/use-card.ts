import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CardError } from './card-error-kinds.ts'
import { type Confirm, type Opened, outcomeOf } from './use-stripe.ts'

export type Card = {
  /** Where the provider renders its own field. */
  box: RefObject<HTMLDivElement>
  state: 'loading' | 'ready' | 'failed'
  /** Whether everything a payment needs has been entered. */
  complete: boolean
  /** The error in the card details typed so far. */
  problem: CardError | null
  /** Confirms a payment with this card, including 3-D Secure. */
  confirm: Confirm
  /** Clears the field for another card. */
  again(): void
}

/**
 * The payment provider's card field: card numbers go directly from its own frame to the provider,
 * never through this page.
 */
export function useCard(opened: Opened, locale: 'zh' | 'en'): Card {
  const box = useRef<HTMLDivElement>(null)
  const made = useRef<{ stripe: Stripe; card: StripeCardElement } | null>(null)
  const [ready, setReady] = useState(false)
  const [complete, setComplete] = useState(false)
  const [problem, setProblem] = useState<CardError | null>(null)

  useEffect(() => {
    const field = box.current
    if (!field || !opened || opened === 'failed') return
    const card = opened
      .elements({ locale })
      .create('card', { hidePostalCode: true, style: cardStyle() })
    made.current = { stripe: opened, card }
    // The provider's input is only one line high: a tap anywhere in the box focuses it, and one
    // that comes before the provider's frame listens does so once it does.
    let tapped = false
    card.on('ready', () => {
      setReady(true)
      if (tapped) card.focus()
    })
    field.addEventListener('click', () => {
      tapped = true
      card.focus()
    })
    card.on('change', (change) => {
      setComplete(change.complete)
      setProblem(change.error ?? null)
    })
    card.mount(field)
    return () => {
      card.destroy()
      made.current = null
    }
  }, [opened, locale])

  const confirm: Confirm = async (clientSecret, keep) => {
    if (!made.current) return { error: {} }
    const { stripe, card } = made.current
    return outcomeOf(
      await stripe.confirmCardPayment(clientSecret, {
        payment_method: { card },
        ...(keep && { setup_future_usage: 'off_session' }),
      }),
    )
  }
  const again = () => {
    made.current?.card.clear()
    made.current?.card.focus()
  }
  const state = opened === 'failed' ? opened : ready ? 'ready' : 'loading'
  return { box, state, complete, problem, confirm, again }
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
