import { BALANCE_AFTER_COMPLETION_MS, DEPOSIT_PENCE, MIN_CHARGE_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { worthOf } from '#app/kernel/points.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Quote } from '#app/payments/rules/charge.ts'

/** The part of the £20 deposit we keep: never more than what is owed. */
export const depositPartOf = (owed: MinorUnits): MinorUnits => Math.min(DEPOSIT_PENCE, owed)

/**
 * What is left to pay after the deposit, before points. An amount below the card minimum is waived.
 */
export function remainderOf(owed: MinorUnits): MinorUnits {
  const rest = owed - depositPartOf(owed)
  return rest < MIN_CHARGE_PENCE ? 0 : rest
}

/**
 * How `original` pence are paid with up to `points` points. Uses as many as help, as long as the
 * card is left with nothing or at least the minimum charge (docs/rules.md#balance). Pence and
 * points are whole numbers.
 */
export function quoteBalance(original: MinorUnits, points: number, pointsPerPound: number): Quote {
  const worth = worthOf(Math.max(0, points), pointsPerPound)
  const deducted =
    worth >= original ? original : Math.max(0, Math.min(worth, original - MIN_CHARGE_PENCE))
  const used = Math.ceil((deducted * pointsPerPound) / 100)
  return { original, points: used, deducted, amount: original - deducted }
}

/**
 * When a balance is due: at `usual`, or 12 hours after the group completed if that is later, but
 * never after `last`, the departure or start. Groups that completed before this rule existed
 * (`completedAt` null) were promised `last`, and that still holds (decision 0006).
 */
export const balanceDueAt = (
  usual: Instant,
  completedAt: Instant | null,
  last: Instant,
): Instant =>
  completedAt === null
    ? last
    : Math.min(last, Math.max(usual, completedAt + BALANCE_AFTER_COMPLETION_MS))
