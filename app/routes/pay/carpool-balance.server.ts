import { refuseBalance } from '#app/domain/carpool/permissions.ts'
import { quoteBalance } from '#app/domain/group/balance.ts'
import type { BalanceQuote } from '#app/domain/group/state.ts'
import { DEPOSIT_PENCE, MIN_CHARGE_PENCE } from '#app/domain/limits.ts'
import { countIn } from '#app/domain/number.ts'
import type { Failure } from '#app/domain/result.ts'
import { actionFactsOfRecord } from '#app/routes/carpool/pay-view.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { PointsWanted } from '#app/services/groups/place-charges.server.ts'
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
   * The most points the student can use here, and what these are worth; null if none, so that
   * points are not mentioned. `atLeast`: fewer are used than asked for, so that the card is left
   * with an amount that it can be charged.
   */
  points: { most: number; worth: number; atLeast: boolean } | null
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
  wanted: PointsWanted,
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
  const asked = wanted === 'all' ? best.points : Math.min(wanted, best.points)
  const quote = quoteBalance(original, asked, pointsPerPound)
  const people = record.private ? 1 : record.party.people
  const price = record.basePrice * people
  return {
    kind: 'due',
    each: record.basePrice,
    people,
    price,
    deposit: Math.min(DEPOSIT_PENCE, price),
    quote,
    points:
      best.deducted === 0
        ? null
        : {
            most: best.points,
            worth: best.deducted,
            atLeast: quote.points < asked && quote.amount === MIN_CHARGE_PENCE,
          },
  }
}

const refuse = ({ t }: AppContext, failure: Failure) => ({
  kind: 'refused' as const,
  text: failureText(t, failure),
  released: failure.code === 'depositReleased',
})

/** What the student saw before pressing the button; posted by the form, and it must still match. */
type Shown = { amount: number; pointsDeducted: number }

export const readShown = (form: FormData): Shown => ({
  amount: countIn(form, 'amount'),
  pointsDeducted: countIn(form, 'pointsDeducted'),
})

/**
 * Begins the payment the student has seen, or completes it if points alone cover it. If the amount
 * due has changed (because points were taken back), nothing is begun and the page shows the new one
 * first.
 */
export async function beginBalance(
  context: AppContext,
  user: Viewer,
  record: CarpoolRecord,
  shown: Shown,
): Promise<PaymentStart> {
  const { amount, pointsDeducted } = shown
  if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(pointsDeducted) || pointsDeducted < 0)
    return refuse(context, { code: 'invalidPaymentAmount' })
  const passed = await context.shield('carpool/balance/view')
  if (!passed.ok) return refuse(context, passed.error)
  const view = await readBalanceView(context, user, record, pointsDeducted)
  if (view.kind !== 'due') return view
  if (view.quote.amount !== amount || view.quote.points !== pointsDeducted)
    return { kind: 'changed' }
  const made = await context.carpools.payBalance(user, record.participantId, pointsDeducted)
  if (!made.ok && made.error.code === 'alreadyPaid') return { kind: 'paid' }
  if (!made.ok) return refuse(context, made.error)
  if (made.value.amount !== amount) return { kind: 'changed' }
  const { clientSecret } = made.value
  return clientSecret === null ? { kind: 'paid' } : { kind: 'ready', clientSecret }
}
