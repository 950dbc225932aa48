import { useHref, useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useT } from '#app/i18n/context.tsx'
import type { RemoteMethod } from '#app/payments/rules/payment.ts'
import { ask, follow } from '#app/web/page-script/ask.ts'
import { cardErrorKey, hasMovedOn, isRefused } from './card-error.ts'
import { returnPath } from './paths.ts'
import type { PaymentStart } from './payment-start.ts'
import { useRefresh } from './use-refresh.ts'
import type { Confirm } from './use-stripe.ts'

/** Statuses in which a payment counts as paid (docs/rules.md#payments). */
const PAID = ['requires_capture', 'succeeded']

type Step =
  | { name: 'idle' }
  /** The payment is being prepared and the bank asked, including 3-D Secure. */
  | { name: 'paying' }
  /** The server reads the bank's answer. */
  | { name: 'confirming' }
  /** The bank has agreed, but we could not read its answer yet. */
  | { name: 'unconfirmed' }
  | { name: 'failed'; text: string; unsure: boolean }

export type Payment = {
  /** Whether the button that pays has not been pressed yet. */
  isFirst: boolean
  busy: boolean
  confirming: boolean
  /** The bank has agreed, but we could not read its answer yet. Nothing may be paid again. */
  unconfirmed: boolean
  /** The error in the page's language, until the next try. */
  error: string | null
  /** Whether it may have been paid despite the error. */
  unsure: boolean
  pay(how: Way): Promise<void>
  checkAgain(): void
}

/** `again`: clears what was entered, after it was refused. */
export type Way = { confirm: Confirm; again?(): void } | { method: RemoteMethod }

type PaymentOptions = {
  /** The values on the page that must still be true when the payment begins. */
  shown?: Record<string, string>
  /** What the card may be stored for, by name; called when the student pays. */
  consents(): { name: string }[]
  /** What is not lost during an error, as part of a sentence. */
  kept: string
}

/**
 * The course of one payment: preparation, bank, our own confirmation, and the errors in between.
 */
export function usePayment({ shown, consents, kept }: PaymentOptions): Payment {
  const t = useT()
  const page = useHref(useLocation().pathname)
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const refresh = useRefresh()
  useEffect(() => {
    // Back from another app by the browser's history: the page stands as it was left.
    const reopen = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setStep({ name: 'idle' })
      refresh()
    }
    window.addEventListener('pageshow', reopen)
    return () => window.removeEventListener('pageshow', reopen)
  }, [refresh])
  const failed = (text: string, unsure = false) => setStep({ name: 'failed', text, unsure })
  /** Has the server read the bank's answer. `agreed`: the browser has seen the bank agree. */
  const settle = async (agreed: boolean) => {
    setStep({ name: 'confirming' })
    const confirm = new URLSearchParams({ ...shown, intent: 'confirm' })
    const answer = await ask(page, confirm, 'sent').catch(() => null)
    if (answer && follow(answer)) return
    // No answer does not mean the payment failed: the bank may have agreed.
    if (agreed) return setStep({ name: 'unconfirmed' })
    // The page and its payment may be out of date.
    refresh()
    failed(t('pay:error.unexpected', { kept }), true)
  }
  const pay = async (how: Way) => {
    setStep({ name: 'paying' })
    const isRemote = 'method' in how
    const names = isRemote ? [] : consents().map(({ name }) => name)
    const keep = names.length > 0
    const begun = await askToBegin(`${page}/begin`, {
      ...shown,
      ...(isRemote && { method: how.method }),
      ...Object.fromEntries(names.map((name) => [name, 'yes'])),
    })
    if (begun.kind === 'paid') return settle(true)
    if (begun.kind === 'elsewhere') return location.assign(begun.to ?? returnPath(page))
    if (begun.kind === 'unanswered') return failed(t('pay:error.unanswered', { kept }), true)
    if (begun.kind !== 'ready' || isRemote) {
      refresh()
      return failed(('text' in begun && begun.text) || t('pay:error.changed'))
    }
    const result = await how.confirm(begun.clientSecret, keep)
    if ('status' in result) {
      if (PAID.includes(result.status)) settle(true)
      else failed(t('pay:error.unexpected', { kept }), true)
    } else if (hasMovedOn(result.error)) {
      // Paid in another tab, or cancelled: the server knows, and creates a new payment if needed.
      settle(false)
    } else {
      const refusedCard = isRefused(result.error)
      failed(t(await cardErrorKey(result.error), { kept }), !refusedCard)
      if (refusedCard) how.again?.()
    }
  }
  return {
    isFirst: step.name === 'idle',
    busy: step.name === 'paying' || step.name === 'confirming',
    confirming: step.name === 'confirming',
    unconfirmed: step.name === 'unconfirmed',
    error: step.name === 'failed' ? step.text : null,
    unsure: step.name === 'failed' && step.unsure,
    pay,
    checkAgain: () => void settle(true),
  }
}

/**
 * Asks the server to prepare a payment: only when the student presses the button, never by viewing
 * a page.
 */
async function askToBegin(address: string, shown: Record<string, string>): Promise<PaymentStart> {
  try {
    const answer = await ask(address, new URLSearchParams(shown), 'sent')
    // The session has expired: the reloaded page says so, and leads back here.
    if (answer.headers.has('X-Location')) location.reload()
    // It no longer exists: the refreshed page says why.
    if (answer.status === 404) return { kind: 'changed' }
    return JSON.parse(answer.text)
  } catch {
    return { kind: 'unanswered' }
  }
}
