import { BALANCE_AFTER_COMPLETION_MS } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'

/**
 * When a balance is due: at `usual`, or 12 hours after the group completed if that is later, and
 * never after `last`, its departure or start. A group that completed before this was so
 * (`completedAt` null) was told `last`, and that stands (decision 0035).
 */
export const balanceDueAt = (
  usual: Instant,
  completedAt: Instant | null,
  last: Instant,
): Instant =>
  completedAt === null
    ? last
    : Math.min(last, Math.max(usual, completedAt + BALANCE_AFTER_COMPLETION_MS))
