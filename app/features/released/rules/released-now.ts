import type { Instant } from '#app/kernel/time.ts'

/**
 * Number of released seats of a complete car that can be taken now (docs/rules.md#released-seats),
 * from its read model.
 */
export const releasedNow = (
  car: { releasedSeats: number; releasedUntil: Instant },
  now: Instant,
): number => (now < car.releasedUntil ? car.releasedSeats : 0)
