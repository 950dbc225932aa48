import type { Own } from '#app/group/rules/command.ts'
import { type Group, sliceOf } from '#app/group/rules/state.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'

/**
 * The consent: to charge the balance to the card of the deposit, points first, and to renew the
 * deposit's hold on it. The sentence is `pay:autoPay` of the locales. Another wording needs another
 * version.
 */
export const AUTO_PAY_VERSION = '2026-11-28'

/**
 * A place's consent. `told`: what was announced; never more is charged. `isDue`: the card is being
 * charged, and nobody knows the outcome yet.
 */
export type AutoPay = {
  version: string
  at: Instant
  told: { amount: MinorUnits; chargeAt: Instant; dueAt: Instant } | null
  isDue: boolean
}
export const AUTO_PAY = 'autoPay'
export type AutoPays = Record<ParticipantId, AutoPay>
export const autoPayOf = (state: Pick<Group, 'slices'>, id: ParticipantId): AutoPay | undefined =>
  sliceOf<AutoPays>(state, AUTO_PAY)?.[id]

/** Why a balance was not charged. late: no time was left. */
export type NotCharged = 'declined' | 'noCard' | 'more' | 'late'

type About = { participantId: ParticipantId; at: Instant }
/** The events of this feature. Stored permanently. */
export type AutoPayEvent =
  | (About & { type: 'autoPayAgreed'; version: string })
  | (About & { type: 'autoPayStopped' })
  | (About & { type: 'autoPayTold'; amount: MinorUnits; chargeAt: Instant; dueAt: Instant })
  | (About & { type: 'autoPayDue' })
  | (About & { type: 'autoPayFailed'; why: NotCharged })

export type AutoPayCommand =
  /** The owner's answer: the version of the sentence they ticked, or null. */
  | ({ type: 'agreeAutoPay'; version: string | null } & Own)
  /** Fixes what is charged, using up to `points` points. */
  | {
      type: 'beginAutoPay'
      participantId: ParticipantId
      points: number
      pointsPerPound: number
    }
  /** The card was not charged; `intentId`: the payment that was made for it. */
  | {
      type: 'autoPayFailed'
      participantId: ParticipantId
      intentId: string | null
      why: NotCharged
    }
