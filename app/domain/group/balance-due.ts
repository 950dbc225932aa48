import { BALANCE_AFTER_COMPLETION_MS } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'

/**
 * When a balance is due: at `usual`, or 12 hours after the group completed if that is later, but
 * never after `last`, the departure or start. Groups that completed before this rule existed
 * (`completedAt` null) were promised `last`, and that still holds (decision 0035).
 */
export const balanceDueAt = (
  usual: Instant,
  completedAt: Instant | null,
  last: Instant,
): Instant =>
  completedAt === null
    ? last
    : Math.min(last, Math.max(usual, completedAt + BALANCE_AFTER_COMPLETION_MS))
