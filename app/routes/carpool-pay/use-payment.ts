import { useFetcher } from '@remix-run/react'
import { type RefObject, useRef, useState } from 'react'
import type { TKey } from '#app/i18n/keys.ts'
import { useRefresh } from '#app/ui/use-refresh.ts'
import { cardErrorKey, hasMovedOn } from './card-error.ts'
import type { action } from './route.tsx'
import type { Card } from './use-card.ts'

/** Statuses in which a deposit counts as paid (SPEC section 4). */
const PAID = ['requires_capture', 'succeeded']

type Step =
  | { name: 'idle' }
  /** The bank is asked; 3-D Secure is part of it. */
  | { name: 'paying' }
  /** The server reads the bank's answer. `agreed`: the browser has seen it. */
  | { name: 'confirming'; agreed: boolean }
  | { name: 'failed'; error: Extract<TKey, `pay:error.${string}`> }

export type Payment = {
  busy: boolean
  confirming: boolean
  /** The bank has agreed, but we could not read it yet. Nothing may be paid again. */
  unconfirmed: boolean
  error: Extract<TKey, `pay:error.${string}`> | null
  pay(): Promise<void>
  checkAgain(): void
  dismiss(): void
  /** The form that tells the server: part of the page, so that the router asks for its address beforehand. */
  Form: ReturnType<typeof useFetcher>['Form']
  form: RefObject<HTMLFormElement>
}

/** The way of one payment: bank, our own confirmation, and what can go wrong between them. */
export function usePayment(card: Card, clientSecret: string): Payment {
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const fetcher = useFetcher<typeof action>()
  const form = useRef<HTMLFormElement>(null)
  const refresh = useRefresh()
  const settle = (agreed: boolean) => {
    setStep({ name: 'confirming', agreed })
    fetcher.submit(form.current)
  }
  const pay = async () => {
    setStep({ name: 'paying' })
    const result = await card.confirm(clientSecret)
    if ('status' in result) {
      if (PAID.includes(result.status)) settle(true)
      else setStep({ name: 'failed', error: 'pay:error.unexpected' })
    } else if (hasMovedOn(result.error)) {
      // Paid in another tab, or cancelled: the server knows, and makes a new payment if there has to be one.
      settle(false)
    } else setStep({ name: 'failed', error: cardErrorKey(result.error) })
  }
  const confirming = step.name === 'confirming' ? step : null
  const answer = confirming && fetcher.state === 'idle' ? fetcher.data : undefined
  const refused = answer !== undefined && !answer.ok
  return {
    busy: step.name === 'paying' || (confirming !== null && !refused),
    confirming: confirming !== null,
    unconfirmed: refused && confirming?.agreed === true,
    error:
      step.name === 'failed' ? step.error : refused && !confirming?.agreed ? 'pay:error.unexpected' : null,
    pay,
    Form: fetcher.Form,
    form,
    checkAgain: () => settle(true),
    dismiss: () => {
      setStep({ name: 'idle' })
      refresh()
    },
  }
}
