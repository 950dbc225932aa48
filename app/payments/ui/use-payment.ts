import { useFetcher, useHref, useLocation } from '@remix-run/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useT } from '#app/i18n/context.tsx'
import type { Result } from '#app/kernel/result.ts'
import { isUnanswered, type Unanswered } from '#app/web/ui/offline.tsx'
import { useRefresh } from '#app/web/ui/use-refresh.ts'
import { cardErrorKey, hasMovedOn, isRefused } from './card-error.ts'
import type { PaymentStart } from './payment-start.ts'
import type { Card } from './use-card.ts'

/** Statuses in which a payment counts as paid (docs/rules.md#payments). */
const PAID = ['requires_capture', 'succeeded']

type Step =
  | { name: 'idle' }
  /** The payment is being prepared and the bank asked, including 3-D Secure. */
  | { name: 'paying' }
  /** The server reads the bank's answer. `agreed`: the browser has seen the bank agree. */
  | { name: 'confirming'; agreed: boolean }
  | { name: 'failed'; text: string; unsure: boolean }

export type Payment = {
  /** Whether the button that pays has not been pressed yet. */
  isFirst: boolean
  busy: boolean
  confirming: boolean
  /** The bank has agreed, but we could not read its answer yet. Nothing may be paid again. */
  unconfirmed: boolean
  /** What went wrong, in the page's language; until the next try. */
  error: string | null
  /** Whether it may have been paid all the same. */
  unsure: boolean
  pay(): Promise<void>
  checkAgain(): void
  /**
   * The form that notifies the server. It is rendered in the page so that the router knows its
   * route in advance.
   */
  Form: ReturnType<typeof useFetcher>['Form']
  form: RefObject<HTMLFormElement>
}

type PaymentOptions = {
  card: Card
  /** What the page shows that must still be true when the payment begins. */
  shown?: Record<string, string>
  /** Whether the card may be stored; called when the student pays. */
  keepCard(): boolean
  /** What a failure does not lose, as part of a sentence. */
  kept: string
}

/**
 * The course of one payment: preparation, bank, our own confirmation, and what can go wrong in
 * between.
 */
export function usePayment({ card, shown, keepCard, kept }: PaymentOptions): Payment {
  const t = useT()
  const address = useHref(`${useLocation().pathname}/begin`)
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const fetcher = useFetcher<Result<unknown> | Unanswered>()
  const form = useRef<HTMLFormElement>(null)
  const refresh = useRefresh()
  const settle = (agreed: boolean) => {
    setStep({ name: 'confirming', agreed })
    fetcher.submit(form.current)
  }
  const failed = (text: string, unsure = false) => setStep({ name: 'failed', text, unsure })
  const pay = async () => {
    setStep({ name: 'paying' })
    const keep = keepCard()
    const begun = await askToBegin(address, { ...shown, ...(keep && { keepCard: 'yes' }) })
    if (begun.kind === 'paid') return settle(true)
    if (begun.kind === 'unanswered') return failed(t('pay:error.unanswered', { kept }), true)
    if (begun.kind !== 'ready') {
      refresh()
      return failed(begun.text ?? t('pay:error.changed'))
    }
    const result = await card.confirm(begun.clientSecret, keep)
    if ('status' in result) {
      if (PAID.includes(result.status)) settle(true)
      else failed(t('pay:error.unexpected', { kept }), true)
    } else if (hasMovedOn(result.error)) {
      // Paid in another tab, or cancelled: the server knows, and creates a new payment if needed.
      settle(false)
    } else {
      const refusedCard = isRefused(result.error)
      failed(t(await cardErrorKey(result.error), { kept }), !refusedCard)
      if (refusedCard) card.again()
    }
  }
  const confirming = step.name === 'confirming' ? step : null
  const answer = confirming && fetcher.state === 'idle' ? fetcher.data : undefined
  // No answer does not mean the payment failed: the bank may have agreed.
  const refused = answer !== undefined && (isUnanswered(answer) || !answer.ok)
  const unexpected = refused && !confirming?.agreed ? t('pay:error.unexpected', { kept }) : null
  useEffect(() => {
    // What is shown, and the payment it belongs to, may be of another time.
    if (unexpected) refresh()
  }, [unexpected, refresh])
  return {
    isFirst: step.name === 'idle',
    busy: step.name === 'paying' || (confirming !== null && !refused),
    confirming: confirming !== null,
    unconfirmed: refused && confirming?.agreed === true,
    error: step.name === 'failed' ? step.text : unexpected,
    unsure: step.name === 'failed' ? step.unsure : unexpected !== null,
    pay,
    Form: fetcher.Form,
    form,
    checkAgain: () => settle(true),
  }
}

/**
 * Asks the server to prepare a payment: only when the student presses the button, never by viewing
 * a page.
 */
async function askToBegin(address: string, shown: Record<string, string>): Promise<PaymentStart> {
  try {
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(shown) })
    // The session has expired: the reloaded page says so, and leads back here.
    if (answer.redirected) location.reload()
    // It no longer exists: the refreshed page says why.
    if (answer.status === 404) return { kind: 'changed' }
    return await answer.json()
  } catch {
    return { kind: 'unanswered' }
  }
}
