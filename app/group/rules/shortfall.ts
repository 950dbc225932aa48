import type { MinorUnits } from '#app/kernel/money.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { depositPartOf, remainderOf } from './balance.ts'
import { lostOf } from './outside.ts'
import type { Rules } from './rules.ts'
import { type Group, isMissed, type Place } from './state.ts'
import { is } from './status.ts'

/**
 * Pence that a place still owes. If it was released: the balance, plus the deposit if its bank
 * released it. If its balance is paid: the deposit its bank released. In both cases also what was
 * lost to a dispute. Money we refunded is not owed, and what can still be paid in time is not
 * outstanding.
 */
export function outstandingOf<S extends Group>(
  rules: Rules<S>,
  state: S,
  p: S['participants'][number],
): MinorUnits {
  if (!is(state.status, 'paying') || !(isMissed(p) || isPaidUp(p))) return 0
  const owed = rules.owedBy(state, p)
  if (owed === null) return 0
  const unpaid =
    (hasDeposit(p) ? 0 : depositPartOf(owed)) + (isPaid(p.balance) ? 0 : remainderOf(owed))
  return unpaid + lostOf(state, p)
}

const isPaidUp = (p: Place) => p.seat === 'taken' && isPaid(p.balance)
/** Whether its deposit was paid; if the place was refunded, an administrator returned it. */
const hasDeposit = ({ deposit, leaving }: Place) =>
  deposit.state === 'held' || isPaid(deposit) || leaving === 'refunded'

/** By how many pence a group that goes ahead falls short of its cost. */
export function shortfallOf<S extends Group>(rules: Rules<S>, state: S): MinorUnits {
  const sumOf = (list: S['participants']) =>
    list.reduce((sum, p) => sum + outstandingOf(rules, state, p), 0)
  const isReplacement = (p: Place) => isPaidUp(p) && p.inFull !== undefined && !p.movedFrom
  // Payments for released seats cover the debts of those who were released.
  const covered = state.participants
    .filter(isReplacement)
    .reduce((sum, p) => sum + p.deposit.paid + p.balance.paid, 0)
  const missed = sumOf(state.participants.filter(isMissed))
  const others = sumOf(state.participants.filter((p) => !isMissed(p)))
  return Math.max(0, missed - covered) + others
}
