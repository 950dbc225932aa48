import { BALANCE_MS } from '#app/domain/limits.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import { quoteBalance, remainderOf } from './balance.ts'
import type { Say } from './command.ts'
import type { Event } from './event.ts'
import type { Rules } from './rules.ts'
import { type BalanceQuote, findParticipant, type Group, ownPlace, type Place } from './state.ts'

/**
 * The first intent of an attempt wins. A later one with another intent changes nothing, and the
 * caller sees that in the state.
 */
export function decideAttach(
  rules: Rules,
  state: Group,
  command: Say<'attachIntent'>,
  now: Instant,
): Result<Event[]> {
  const p = ownPlace(state, command.participantId, command.userId)
  if (!p) return fail('notFound')
  if (command.purpose === 'balance') return attachBalance(state, p, command)
  return p.seat === 'taken' ? attachNext(rules, state, p, command, now) : attachDeposit(p, command)
}

function attachDeposit(p: Place, { attempt, intentId }: Say<'attachIntent'>): Result<Event[]> {
  if (p.deposit.intentId === intentId) return ok([])
  if (p.seat !== 'held') return fail('holdExpired')
  if (p.deposit.attempt !== attempt || p.deposit.intentId !== null) return ok([])
  return ok([{ type: 'intentAttached', participantId: p.id, intentId }])
}

/** Attaches an intent that replaces a deposit that is gone. */
function attachNext(
  rules: Rules,
  state: Group,
  p: Place,
  { attempt, intentId }: Say<'attachIntent'>,
  now: Instant,
): Result<Event[]> {
  const { deposit } = p
  if (deposit.intentId === intentId || deposit.next?.intentId === intentId) return ok([])
  const refused = rules.refuseRepay(state, p, now)
  if (refused) return fail(refused)
  if (deposit.attempt !== attempt || deposit.next !== null) return ok([])
  const participantId = p.id
  if (isUsedUp(state, intentId)) return ok([{ type: 'nextLost', participantId }])
  return ok([{ type: 'nextAttached', participantId, intentId }])
}

function attachBalance(
  state: Group,
  p: Place,
  { attempt, intentId }: Say<'attachIntent'>,
): Result<Event[]> {
  const { balance } = p
  if (balance.intentId === intentId) return ok([])
  if (balance.paid !== null) return fail('alreadyPaid')
  if (p.seat !== 'taken' || balance.closing) return fail('operationExpired')
  if (balance.attempt !== attempt || balance.intentId !== null || !balance.reserved) return ok([])
  const participantId = p.id
  if (isUsedUp(state, intentId))
    return ok([{ type: 'balanceLost', participantId, attempt, points: balance.quote?.points ?? 0 }])
  return ok([{ type: 'balanceAttached', participantId, intentId }])
}

/**
 * An intent that was released before it was attached can't pay for anything, and because it is
 * already known to be closed, no reading of it would ever report that again. So this attempt is
 * over, and the next one makes a new intent.
 */
const isUsedUp = (state: Group, intentId: string): boolean =>
  state.closedIntents.includes(intentId) || state.strays.some((s) => s.intentId === intentId)

/**
 * Fixes what is to be paid, using up to `points` points. One attempt at a time: while an attempt
 * with an intent is open, only the same quote is accepted, because its intent must be seen
 * cancelled before another is made.
 */
export function decideBeginBalance(
  rules: Rules,
  state: Group,
  command: Say<'beginBalance'>,
  now: Instant,
): Result<Event[]> {
  const p = ownPlace(state, command.participantId, command.userId)
  if (p?.seat !== 'taken') return fail(p?.leaving === 'unpaid' ? 'operationExpired' : 'notFound')
  const refused = rules.refuseBalance(state, p, now)
  if (refused) return fail(refused)
  const owed = rules.owedBy(state, p)
  if (owed === null) return fail('balanceNotDue')
  const { quote, intentId, closing, attempt } = p.balance
  const wanted = quoteBalance(remainderOf(owed), command.points, command.pointsPerPound)
  if (quote && sameQuote(quote, wanted) && !closing) return ok([])
  if (intentId !== null) return fail('unavailable', { retryAfterSeconds: 5 })
  const participantId = p.id
  const before: Event[] = quote
    ? [{ type: 'balanceLost', participantId, attempt, points: quote.points }]
    : []
  return ok([
    ...before,
    { type: 'balanceBegun', participantId, quote: wanted, expiresAt: now + BALANCE_MS },
  ])
}

/**
 * Once the points are set aside, the card can be charged for the rest; if there is no rest, the
 * balance is paid.
 */
export function decidePointsReserved(
  state: Group,
  { participantId, attempt, granted }: Say<'pointsReserved'>,
): Result<Event[]> {
  const p = findParticipant(state, participantId)
  if (!p) return fail('notFound')
  const { quote, reserved, intentId, paid } = p.balance
  if (p.seat !== 'taken' || !quote || p.balance.attempt !== attempt || intentId || paid !== null)
    return ok([])
  if (!granted)
    return ok(
      reserved ? [] : [{ type: 'balanceLost', participantId, attempt, points: quote.points }],
    )
  const events: Event[] = reserved ? [] : [{ type: 'balancePointsReserved', participantId }]
  if (quote.amount === 0) events.push({ type: 'balancePaid', participantId, amount: 0 })
  return ok(events)
}

/** The intent that could not be paid off-session becomes the one the user pays themselves. */
export function decideRenewalFailed(
  state: Group,
  { participantId, attempt, intentId }: Say<'renewalFailed'>,
): Result<Event[]> {
  const p = findParticipant(state, participantId)
  if (!p) return fail('notFound')
  if (p.seat !== 'taken' || p.deposit.renewal !== 'due' || p.deposit.attempt !== attempt)
    return ok([])
  const attached: Event[] =
    intentId && !p.deposit.next && !isUsedUp(state, intentId)
      ? [{ type: 'nextAttached', participantId, intentId }]
      : []
  return ok([...attached, { type: 'renewalFailed', participantId }])
}

const sameQuote = (a: BalanceQuote, b: BalanceQuote): boolean =>
  a.original === b.original &&
  a.points === b.points &&
  a.deducted === b.deducted &&
  a.amount === b.amount
