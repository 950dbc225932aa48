import type { Instant } from '#app/domain/time.ts'

/**
 * Number of released seats of a complete car that can be taken now (docs/rules.md#released-seats),
 * from what the read model says of it.
 */
export const releasedNow = (
  car: { releasedSeats: number; releasedUntil: Instant },
  now: Instant,
): number => (now < car.releasedUntil ? car.releasedSeats : 0)

/** What of a carpool can change on its ticket: with released seats it is not as its status says. */
export const liveCarpool = <C extends { status: string }>(car: C, released: boolean): C =>
  released ? { ...car, status: 'released' } : car
