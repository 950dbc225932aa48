import { refuseBalance } from '#app/domain/carpool/permissions.ts'
import { quoteBalance } from '#app/domain/group/balance.ts'
import type { BalanceQuote } from '#app/domain/group/state.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import type { Failure } from '#app/domain/result.ts'
import { actionFactsOfRecord } from '#app/routes/carpool/pay-view.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'
import type { PaymentStart } from '#app/ui/pay/payment-start.ts'

/** The parts of a balance in pence, as if it were paid now. */
export type BalanceSum = {
  /** Pence per person (for a private car: per car), and how many people are paid for. */
  each: number
  people: number
  price: number
  deposit: number
  quote: BalanceQuote
  /**
   * The points the student could use and what they are worth here; null if none, so that points are
   * not mentioned.
   */
  points: { on: boolean; used: number; worth: number } | null
}

/**
 * `text` says why it cannot be paid; `released`: because the deposit is gone, which can be paid
 * again.
 */
export type BalanceView =
  | ({ kind: 'due' } & BalanceSum)
  | { kind: 'paid' }
  | { kind: 'refused'; text: string; released: boolean }

/**
 * What is due, calculated here without beginning anything (decision 0013): looking at a page spends
 * no points and makes no payment. A payment begun earlier is checked first, since it may have been
 * paid meanwhile.
 */
export async function readBalanceView(
  context: AppContext,
  user: Viewer,
  record: CarpoolRecord,
  usePoints: boolean,
): Promise<BalanceView> {
  const { participantId } = record
  const refused = refuseBalance(actionFactsOfRecord(record), context.clock.now())
  if (refused === 'alreadyPaid') return { kind: 'paid' }
  const original = record.originalRemainingAmount
  if (refused || original === null) return refuse(context, { code: refused ?? 'balanceNotDue' })
  const [state, spendable, { pointsPerPound }] = await Promise.all([
    context.carpools.paymentState(user, participantId),
    context.points.spendable(user.id),
    context.settings.read(),
  ])
  if (state.ok && state.value.balance?.status === 'open') {
    const confirmed = await context.carpools.confirmBalance(user, participantId)
    if (confirmed.ok) return { kind: 'paid' }
  }
  // Points reserved by an earlier attempt at this balance are still available for it.
  const best = quoteBalance(original, spendable + record.pointsDeducted, pointsPerPound)
  const quote = usePoints ? best : quoteBalance(original, 0, pointsPerPound)
  const people = record.private ? 1 : record.party.people
  const price = record.basePrice * people
  return {
    kind: 'due',
    each: record.basePrice,
    people,
    price,
    deposit: Math.min(DEPOSIT_PENCE, price),
    quote,
    points: best.deducted === 0 ? null : { on: usePoints, used: best.points, worth: best.deducted },
  }
}

const refuse = ({ t }: AppContext, failure: Failure) => ({
  kind: 'refused' as const,
  text: failureText(t, failure),
  released: failure.code === 'depositReleased',
})

/** What the student saw before pressing the button; posted by the form, and it must still match. */
type Shown = { usePoints: boolean; amount: number; pointsDeducted: number }

export const readShown = (form: FormData): Shown => ({
  usePoints: form.get('points') === 'on',
  amount: Number(form.get('amount')),
  pointsDeducted: Number(form.get('pointsDeducted')),
})

/**
 * Begins the payment the student has seen, or completes it if points alone cover it. If the amount
 * due has changed (because their points have), nothing is begun and the page shows the new one
 * first.
 */
export async function beginBalance(
  context: AppContext,
  user: Viewer,
  record: CarpoolRecord,
  shown: Shown,
): Promise<PaymentStart> {
  if (!Number.isSafeInteger(shown.amount) || !Number.isSafeInteger(shown.pointsDeducted))
    return refuse(context, { code: 'invalidPaymentAmount' })
  const passed = await context.rateLimit('PAYMENT')
  if (!passed.ok) return refuse(context, passed.error)
  const view = await readBalanceView(context, user, record, shown.usePoints)
  if (view.kind !== 'due') return view
  const { amount, points } = view.quote
  if (amount !== shown.amount || points !== shown.pointsDeducted) return { kind: 'changed' }
  const made = await context.carpools.payBalance(user, record.participantId, shown.usePoints)
  if (!made.ok && made.error.code === 'alreadyPaid') return { kind: 'paid' }
  if (!made.ok) return refuse(context, made.error)
  if (made.value.amount !== shown.amount) return { kind: 'changed' }
  const { clientSecret } = made.value
  return clientSecret === null ? { kind: 'paid' } : { kind: 'ready', clientSecret }
}
