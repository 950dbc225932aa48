import { redirect } from '@remix-run/cloudflare'
import { readSpendablePoints } from '#app/account/service/points.server.ts'
import { actionFactsOfRecord, requireRecord } from '#app/carpool/http/record.server.ts'
import { refuseBalance } from '#app/carpool/rules/permissions.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { donePath, recordPath } from '#app/carpool/ui/paths.ts'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import { quoteBalance } from '#app/group/rules/balance.ts'
import { confirmBalance, giveUpBalance, prepareBalance } from '#app/group/service/groups.server.ts'
import type { PointsWanted } from '#app/group/service/place-charges.server.ts'
import { DEPOSIT_PENCE, MIN_CHARGE_PENCE } from '#app/kernel/limits.ts'
import { countIn, countOf } from '#app/kernel/number.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Quote } from '#app/payments/rules/charge.ts'
import type { PaymentStart } from '#app/payments/ui/payment-start.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { replaceWithFlash } from '#app/web/http/replace-document.server.ts'
import { type ChargeRequest, startOf } from './charge-params.server.ts'

/** The parts of a balance in pence, as if it were paid now. */
export type BalanceSum = {
  /** Pence per person (for a private car: per car), and how many people are paid for. */
  each: number
  people: number
  price: number
  deposit: number
  quote: Quote
  /**
   * The most points the student can use here, and their value; null if none, so that points are not
   * mentioned. `atLeast`: fewer points are used than asked for, so that the card is charged at
   * least the minimum.
   */
  points: { most: number; worth: number; atLeast: boolean } | null
}

/** The balance of a place in a carpool. Looking at it spends no points (decision 0005). */
export const carpoolBalance = {
  /** All points that help are used, or as many as `?points=` says. */
  async read(asked: ChargeRequest, search: URLSearchParams) {
    const record = await requireRecord(asked.context, asked.user, asked.id)
    const view = await readBalance(asked, record, countOf(search.get('points') ?? '') ?? 'all')
    if (view.about === 'paid') throw redirect(recordPath(record.participantId))
    return view
  },

  /** If the amount due has changed (because points were taken back), nothing is begun. */
  async begin(asked: ChargeRequest, form: FormData): Promise<PaymentStart> {
    const { context, user, id } = asked
    const record = await requireRecord(context, user, id)
    const [amount, points] = [countIn(form, 'amount'), countIn(form, 'pointsDeducted')]
    if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(points) || points < 0)
      return startOf(asked, fail('invalidPaymentAmount'))
    const view = await readBalance(asked, record, points)
    if (view.about === 'paid') return { kind: 'paid' }
    if (view.about === 'refused') return { kind: 'refused', text: view.text }
    if (view.quote.amount !== amount || view.quote.points !== points) return { kind: 'changed' }
    const made = await prepareBalance(carpoolKind, context, await user, id, points)
    return made.ok && made.value.amount !== amount ? { kind: 'changed' } : startOf(asked, made)
  },

  async confirm({ context, user, id }: ChargeRequest) {
    const confirmed = await confirmBalance(carpoolKind, context, user, id)
    return confirmed.ok ? ok(donePath(id)) : confirmed
  },

  async cancel({ context, user, id }: ChargeRequest) {
    return leave(context, recordPath(id), await giveUpBalance(carpoolKind, context, await user, id))
  },
}

/** The redirect and message after a balance that was begun is given up. */
export function leave(
  context: AppContext,
  to: string,
  given: Result<null>,
  cancelled = 'pay:done.balanceCancelled',
) {
  if (given.ok) return replaceWithFlash(context, to, { kind: 'info', key: cancelled })
  if (given.error.code === 'alreadyPaid')
    return replaceWithFlash(context, to, { kind: 'info', key: 'errors:alreadyPaid' })
  // The bank may have charged the card: promise nothing, and don't let it be paid again.
  return replaceWithFlash(context, to, { kind: 'error', key: 'pay:done.balanceUnknown' })
}

/** The amount due, calculated here without beginning a payment. */
async function readBalance(
  { context, user }: ChargeRequest,
  record: CarpoolRecord,
  wanted: PointsWanted,
) {
  const refused = refuseBalance(actionFactsOfRecord(record), context.clock.now())
  if (refused === 'alreadyPaid') return { about: 'paid' as const }
  const original = record.originalRemainingAmount
  if (refused || original === null) {
    const code = refused ?? 'balanceNotDue'
    const text = failureText(context.t, { code })
    return { about: 'refused' as const, record, text, released: code === 'depositReleased' }
  }
  const [spendable, { pointsPerPound }] = await Promise.all([
    user.then(({ id }) => readSpendablePoints(context, id)),
    readSettings(context),
  ])
  // Points reserved by an earlier attempt at this balance are still available for it.
  const best = quoteBalance(original, spendable + record.pointsDeducted, pointsPerPound)
  const asked = wanted === 'all' ? best.points : Math.min(wanted, best.points)
  const quote = quoteBalance(original, asked, pointsPerPound)
  return { about: 'balance' as const, record, ...sumOf(record, best, asked, quote) }
}

function sumOf(record: CarpoolRecord, best: Quote, asked: number, quote: Quote): BalanceSum {
  const people = record.private ? 1 : record.party.people
  const price = record.basePrice * people
  const atLeast = quote.points < asked && quote.amount === MIN_CHARGE_PENCE
  return {
    each: record.basePrice,
    people,
    price,
    deposit: Math.min(DEPOSIT_PENCE, price),
    quote,
    points: best.deducted === 0 ? null : { most: best.points, worth: best.deducted, atLeast },
  }
}
