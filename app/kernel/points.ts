import type { ParticipantId } from './id.ts'
import type { MinorUnits } from './money.ts'

/**
 * For points given or taken back by hand: from this value on, the administrator's password is
 * required.
 */
export const POINTS_PASSWORD_FROM_PENCE = 2000
/** Pence that one administrator may give in 24 hours. */
export const POINTS_GIVEN_PER_DAY_PENCE = 20_000

/** The value of points in whole pence; the same for points taken back. */
export const worthOf = (points: number, pointsPerPound: number): MinorUnits =>
  Math.floor((Math.abs(points) * 100) / pointsPerPound)
/** The most points whose value is at most this many pence. */
export const pointsWorth = (pence: MinorUnits, pointsPerPound: number): number =>
  Math.floor((pence * pointsPerPound) / 100)
/** Whether this many points, given or taken back, require a password. */
export const needsPassword = (points: number, pointsPerPound: number): boolean =>
  worthOf(points, pointsPerPound) >= POINTS_PASSWORD_FROM_PENCE

/**
 * Operation names for points; the ledger makes each happen once. `attempt`: the balance's payment
 * attempt.
 */
export const balanceOperation = (participantId: ParticipantId, attempt: number): string =>
  `balance:${participantId}:${attempt}`
export const earnOperation = (participantId: ParticipantId): string => `earn:${participantId}`
